// The public API of precis-memory/tokens, which counts exactly with the tables of the package gpt-tokenizer.
export { loadTokenizer, type Tokenizer } from '#text/tokens/tokens.ts';
