import { useState } from 'react';
import { readKept, writeKept } from './use-kept-state.ts';

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
