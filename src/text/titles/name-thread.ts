import { splitSentences } from '#text/sentences/sentences.ts';
import { maxTitleCharacters } from './read-title.ts';

/** No line of a title is looked for further on. */
const readCharacters = 4000;

/** A thread's first sentence, at most a line of it. */
export function nameThread(text: string): string {
  const head = text.trimStart().slice(0, readCharacters);
  const first = splitSentences(head)[0]?.text ?? head;
  const line = first.replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= maxTitleCharacters) return line;
  const cut = characters.slice(0, maxTitleCharacters - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > maxTitleCharacters / 2 ? cut.slice(0, space) : cut}…`;
}
