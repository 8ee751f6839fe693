/** Where the ten digits of a script begin: Arabic, Persian, Devanagari, Bengali, Thai, full-width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];

/** The same text, character for character, with the digits that all languages share. */
export function withPlainDigits(text: string): string {
  if (!/[٠-٩۰-۹०-९০-৯๐-๙０-９٬٫٪]/u.test(text)) return text;
  return text
    .replace(/[٠-٩۰-۹०-९০-৯๐-๙０-９]/gu, (digit) => {
      const code = digit.charCodeAt(0);
      const zero = zeros.find((start) => code >= start && code < start + 10) ?? 0x30;
      return String(code - zero);
    })
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replaceAll('٪', '%');
}

/** The digits of each number that count, whatever groups and ends them: 15 for 1,500, 1.5 million and 150만. */
export function significantDigits(text: string): Set<string> {
  const found = new Set<string>();
  for (const [number] of withPlainDigits(text).matchAll(/\d+(?:[.,'’\u00a0\u202f\u2009 ]\d+)*/gu)) {
    const parts = number.split(/\D/u);
    for (const digits of [parts.join(''), ...parts]) {
      const significant = digits.replace(/^0+|0+$/gu, '');
      if (significant !== '') found.add(significant);
    }
  }
  return found;
}
