import type { Memory } from '#schema/sessions/memory.ts';
import type { Prompt, RecordKind, SessionId, SessionSummary } from '#schema/sessions/session.ts';
import type { SessionCard, SessionPorts } from '#sources/session/ports.ts';
import { clip, formatRef } from '#sources/session/records/record-card.ts';
import { withoutToolLines } from '#text/extract-session.ts';
import { isQuestion } from '#text/extraction/statements.ts';
import { quotableLines, quotablePrompt } from '#text/memories/quotable-words.ts';
import { findLevel, levelTerms, type TermWeight } from '#text/search-levels.ts';
import { cutExcerpt, toOneLine } from '#text/sentences/cut-text.ts';

type Ports = Pick<SessionPorts, 'store' | 'memories'>;

/** A session with something in common with the topic. */
export interface Matched {
  /** The sum of the weights of the topic's terms that the session has, and their number. */
  weight: number;
  terms: number;
  /** Their share of the weight of all terms. */
  share: number;
}

/** A session before its lines are read. */
export interface Candidate extends Matched {
  id: SessionId;
  /** Sorted best first. */
  found: SessionCard[];
  /** The terms of the topic that the session has. */
  matched: TermWeight[];
}

/** A line of a record that says something about the topic. */
export interface HitLine {
  kind: RecordKind;
  id: number;
  ref: string;
  createdAt: number;
  sessionId: SessionId;
  /** Who said it. `mixed`: a prompt of the user, of which a part may be pasted. */
  voice: 'user' | 'mixed' | 'agent' | 'tool';
  text: string;
}

/** What a session says about the topic. */
export interface HitSession extends Matched {
  id: SessionId;
  at: number;
  /** Sorted most telling first. */
  lines: HitLine[];
}

/** Everything that a session says about the topic. */
export function textOf({ lines }: HitSession): string {
  return lines.map(({ text }) => text).join('\n');
}

/** Turns around the best hit of a session, because a decision often follows the words that ask for it. */
const turnsBefore = 3;
const turnsRead = 12;
const lineCharacters = 260;
const maxEnded = 500;

/** Whether a statement of a prompt was replaced, was dismissed or waits for a person. */
export type IsEnded = (promptId: number, sentence: string) => boolean;

const endedStates = ['superseded', 'proposed', 'dismissed'] as const;

export async function findEnded(
  { memories }: Pick<Ports, 'memories'>,
  projects: string[] | undefined,
): Promise<IsEnded> {
  const lists = await Promise.all(
    endedStates.map((state) =>
      memories.listMemories({ projects: projects ?? [], state, offset: 0, limit: maxEnded }),
    ),
  );
  const ended = lists.flat().filter(({ source }) => source?.kind === 'prompt');
  const byPrompt = Map.groupBy(ended, ({ source }) => source?.id);
  const has = ({ text }: Memory, sentence: string) => sentence.includes(toOneLine(text));
  return (promptId, sentence) => byPrompt.get(promptId)?.some((memory) => has(memory, sentence)) ?? false;
}

/** Reads what a session says around its best hit. */
export async function readSession(
  { store }: Ports,
  { id, found, matched, weight, share, terms }: Candidate,
  isEnded: IsEnded,
): Promise<HitSession> {
  const [best] = found;
  const near = {
    sessionId: id,
    fromPrompt: Math.max(0, (best?.promptNumber ?? 0) - turnsBefore),
    order: 'oldest',
    offset: 0,
    limit: turnsRead,
  } as const;
  const [prompts, summaries] = await Promise.all([
    store.listRecords('prompt', near),
    store.listRecords('summary', near),
  ]);
  const lines = [
    ...prompts.flatMap((prompt) => promptLine(prompt, isEnded)),
    ...summaries.flatMap(summaryLine),
    ...found.flatMap((card) => observationLine(card, matched)),
  ];
  return {
    id,
    at: Math.max(...found.map(({ createdAt }) => createdAt), ...lines.map(({ createdAt }) => createdAt)),
    weight,
    share,
    terms,
    lines: byWorth(lines, matched, found),
  };
}

