import { useEffect, useState } from 'react';

interface KeptOptions<T> {
  key: string;
  /** `local` outlives the browser; `session` is the life of this tab. */
  area: 'local' | 'session';
  parse(stored: string | null): T;
  /** What is chosen in one tab holds in all; only of what is local. */
  isShared?: boolean;
}

/** State that survives a reload. Where the browser keeps nothing, it is plain state. */
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

/** Null removes. A full or forbidden storage is no reason to fail. */
export function writeKept(area: 'local' | 'session', key: string, value: string | null): void {
  try {
    if (value === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, value);
  } catch {
    // Kept for this page only.
  }
}

function storageOf(area: 'local' | 'session'): Storage {
  return area === 'local' ? window.localStorage : window.sessionStorage;
}
