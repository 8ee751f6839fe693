import type { DetailLevel } from '#schema/language.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { type Sentence, splitSentences } from '#text/sentences/sentences.ts';
import { countWords, isUnspaced } from '#text/sentences/words.ts';
import { REDUNDANCY, rankUnits } from './extraction/rank-units.ts';
import { budgetOf, type ExtractBudget, selectUnits } from './extraction/select.ts';
import { isQuestion, makesStatement } from './extraction/statements.ts';
import type { Unit } from './extraction/units.ts';

type ThreadMessage = { role: 'user' | 'assistant' | 'tool'; name?: string | undefined; text: string };
type ThreadGroup = 'decision' | 'question' | 'rest';

type ThreadOptions = {
  budget?: ExtractBudget | undefined;
  detail?: DetailLevel | undefined;
  language?: string | undefined;
};

type ThreadSentence = {
  group: ThreadGroup;
  speaker: string;
  /** The index of the message; `start` and `end` are offsets into its text. */
  message: number;
  start: number;
  end: number;
  text: string;
};
type ThreadSummary = { text: string; sentences: ThreadSentence[]; language: string | undefined };

/** The place of a unit; `turn` counts the messages that people and the assistant wrote. */
type Placed = { unit: Unit; message: number; turn: number };

const LABELS: Readonly<Record<ThreadMessage['role'], string>> = {
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
};
const SEPARATOR = '\n\n';
// Decisions and questions come first but leave part of the budget for the rest of the thread.
const SHARES: readonly [ThreadGroup, number][] = [
  ['decision', 0.5],
  ['question', 0.25],
  ['rest', 1],
];

/**
 * Summarizes a thread in its own sentences, each with its speaker: first decisions, then open questions, then the
 * rest.
 */
export function extractThread(
  messages: readonly ThreadMessage[],
  options: ThreadOptions = {},
): ThreadSummary {
  const whole = messages.map(({ text }) => text).join(SEPARATOR);
  const language = options.language ?? guessLanguage(whole);
  const code = primarySubtag(language ?? 'en');
  const starts = startsOf(messages);
  const ranked = rankUnits(whole, { sentences: splitMessages(messages, starts, language), language: code });
  const placed = placeUnits(ranked.units, messages, starts);
  const groups = groupUnits(placed, messages, code);
  const dependent = ranked.dependent.map(
    (needs, at) => needs && placed[at]?.message === placed[at - 1]?.message,
  );
  // An open question stands without an answer.
  const leading = ranked.leading.map(
    (leads, at) => leads && groups[at] === 'rest' && groups[at + 1] === 'rest',
  );
  const limit = budgetOf({ words: countWords(whole), unspaced: isUnspaced(whole) }, options);
  const lengthOf = (unit: Unit): number => {
    const speaker = speakerOf(messages[placed[unit.index]?.message ?? 0]);
    return options.budget?.characters === undefined
      ? unit.wording.length + 1
      : unit.text.length + speaker.length + ': \n'.length;
  };
  const sentences: ThreadSentence[] = [];
  const taken: Unit[] = [];
  let left = limit;
  for (const [group, share] of SHARES) {
    const chosen = selectUnits({
      ...ranked,
      scores: ranked.scores.map((score, at) => score + (group !== 'rest' && groups[at] === group ? 1 : 0)),
      among: (at) => groups[at] === group,
      dependent,
      leading,
      limit: Math.min(left, limit * share),
      lengthOf,
      redundancy: REDUNDANCY,
      overrun: false,
      taken,
    });
    for (const unit of chosen) {
      taken.push(unit);
      left -= lengthOf(unit);
      sentences.push(describe(unit, placed[unit.index]?.message ?? 0, { group, messages, starts }));
    }
  }
  const lines = sentences.map(({ speaker, text }) => `${speaker}: ${text}`);
  return { text: lines.join('\n'), sentences, language };
}

type Setting = { group: ThreadGroup; messages: readonly ThreadMessage[]; starts: readonly number[] };

function describe(unit: Unit, message: number, { group, messages, starts }: Setting): ThreadSentence {
  const offset = starts[message] ?? 0;
  return {
    group,
    speaker: speakerOf(messages[message]),
    message,
    start: unit.start - offset,
    end: unit.end - offset,
    text: unit.text,
  };
}

function speakerOf(message: ThreadMessage | undefined): string {
  const name = message?.name?.replace(/\s+/gu, ' ').trim() ?? '';
  return name === '' ? LABELS[message?.role ?? 'user'] : name;
}

function startsOf(messages: readonly ThreadMessage[]): number[] {
  let start = 0;
  return messages.map(({ text }) => {
    const here = start;
    start += text.length + SEPARATOR.length;
    return here;
  });
}

/** Splits all messages into sentences with offsets into the joined text. A paragraph never spans two messages. */
function splitMessages(
  messages: readonly ThreadMessage[],
  starts: readonly number[],
  language: string | undefined,
): Sentence[] {
  const sentences: Sentence[] = [];
  let paragraphs = 0;
  messages.forEach((message, at) => {
    const start = starts[at] ?? 0;
    const first = paragraphs;
    for (const sentence of splitSentences(message.text, language)) {
      paragraphs = Math.max(paragraphs, first + sentence.paragraph + 1);
      sentences.push({
        ...sentence,
        start: start + sentence.start,
        end: start + sentence.end,
        index: sentences.length,
        paragraph: first + sentence.paragraph,
        // A whole message without a full stop looks like a heading but is not one.
        kind: sentence.kind === 'heading' && isWhole(sentence, message) ? 'prose' : sentence.kind,
        speaker: sentence.speaker ?? speakerOf(message),
      });
    }
  });
  return sentences;
}

