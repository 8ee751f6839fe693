import type { Vector } from '#sources/session/meaning/ports.ts';

/**
 * Of each number of a vector, whether it is above zero: one bit instead of 32. Two vectors point the same way about as
 * much as their sketches agree. In whole words of 32 bits, which are counted fastest.
 */
export function sketchBytes(vector: Vector): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(vector.length / 32) * 4);
  for (const [at, number] of vector.entries()) {
    const byte = at >> 3;
    if (number > 0) bytes[byte] = (bytes[byte] ?? 0) | (1 << (at & 7));
  }
  return bytes;
}

/** The same as PostgreSQL writes bits. */
export function sketchBits(vector: Vector): string {
  return Array.from(vector, (number) => (number > 0 ? '1' : '0')).join('');
}
