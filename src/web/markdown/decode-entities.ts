/** The entity names that occur in practice. Other names are left as written. */
const named = new Map(
  Object.entries<string>({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    copy: '©',
    reg: '®',
    trade: '™',
    deg: '°',
    times: '×',
    middot: '·',
    bull: '•',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    larr: '←',
    rarr: '→',
    euro: '€',
  }),
);

const lastCodePoint = 0x10_ff_ff;

/** Decodes character references to text, never to markup. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi, (written, hex, decimal, name) => {
    if (name !== undefined) return named.get(name) ?? written;
    const code = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= lastCodePoint && !(code >= 0xd8_00 && code <= 0xdf_ff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });
}
