/** Chinese and Japanese have no spaces, so their characters are used as words. */
const unspaced = new Set(['zh', 'ja']);

export function toUnits(text: string, language: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return unspaced.has(language.split('-')[0] ?? '') ? words.flatMap((word) => [...word]) : words;
}

/** Makes the grams of `size` units. A text that is not longer than `size` is one gram. */
export function toGrams(units: string[], size: number): string[] {
  if (units.length <= size) return units.length === 0 ? [] : [units.join(' ')];
  return units.slice(size - 1).map((_, index) => units.slice(index, index + size).join(' '));
}

export function shareFound(grams: string[], source: Set<string>): number {
  return grams.length === 0 ? 0 : grams.filter((gram) => source.has(gram)).length / grams.length;
}
