import { isUnspaced } from '#text/sentences/words.ts';
import { tidyTagName } from './tag-name.ts';

/** Longer than any name of a subject; what is longer is a sentence. */
const mostCharacters = 60;
const mostWords = 5;
const mostUnspaced = 20;

const letter = /\p{L}/u;
/** Markup, addresses, placeholders and ends of sentences are no part of a name. */
const foreign = /[<>{}[\]|\\^~=`@。！？]|https?:|www\.|[.!?;:]\s|\n/u;

/** How a name is shown; null: it is none, but a sentence, a number or markup. For names that a model wrote. */
export function cleanTagName(written: string): string | null {
  if (foreign.test(written.trim())) return null;
  const name = tidyTagName(written);
  if (name === '' || !letter.test(name) || Array.from(name).length > mostCharacters) return null;
  if (isUnspaced(name)) return Array.from(name).length > mostUnspaced ? null : name;
  return name.split(' ').length > mostWords ? null : name;
}