function isWhole({ start, end }: Sentence, { text }: ThreadMessage): boolean {
  return !text.startsWith('#', start) && text.trim().length <= end - start + 1;
}

function placeUnits(
  units: readonly Unit[],
  messages: readonly ThreadMessage[],
  starts: readonly number[],
): Placed[] {
  let message = 0;
  let turn = 0;
  return units.map((unit) => {
    while ((starts[message + 1] ?? Number.POSITIVE_INFINITY) <= unit.start) {
      message++;
      if (messages[message]?.role !== 'tool') turn++;
    }
    return { unit, message, turn };
  });
}

function groupUnits(
  placed: readonly Placed[],
  messages: readonly ThreadMessage[],
  language: string,
): ThreadGroup[] {
  const agreed = findAgreed(placed, messages, language);
  const answered = findAnswered(placed, messages, language);
  return placed.map(({ unit, message }): ThreadGroup => {
    if (messages[message]?.role === 'tool' || unit.kind === 'heading' || unit.kind === 'quoted')
      return 'rest';
    if (agreed.has(unit.index)) return 'decision';
    if (makesStatement('undecided', unit.text, language)) return 'question';
    if (isQuestion(unit.text)) return answered.has(unit.index) ? 'rest' : 'question';
    return makesStatement('decision', unit.text, language) ? 'decision' : 'rest';
  });
}

/** Finds proposals to which the next speaker says yes. Only the last proposal of a message counts. */
function findAgreed(
  placed: readonly Placed[],
  messages: readonly ThreadMessage[],
  language: string,
): Set<number> {
  const agreed = new Set<number>();
  let proposal: Placed | undefined;
  let current = -1;
  for (const at of placed) {
    const role = messages[at.message]?.role;
    if (role === 'tool') continue;
    const opens = at.message !== current;
    current = at.message;
    const other =
      proposal !== undefined && speakerOf(messages[proposal.message]) !== speakerOf(messages[at.message]);
    if (opens && proposal !== undefined && other) {
      if (makesStatement('agreement', at.unit.text, language)) agreed.add(proposal.unit.index);
      proposal = undefined;
    }
    if (makesStatement('proposal', at.unit.text, language)) proposal = at;
  }
  return agreed;
}

/**
 * Finds questions that somebody else answered: with words of the question, or in the next turn without evading it.
 */
function findAnswered(
  placed: readonly Placed[],
  messages: readonly ThreadMessage[],
  language: string,
): Set<number> {
  const answered = new Set<number>();
  const evasive = new Set<number>();
  for (const { unit, message } of placed)
    if (makesStatement('undecided', unit.text, language)) evasive.add(message);
  let waiting: Placed[] = [];
  for (const at of placed) {
    const { unit, message } = at;
    if (messages[message]?.role === 'tool') continue;
    const asks = isQuestion(unit.text);
    if (!asks && !evasive.has(message)) {
      waiting = waiting.filter((question) => {
        const own = speakerOf(messages[question.message]) === speakerOf(messages[message]);
        if (own || !answers(at, question)) return true;
        answered.add(question.unit.index);
        return false;
      });
    }
    if (asks) waiting.push(at);
    if (waiting.length > MOST_WAITING) waiting.shift();
  }
  return answered;
}

// At most this many questions wait for an answer at once; more would make very long threads slow.
const MOST_WAITING = 30;

function answers({ unit, turn }: Placed, question: Placed): boolean {
  if (turn === question.turn + 1) return true;
  const asked = new Set(question.unit.wording.terms);
  return unit.wording.terms.filter((term) => asked.has(term)).length * 2 >= Math.max(2, asked.size);
}

type Message = Parameters<typeof extractThread>[0][number];

/**
 * This limit keeps a summary that is renewed many times from growing. It is about what the template of the fold
 * allows a model.
 */
const mostWords = 260;
const mostCharacters = 900;

/** A line of an earlier summary, which begins with the name of its speaker. */
const spoken = /^([^:：\n]{1,60})[:：] (.+)$/u;

/** Summarizes the previous summary and the new messages by their most telling sentences, each with its speaker. */
export function extractFold({
  previousSummary,
  messages,
  maxWords = null,
}: {
  previousSummary: string | null;
  /** A limit in words that applies if it is lower than the usual one. */
  maxWords?: number | null;
  messages: readonly Message[];
}): string {
  const all: Message[] = [...recall(previousSummary ?? ''), ...messages];
  const whole = all.map(({ text }) => text).join(' ');
  const words = Math.min(mostWords, maxWords ?? mostWords);
  const budget = isUnspaced(whole)
    ? { characters: Math.round((words * mostCharacters) / mostWords) }
    : { words };
  return extractThread(all, { budget }).text;
}

function recall(summary: string): Message[] {
  return summary
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, text] = spoken.exec(line) ?? [];
      if (name === undefined || text === undefined) return { role: 'assistant', name: 'Summary', text: line };
      return { role: name === 'User' ? 'user' : 'assistant', name, text };
    });
}
