import { useSyncExternalStore } from 'react';
import { writeKept } from '#web/kept/use-kept-state.ts';
import { applyLook } from './apply-look.ts';
import { type Look, type LookPart, lookKey, parseLook } from './look.ts';

/** A choice as the document has it, so that every control that shows it agrees. Persists across browser restarts. */
export function useLook<Part extends LookPart>(
  part: Part,
): readonly [Look<Part>, (value: Look<Part>) => void] {
  const value = useSyncExternalStore(watchDocument, () =>
    parseLook(part, document.documentElement.dataset[part] ?? null),
  );

  function choose(next: Look<Part>): void {
    writeKept('local', lookKey(part), next);
    applyLook(part, next);
  }

  return [value, choose];
}

function watchDocument(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true });
  return () => observer.disconnect();
}
