import type { Quantity } from './quantity.ts';

/** A text on its way through the finders; each takes the characters it has read. */
export type Scan = {
  text: string;
  language: string;
  taken: Uint8Array;
  found: Quantity[];
};

/** Adds a quantity unless its characters were read already. */
export function take(scan: Scan, quantity: Quantity): void {
  for (let at = quantity.start; at < quantity.end; at++) if (scan.taken[at] === 1) return;
  scan.taken.fill(1, quantity.start, quantity.end);
  scan.found.push(quantity);
}
