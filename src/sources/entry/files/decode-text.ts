/** How far into a page its charset declaration may be. The HTML standard says 1024 bytes, but browsers read further. */
const prescanBytes = 4096;

/** Decodes by byte order mark, then HTTP header, then the page's own declaration, then UTF-8, then Windows-1252. */
export function decodeText(body: Uint8Array, contentType: string | null): string {
  const start = new TextDecoder('latin1').decode(body.subarray(0, prescanBytes));
  const declared = [
    byteOrderMark(body),
    charsetIn(contentType ?? ''),
    // A page that could be read this far as single bytes is not UTF-16, whatever its label says.
    charsetIn(start)?.replace(/^utf-?16.*/i, 'utf-8'),
  ];
  for (const label of declared) {
    const decoder = label ? decoderFor(label) : null;
    if (decoder) return decoder.decode(body);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
}

export function byteOrderMark(body: Uint8Array): string | null {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return null;
}

/** Reads `charset=…` in a header or meta element, and `encoding="…"` in an XML declaration. */
export function charsetIn(text: string): string | null {
  const match =
    /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]+)|^[^<]{0,200};\s*charset\s*=\s*["']?([\w.:-]+)|^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)/i.exec(
      text,
    );
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
}

export function decoderFor(label: string) {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
