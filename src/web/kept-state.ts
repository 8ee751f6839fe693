import { useEffect, useState } from 'react';

interface KeptOptions<T> {
  key: string;
  /** `local` persists across browser restarts; `session` lasts as long as this tab. */
  area: 'local' | 'session';
  parse(stored: string | null): T;
  /** Whether a change in one tab applies to all tabs. Works with local storage only. */
  isShared?: boolean;
}

/** State that survives a reload. Where storage is unavailable, it is plain state. */
export function useKeptState<T extends string | null>({
  key,
  area,
  parse,
  isShared = false,
}: KeptOptions<T>) {
  const [value, setValue] = useState(() => parse(readKept(area, key)));

  useEffect(() => {
    if (!isShared) return undefined;
    const follow = (event: StorageEvent) => {
      if (event.key === key) setValue(parse(event.newValue));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [key, parse, isShared]);

  function set(next: T): void {
    setValue(next);
    writeKept(area, key, next);
  }

  return [value, set] as const;
}

export function readKept(area: 'local' | 'session', key: string): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Writes to browser storage; null removes the item. Full or blocked storage is not an error. */
export function writeKept(area: 'local' | 'session', key: string, value: string | null): void {
  try {
    if (value === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, value);
  } catch {
    // The value is lost on reload, which is acceptable.
  }
}

function storageOf(area: 'local' | 'session'): Storage {
  return area === 'local' ? window.localStorage : window.sessionStorage;
}

/** Whether something is open, by default yes. Persists across browser restarts. */
export function useKeptOpen(key: string) {
  const [kept, keep] = useKeptState<'open' | 'closed'>({ key, area: 'local', parse });
  return [kept === 'open', (isOpen: boolean) => keep(isOpen ? 'open' : 'closed')] as const;
}

function parse(stored: string | null): 'open' | 'closed' {
  return stored === 'closed' ? 'closed' : 'open';
}

interface SizeOptions {
  key: string;
  initial: number;
  min: number;
  max: number;
}

/** A size in pixels that persists across browser restarts. */
export function useKeptSize({ key, initial, min, max }: SizeOptions) {
  const [size, setSize] = useState(() => parseSize(readKept('local', key), { initial, min, max }));

  function keep(next: number): void {
    setSize(next);
    writeKept('local', key, String(next));
  }

  return [size, keep] as const;
}

export function parseSize(stored: string | null, { initial, min, max }: Omit<SizeOptions, 'key'>): number {
  const size = Number(stored);
  return stored === null || !Number.isFinite(size) ? initial : Math.round(Math.min(max, Math.max(min, size)));
}
