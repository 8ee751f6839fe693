/** A line of the list of threads. */
export const maxTitleCharacters = 60;

/** A whole sentence of the instructions is an echo; two words of them may well be what a thread is about. */
const echoCharacters = 15;

/**
 * The title in a model's answer; null where the answer is something else. `instructions` are the prompt without the
 * conversation.
 */
export function readTitle(answer: string, instructions: string): string | null {
  const [line, ...others] = answer.split('\n').filter((each) => each.trim() !== '');
  if (line === undefined || others.length > 0) return null;
  const title = unwrap(line.replace(/\s+/g, ' ').trim());
  if (!/[\p{L}\p{N}]/u.test(title) || Array.from(title).length > maxTitleCharacters) return null;
  if (/[*_]{2}|`|\]\(|^[-+>|] |^\d+\. |<\/?[a-z]|[:：]$/iu.test(title)) return null;
  return isEcho(title, instructions) ? null : title;
}

/** Models like to wrap a title in quotes, stars or a label. */
function unwrap(line: string): string {
  const bare = line
    .replace(/^#+\s*/, '')
    .replace(/^[\s*_]*(?:title|titel|titre|título|titolo|标题|標題|タイトル)\s*[:：]\s*/iu, '')
    .replace(/^[\s"'“”‘’«»「『*_`]+|(?<![\s"'“”‘’«»」』*_`.。])[\s"'“”‘’«»」』*_`.。]+$/g, '');
  return bare === '' ? line : bare;
}

function isEcho(title: string, instructions: string): boolean {
  const said = toLetters(title);
  return Array.from(said).length >= echoCharacters && toLetters(instructions).includes(said);
}

function toLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
