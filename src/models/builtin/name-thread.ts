import { splitSentences } from '#text/sentences.ts';

const maxCharacters = 60;

/** A thread's first sentence, at most a line of it. */
export function nameThread(text: string): string {
  const first = splitSentences(text)[0]?.text ?? text;
  const line = first.replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= maxCharacters) return line;
  const cut = characters.slice(0, maxCharacters).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > maxCharacters / 2 ? cut.slice(0, space) : cut}…`;
}
