import { cutCharacters } from '#text/sentences/cut-text.ts';

/**
 * Removes characters that XML forbids and no reader sees; a database would reject a NUL. U+0080 to U+009F become the
 * Windows-1252 quotes and dashes that were decoded as Latin 1 by mistake.
 */
export function withoutControls(text: string): string {
  if (clean.test(text)) return text;
  return text
    .replace(/[\u0080-\u009f]/g, (control) => windows1252.decode(Uint8Array.of(control.charCodeAt(0))))
    .replace(/(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}]/gu, '');
}

/** Matches text without controls and noncharacters. Surrogates that may end a noncharacter do not match. */
const clean = /^[\t\n\r -~\u00a0-\udffd\ue000-\ufdcf\ufdf0-\ufffd]*$/;
const windows1252 = new TextDecoder('windows-1252');

/** Does the same for references such as `&#146;`, which HTML reads as Windows-1252 but XML does not. */
export function withoutControlReferences(xml: string): string {
  return xml.replace(/&#(?:(1[2-5]\d)|x0*([89][\da-f]));/gi, (reference, decimal?: string, hex?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code < 0x80 ? reference : withoutControls(String.fromCharCode(code));
  });
}

/** Replaces each run of whitespace by one space. */
export function singleSpaced(text: string): string {
  return uneven.test(text) ? text.replace(unevenRuns, ' ') : text;
}

/** Whitespace other than single spaces. Replacing single spaces too would take far longer. */
const uneven = / {2}|[^\S ]/;
const unevenRuns = /\s{2,}|[^\S ]/g;

/** At most this many characters, cut between words if possible. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = cutCharacters(text, limit - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > limit * 0.6 ? cut.slice(0, space) : cut).replace(/[\s.,;:–—-]+$/, '')}…`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
