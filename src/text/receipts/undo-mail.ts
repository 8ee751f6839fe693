/** A file, and how it was before mail programs sent it on: with marked lines, or in quoted-printable form. */
export function undoMail(text: string): string[] {
  const unmarked = /^>/m.test(text) ? [text, text.replace(/^(?:> ?){1,9}/gm, '')] : [text];
  return /=(?:\r?\n|[\dA-F]{2})/.test(text) ? [...unmarked, ...unmarked.map(readQuotedPrintable)] : unmarked;
}

function readQuotedPrintable(text: string): string {
  return text.replace(/=[ \t]{0,9}\r?\n/g, '').replace(/(?:=[\dA-F]{2})+/g, (codes) => {
    const bytes = codes
      .slice(1)
      .split('=')
      .map((code) => Number.parseInt(code, 16));
    return new TextDecoder().decode(Uint8Array.from(bytes));
  });
}