/** A line before its most telling sentences are chosen. */
type ReadLine = Omit<HitLine, 'text'> & { sentences: string[] };

function promptLine(prompt: Prompt, isEnded: IsEnded): ReadLine[] {
  const { id, createdAt, sessionId } = prompt;
  const { sentences, typed } = quotablePrompt(prompt.text ?? '', (sentence) => isEnded(id, sentence));
  if (sentences.length === 0) return [];
  const ref = formatRef('prompt', id);
  const voice = typed.length === sentences.length ? 'user' : 'mixed';
  return [{ kind: 'prompt', id, ref, createdAt, sessionId, voice, sentences }];
}

function summaryLine(summary: SessionSummary): ReadLine[] {
  const { id, createdAt, sessionId } = summary;
  const told = [summary.learned, summary.completed, summary.next_steps, summary.notes ?? ''].flatMap(
    (field) => withoutToolLines(field),
  );
  const said = quotableLines(told);
  if (said.length === 0) return [];
  const ref = formatRef('summary', id);
  return [{ kind: 'summary', id, ref, createdAt, sessionId, voice: 'agent', sentences: said }];
}

function observationLine(card: SessionCard, weights: readonly TermWeight[]): ReadLine[] {
  const { kind, id, createdAt, sessionId, text } = card;
  if (kind !== 'observation') return [];
  const words = weights.map(({ term }) => term.text);
  const said = quotableLines([cutExcerpt(text, words)]);
  if (said.length === 0) return [];
  return [{ kind, id, ref: formatRef(kind, id), createdAt, sessionId, voice: 'tool', sentences: said }];
}

/** A question says less than its answer, and what follows says more than what opens a session. */
function byWorth(
  lines: readonly ReadLine[],
  matched: readonly TermWeight[],
  found: readonly SessionCard[],
): HitLine[] {
  const [first] = lines;
  const worth = lines.map((line) => {
    const text = line.sentences.join(' ');
    const isFound = found.some(({ kind, id }) => kind === line.kind && id === line.id);
    return (
      shareOf(text, matched) * (isFound ? 1.5 : 1) + (line === first ? 0 : 0.3) + (isQuestion(text) ? 0 : 0.5)
    );
  });
  return [...lines.keys()]
    .sort((one, other) => (worth[other] ?? 0) - (worth[one] ?? 0))
    .flatMap((at) => lines[at] ?? [])
    .map(({ sentences, ...line }) => ({ ...line, text: tellingPart(sentences, matched) }));
}

/** The share of the topic that a text has. */
function shareOf(text: string, matched: readonly TermWeight[]): number {
  const terms = ` ${levelTerms({ title: '', text })} `;
  let share = 0;
  let total = 0;
  for (const { term, weight } of matched) {
    total += weight;
    if (findLevel(terms, term) >= 0) share += weight;
  }
  return total === 0 ? 0 : share / total;
}

/** The sentences that say most about the topic, in their order, as far as a line has room for them. */
function tellingPart(sentences: readonly string[], matched: readonly TermWeight[]): string {
  const whole = sentences.join(' ');
  if (whole.length <= lineCharacters) return whole;
  const shares = sentences.map((sentence) => shareOf(sentence, matched));
  const chosen = new Set<number>();
  let left = lineCharacters;
  for (const at of [...sentences.keys()].sort((one, other) => (shares[other] ?? 0) - (shares[one] ?? 0))) {
    const { length } = sentences[at] ?? '';
    if (length + 2 > left && chosen.size > 0) continue;
    left -= length + 2;
    chosen.add(at);
  }
  const told = sentences.flatMap((sentence, at) =>
    chosen.has(at) ? [sentence] : chosen.has(at - 1) ? ['…'] : [],
  );
  return clip(told.join(' '), lineCharacters);
}
