import { useSyncExternalStore } from 'react';
import { writeKept } from '#web/kept/use-kept-state.ts';
import { applyTheme, parseTheme, type Theme, themeKey } from './apply-theme.ts';

/** The document's theme, so that every control that shows the choice agrees. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(watchTheme, readTheme);

  function choose(next: Theme): void {
    writeKept('local', themeKey, next);
    applyTheme(next);
  }

  return [theme, choose];
}

function readTheme(): Theme {
  return parseTheme(document.documentElement.dataset.theme ?? null);
}

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
