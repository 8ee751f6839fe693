import { parseJsonObject } from '#schema/parse-json.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { scanTalk, type TalkPart } from './scan-talk.ts';

/** A title fits on one line of the list of threads. */
const maxTitleCharacters = 60;

/** Talk around a title is a few times as long as the title; a longer line is something else. */
const maxLineCharacters = 400;

/** A whole sentence of the instructions is an echo, while two words of them may be the subject of a thread. */
const echoCharacters = 15;

/**
 * Reads the title in a model's answer; null if the answer is something else. `instructions` are the prompt without
 * the conversation.
 */
export function readTitle(answer: string, instructions: string): string | null {
  const text = readJson(answer) ?? answer;
  const [first, ...others] = text.split('\n').filter((each) => !/^\s*(?:`{3}\w*\s*)?$/.test(each));
  if (first === undefined || others.length > 0 || first.length > maxLineCharacters) return null;
  const line = first.normalize('NFC').replace(/\s+/g, ' ').trim();
  const title = unwrap(readQuoted(line) ?? withoutTalk(line));
  if (!/[\p{L}\p{N}]/u.test(title) || Array.from(title).length > maxTitleCharacters) return null;
  if (/[*_]{2}|`|\]\(|^[-+>|] |^\d+\. |<\/?[a-z]|^\{|[:：]$/iu.test(title)) return null;
  return isTalk(title) || isEcho(title, instructions) ? null : title;
}

/** Reads the title of an object anywhere in the answer; null if there is no object, and empty if it has no title. */
function readJson(answer: string): string | null {
  const end = Math.max(answer.lastIndexOf('}'), answer.lastIndexOf(']')) + 1;
  const found = parseJsonObject(answer.slice(Math.max(0, answer.search(/[[{]/)), end));
  if (found === null) return null;
  const texts = Object.entries(found).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const named = texts.find(([name]) => scanTalk(name).some(({ kind }) => kind === 'noun'));
  return (named ?? (texts.length === 1 ? texts[0] : undefined))?.[1] ?? '';
}

const quoted =
  /["“„«「『《]([^"“”„«»「」『』《》]+)["“”»」』》]|(?<![\p{L}\p{N}])['‘]([^'‘’]+)['’](?![\p{L}\p{N}])/u;

/** Reads the only quotation of a line if the words around it hand it over: “A good title would be "Boxes"”. */
function readQuoted(line: string): string | null {
  const match = quoted.exec(line);
  if (match === null) return null;
  const around = scanTalk(`${line.slice(0, match.index)} ${line.slice(match.index + match[0].length)}`);
  return isAllTalk(around) && hasKind(around, ['noun', 'offer', 'assent'])
    ? ((match[1] ?? match[2])?.trim() ?? null)
    : null;
}

/** Removes the words with which a model hands a title over: “Sure! Here is a title: Boxes. Hope this helps!” */
function withoutTalk(line: string): string {
  const parts = scanTalk(line);
  const isLast = (at: number) => parts.slice(at + 1).every(({ kind }) => isMark(kind));
  const start = parts.findLast((_, at) => !isLast(at) && endsTalk(parts, at))?.end ?? 0;
  const rest = line.slice(start);
  // A question after an answer is a question to the person.
  if (start > 0 && /[?？]$/u.test(rest.trimEnd())) return '';
  const after = scanTalk(rest);
  const tail = after.slice(after.findLastIndex(({ kind }) => kind === 'other') + 1);
  const stop = tail.find(
    ({ kind }, at) => (kind === 'stop' || kind === 'dash') && hasKind(tail.slice(at), ['offer']),
  );
  return rest.slice(0, tail.length === after.length ? undefined : stop?.start).trim();
}

/** Whether the talk ends with this mark and the title begins. */
function endsTalk(parts: TalkPart[], at: number): boolean {
  const before = parts.slice(0, at);
  const { kind } = parts[at] ?? {};
  if (kind === 'comma') return isAllTalk(before) && hasKind(before, ['assent']);
  if (kind === 'stop') return isAllTalk(before) && hasKind(before, ['assent', 'mild', 'offer', 'noun']);
  if (kind !== 'colon' && kind !== 'dash') return false;
  const clause = before.slice(before.findLastIndex((part) => part.kind === 'stop') + 1);
  if (isAllTalk(clause)) return hasKind(clause, ['assent', 'offer', 'noun']);
  // This matches “Great question! My little title for you:” and “What I find a good title is:”.
  return hasKind(clause, ['noun']) && (clause.length < before.length || clause.at(-1)?.kind === 'verb');
}

/** A title rarely begins with these words. If one does, the thread gets its name from its first message. */
const talk =
  /^(?:i(?:['’]m| am) (?:sorry|unable|not able|afraid|happy|an ai)|i (?:can|can(?:['’]t|not)|could not|would|will|do not|don['’]t)\b|i['’](?:d|ll|ve)\b|as an ai|sorry,|unfortunately|let me|ich (?:kann|würde|schlage)|es tut mir|leider|je (?:ne|suis|peux|propose)|désolée?|malheureusement|lo siento|no puedo|lamentablemente|mi dispiace|purtroppo|non posso|desculpe|infelizmente|não posso|helaas|к сожалению|извините|простите|я не могу|以下(?:是|为)|这是|抱歉|对不起|很抱歉|我(?:无法|不能|建议)|申し訳|すみません|ごめん|こちら(?:が|は)|죄송|미안)/iu;

/** Whether the model still talks to someone: “As requested, boxes”, “A good title would be Boxes”. */
function isTalk(title: string): boolean {
  if (talk.test(title)) return true;
  const parts = scanTalk(title);
  const first = parts.findIndex(({ kind }) => kind === 'other');
  const head = first === -1 ? parts : parts.slice(0, first);
  return hasKind(head, ['offer']) || (hasKind(head, ['noun']) && hasKind(head, ['verb']));
}

function isAllTalk(parts: TalkPart[]): boolean {
  return !hasKind(parts, ['other']);
}

function isMark(kind: TalkPart['kind']): boolean {
  return kind === 'colon' || kind === 'stop' || kind === 'dash' || kind === 'comma';
}

function hasKind(parts: TalkPart[], kinds: readonly TalkPart['kind'][]): boolean {
  return parts.some(({ kind }) => kinds.includes(kind));
}

/** Removes quotes or stars, in which models like to wrap a title. */
function unwrap(text: string): string {
  const bare = text.replace(/^#+\s*/, '').replace(/^[\s*_`]+|(?<![\s*_`.。])[\s*_`.。]+$/g, '');
  const inner = /^["'“”„‘’«»「『](.*)["'“”‘’«»」』]$/u.exec(bare)?.[1];
  if (inner !== undefined && !/["“”„«»「」『』]/u.test(inner)) return unwrap(inner);
  return bare === '' ? text : bare;
}

function isEcho(title: string, instructions: string): boolean {
  const said = toLetters(title);
  return Array.from(said).length >= echoCharacters && toLetters(instructions).includes(said);
}

function toLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The title is only looked for in the first characters of a text. */
const readCharacters = 4000;

/** Names a thread by its first sentence, cut to one line. */
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
