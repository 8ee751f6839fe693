export interface Tokenizer {
  count(text: string): number;
}

/** Long runs without a space make the encoder's merges slow; pieces of this size keep it linear. */
const pieceCharacters = 8192;

/** A real tokenizer (o200k). Loaded on first need: its tables take a moment and some memory. */
export async function loadTokenizer(): Promise<Tokenizer> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Control tokens such as <|endoftext|> in a text are plain characters here; by default they throw.
  const plainText = { disallowedSpecial: new Set<string>() };
  return {
    count(text) {
      let total = 0;
      for (let start = 0; start < text.length; start += pieceCharacters) {
        total += countTokens(text.slice(start, start + pieceCharacters), plainText);
      }
      return total;
    },
  };
}

/** An upper bound that needs no tokenizer: byte-pair tokens are never shorter than one byte of UTF-8. */
export function boundTokens(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return bytes;
}
