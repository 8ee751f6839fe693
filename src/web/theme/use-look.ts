import { useSyncExternalStore } from 'react';
import { writeKept } from '#web/kept-state.ts';
import { type Look, type LookPart, lookKey, looks, parseLook } from './look.ts';

/** Reads the choice from the document, so that all controls agree. Persists across browser restarts. */
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

/** Sets an attribute of the document for style sheets to use. The default value has no attribute. */
export function applyLook<Part extends LookPart>(part: Part, value: Look<Part>): void {
  const { dataset } = document.documentElement;
  if (value === looks[part].usual) delete dataset[part];
  else dataset[part] = value;
}
