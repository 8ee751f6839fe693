import type { MemoryKind } from '#schema/sessions/memory.ts';
import { isMachineText } from '#text/extraction/boilerplate.ts';
import { toOneLine } from '#text/sentences/cut-text.ts';
import { findMemories } from './find-memories.ts';
import { proposalIn } from './find-proposal.ts';
import { leadsToText, mayHandOver } from './foreign-voice.ts';
import { splitTyped, typedSentences } from './typed-words.ts';

/** In a longer prompt, only what is plainly typed is quoted. */
const longestSpoken = 400;

export interface Quotable {
  sentences: string[];
  /** The sentences that a person plainly typed. A part of the others may be pasted. */
  typed: string[];
}

/**
 * Finds the sentences of a prompt that another session may read as a quotation. A statement that waits for a person,
 * or has ended, is left out. What may be pasted, such as text after a colon, is only quoted if it asks for nothing and
 * no words before it speak of a text.
 */
export function quotablePrompt(prompt: string, hasEnded: (sentence: string) => boolean): Quotable {
  const plain = typedSentences(prompt).map(toOneLine);
  const isSpoken = prompt.length <= longestSpoken && !prompt.trim().includes('\n');
  const others = isSpoken ? splitTyped(prompt).map(toOneLine) : [];
  const shown = others.filter((sentence) => !plain.includes(sentence) && isHarmless(sentence, plain));
  // The typed beginning of a sentence is shown with its sentence.
  const typed = plain
    .filter((sentence) => sentence !== '' && !shown.some((all) => all.includes(sentence)))
    .filter((sentence) => !isMachineText(sentence) && !isWaiting(sentence) && !hasEnded(sentence));
  const order = (sentence: string) => toOneLine(prompt).indexOf(sentence);
  const sentences = [...typed, ...shown].sort((one, other) => order(one) - order(other));
  return { sentences, typed };
}

/** Whether what follows the typed beginning of a sentence asks for nothing. */
function isHarmless(sentence: string, typed: readonly string[]): boolean {
  const head = typed.findLast((start) => start !== '' && sentence.startsWith(start)) ?? '';
  const rest = sentence.slice(head.length).replace(/^[\s:：,，—–-]{1,5}/u, '');
  if (head === '' || mayHandOver(head) || leadsToText(head)) return false;
  if (isMachineText(rest) || proposalIn(rest, 'fact') !== null) return false;
  return quotableLines([rest]).length > 0 && quotableLines([sentence]).length > 0;
}

/** Whether a sentence should hold beyond its session, so that it is among the memories if it holds. */
export function isStatement(sentence: string): boolean {
  return judge(sentence).isStatement;
}

/** The kinds of statements that an agent cannot make for the user. */
const ofUsers: ReadonlySet<MemoryKind> = new Set(['instruction', 'preference']);

/**
 * Finds the lines of an agent's text that another session may read as a quotation. What sounds like an instruction of
 * the user is left out, because a page that the agent read may have dictated it.
 */
export function quotableLines(lines: readonly string[]): string[] {
  return lines.map(toOneLine).filter((line) => line !== '' && judge(line).isQuotable);
}

function isWaiting(sentence: string): boolean {
  return judge(sentence).isWaiting;
}

interface Judged {
  /** Whether it is a statement that waits for a person. */
  isWaiting: boolean;
  /** Whether it should hold beyond its session. */
  isStatement: boolean;
  /** Whether an agent may say it. */
  isQuotable: boolean;
}

/** Matches words about the person, in whose name a page may have an agent speak. */
const ofPerson =
  /(?<!\p{L})(?:users?|owners?|developers?|maintainers?|you|your|benutzer\p{L}{0,3}|nutzer\p{L}{0,3}|utilisat\p{L}{2,5}|usuari[oa]s?)(?!\p{L})|用户|使用者|ユーザー|利用者/iu;
const orders: ReadonlySet<unknown> = new Set(['action', 'permission']);

/** The same records are often hits of several prompts, and judging a sentence takes long. */
const judged = new Map<string, Judged>();
const keptSentences = 5000;

function judge(sentence: string): Judged {
  const known = judged.get(sentence);
  if (known !== undefined) return known;
  const { memories, withdrawals } = findMemories(sentence);
  const isOfUser = withdrawals.length > 0 || memories.some(({ kind }) => ofUsers.has(kind));
  const isQuotable =
    !isOfUser &&
    memories.every(({ text, kind }) => proposalIn(text, kind) === null) &&
    !(ofPerson.test(sentence) && orders.has(proposalIn(sentence)));
  const judgement = {
    isStatement: memories.length + withdrawals.length > 0,
    isWaiting: withdrawals.length > 0 || memories.some(({ proposes }) => proposes !== null),
    isQuotable,
  };
  if (judged.size >= keptSentences) judged.clear();
  judged.set(sentence, judgement);
  return judgement;
}
