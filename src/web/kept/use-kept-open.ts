import { useKeptState } from './use-kept-state.ts';

/** Whether something is open, which it is until someone closes it. Persists across browser restarts. */
export function useKeptOpen(key: string) {
  const [kept, keep] = useKeptState<'open' | 'closed'>({ key, area: 'local', parse });
  return [kept === 'open', (isOpen: boolean) => keep(isOpen ? 'open' : 'closed')] as const;
}

function parse(stored: string | null): 'open' | 'closed' {
  return stored === 'closed' ? 'closed' : 'open';
}
