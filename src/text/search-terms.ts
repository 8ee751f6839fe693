/** The words of a text as an index keeps them, parted by spaces. */
export function indexTerms(text: string): string {
  return fold(text).join(' ');
}

/** What a person looks for, as terms of the same index. */
export function parseSearch(query: string): { terms: { text: string; prefix: boolean }[] } {
  return {
    terms: fold(query)
      .slice(0, 16)
      .map((text) => ({ text, prefix: text.length > 1 })),
  };
}

function fold(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
