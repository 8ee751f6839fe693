import type { Measure } from './quantity.ts';
import words from './words.json' with { type: 'json' };

export type Unit = { dimension: Measure['dimension']; unit: string; size: number };

const BY_WORD: ReadonlyMap<string, Unit> = new Map(
  words.units.flatMap((line) => {
    const [dimension = '', unit = '', size = '', names = ''] = line.split('|');
    const entry = { dimension: dimension as Measure['dimension'], unit, size: Number(size) };
    return names.split(' ').map((name): [string, Unit] => [name.replaceAll('_', ' '), entry]);
  }),
);

// Symbols of one letter count only in lower case and behind a blank: "28 m", not "28m" (million) or "5G".
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['m', 'metre'],
  ['g', 'gram'],
  ['t', 'tonne'],
  ['l', 'litre'],
  ['h', 'heure'],
]);

/** The unit that a word names. */
export function unitOf(word: string): Unit | undefined {
  return BY_WORD.get(word.toLowerCase());
}

export function unitOfSymbol(symbol: string): Unit | undefined {
  return BY_WORD.get(SYMBOLS.get(symbol) ?? '');
}

export function measureOf(value: number, { dimension, unit, size }: Unit): Measure {
  const base = unit === 'degree Fahrenheit' ? (value - 32) * size : value * size;
  return { dimension, base, unit };
}
