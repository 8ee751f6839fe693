import { useKeptState } from '#web/kept/use-kept-state.ts';
import { applyTheme, parseTheme, type Theme, themeKey } from './apply-theme.ts';

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useKeptState({ key: themeKey, area: 'local', parse: parseTheme });

  function choose(next: Theme): void {
    setTheme(next);
    applyTheme(next);
  }

  return [theme, choose];
}
