import { countWords, isUnspaced } from '#text/sentences/words.ts';

export type GateCode = 'source_empty' | 'source_title_only' | 'source_too_short';

export interface GateFinding {
  code: GateCode;
  message: string;
}

/**
 * The fewest words of a source, or characters if words are not spaced. A summary of less would be as long as its
 * source.
 */
const leastWords = 40;
const leastCharacters = 80;
/**
 * A beginning of this length is long enough to decide in nearly all texts, so that megabytes are not counted to their
 * end.
 */
const lookedAt = 4000;

/** Checks a text before any model is called; null means that there is something to summarize. */
export function checkSource(text: string, title: string | null): GateFinding | null {
  const body = text.trim();
  if (body === '') return { code: 'source_empty', message: 'There is no text to summarize.' };
  if (title !== null && body.length <= 4 * title.length + lookedAt && fold(body) === fold(title)) {
    return { code: 'source_title_only', message: 'Only the title is there, no text to summarize.' };
  }
  const unspaced = isUnspaced(body);
  const least = unspaced ? leastCharacters : leastWords;
  const count = (part: string) => (unspaced ? Array.from(part).length : countWords(part));
  if (body.length > lookedAt && count(body.slice(0, lookedAt)) > least) return null;
  const length = count(body);
  if (length >= least) return null;
  const unit = (unspaced ? 'character' : 'word') + (length === 1 ? '' : 's');
  return {
    code: 'source_too_short',
    message: `The text has only ${length} ${unit}: its summary would be no shorter.`,
  };
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
}
