import { byteOrderMark, charsetIn, decoderFor } from '#sources/entry/files/decode-text.ts';

/** Encodings in which wrong bytes are possible, so that a text which decodes without an error proves the label. */
const checkable =
  /^(?:gb|big5|shift_jis|sjis|euc-|iso-2022|utf-16|ms_kanji|x-sjis|windows-31j|ks_c|korean|hz)/i;

/**
 * Decodes a feed whose labels may lie. In this order: a byte order mark, the pattern of UTF-16, valid UTF-8 (whatever the
 * labels say: other text does not look like it by accident), the labels that can be proved, mostly valid UTF-8 (a file cut
 * in the middle of a character), the other labels, Windows-1252.
 */
export function decodeFeed(body: Uint8Array, contentType: string | null): string {
  const marked = byteOrderMark(body) ?? utf16Pattern(body);
  if (marked) return new TextDecoder(marked).decode(body);

  const start = new TextDecoder('latin1').decode(body.subarray(0, 1024));
  const labels = [charsetIn(contentType ?? ''), charsetIn(start.trimStart())].filter(
    (label) => label !== null,
  );
  const seven = labels.find((label) => /^(?:iso-2022|hz)/i.test(label));
  const utf8 = new TextDecoder().decode(body);
  if (!seven && !utf8.includes('\ufffd')) return utf8;
  for (const label of labels.filter((each) => checkable.test(each))) {
    const text = decodeStrictly(body, label);
    if (text !== null) return text;
  }
  if (isMostlyUtf8(utf8)) return utf8;
  for (const label of labels) {
    const decoder = /^utf-?8$/i.test(label) ? null : decoderFor(label);
    if (decoder) return decoder.decode(body);
  }
  return new TextDecoder('windows-1252').decode(body);
}

function utf16Pattern(body: Uint8Array): string | null {
  const [first, second, third, fourth] = body;
  if (first === 0 && second === 0x3c && third === 0) return 'utf-16be';
  if (first === 0x3c && second === 0 && fourth === 0) return 'utf-16le';
  return null;
}

function decodeStrictly(body: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** At least as many real characters beyond ASCII as broken ones. */
function isMostlyUtf8(text: string): boolean {
  let broken = 0;
  let real = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd) broken++;
    else if (code > 0x7f) real++;
  }
  return broken <= real;
}
