import { CHAT_LABEL, flatten } from '#text/sentences/blocks.ts';
import type { Sentence } from '#text/sentences/sentences.ts';
import { countWords, isUnspaced } from '#text/sentences/words.ts';
import { isEndMatter, isFrontMatter } from './boilerplate.ts';
import passages from './passages.json' with { type: 'json' };
import { readPassages } from './passages.ts';
import { createReader, type Wording } from './wording.ts';

/** A piece of text that is chosen as a whole: a sentence, or a short turn of a dialog. */
export type Unit = {
  start: number;
  end: number;
  /** The text on one line. */
  text: string;
  index: number;
  kind: Sentence['kind'];
  paragraph: number;
  speaker: string | undefined;
  wording: Wording;
  /** The index of the first unit with the same wording. */
  first: number;
  /** How much more or less a reader wants the unit than its wording tells. */
  bonus: number;
  /** Whether the unit belongs to the page and not to the text. */
  aside: boolean;
};

export type Document = {
  units: Unit[];
  termCount: number;
  /** The first headings and mail headers, which say what the text is about. */
  headings: string[];
};

type Draft = Omit<Unit, 'index' | 'first'>;

// A turn with at most this many words is quoted whole; a longer one is cut into its sentences. Messages of a chat are
// written at once.
const LONGEST_WHOLE_TURN = 15;
const LONGEST_WHOLE_MESSAGE = 40;
const TOPIC_HEADINGS = 3;
const NEVER_CHOSEN: ReadonlySet<Sentence['kind']> = new Set(['code', 'header', 'signature', 'table']);
// If less than this share of the words remains without boilerplate, the text is about the
// boilerplate: a licence or a log.
const LEAST_REST = 0.15;

/** Groups sentences into units, numbers their content terms and leaves out boilerplate. */
export function buildUnits(text: string, sentences: readonly Sentence[], language: string): Document {
  const reader = createReader(isUnspaced(text), language);
  const headings: string[] = [];
  const drafts: Draft[] = [];
  const spare: Draft[] = [];
  for (const group of groupTurns(sentences)) {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    if (first.kind === 'header' && headings.length < TOPIC_HEADINGS) headings.push(flatten(first.text));
    const { start, end } = withoutMarks(text, first.start, last.end);
    const draft = draftUnit(text, { first, start, end, read: reader.read });
    (NEVER_CHOSEN.has(first.kind) ? spare : drafts).push(draft);
  }
  const kept = withoutBoilerplate(placeDrafts(text, drafts.length > 0 ? drafts : spare));
  for (const { kind, text } of kept)
    if (kind === 'heading' && headings.length < TOPIC_HEADINGS && !headings.includes(text))
      headings.push(text);
  const at = kept.findIndex(({ kind }) => kind !== 'heading');
  const opening = kept[at];
  const start = opening === undefined ? 0 : afterDateline(text, opening);
  if (opening !== undefined && start > opening.start)
    kept[at] = {
      ...draftUnit(text, { first: opening, start, end: opening.end, read: reader.read }),
      bonus: opening.bonus,
    };
  return { units: numberUnits(kept), termCount: reader.countTerms(), headings };
}

// A poem comes to its point at its end.
const ENDING = 0.1;
const BEFORE_ENDING = 0.8;
const FEWEST_VERSES = 8;
const LONGEST_VERSE = 60;
// The longest line of verse is much longer than most, so nearly every other line has room for one more word.
const OWN_LINES = 0.4;

/** Whether a text is verse: short lines that sentences run across. */
function isVerse(text: string, drafts: readonly Draft[]): boolean {
  const prose = drafts.filter(({ kind }) => kind === 'prose');
  const lines = prose.flatMap(({ start, end }) => text.slice(start, end).split('\n'));
  if (lines.length < FEWEST_VERSES || prose.length * 2 < drafts.length) return false;
  const short = lines.length > prose.length * 1.5 && lines.every((line) => line.length <= LONGEST_VERSE);
  return short && hasOwnLines(text, prose);
}

/** Whether lines end before they are full, which no program that wraps prose lets them do. */
function hasOwnLines(text: string, prose: readonly Draft[]): boolean {
  let ends = 0;
  let early = 0;
  const verses = prose.map(({ start, end }) =>
    text.slice(text.lastIndexOf('\n', start) + 1, end).split('\n'),
  );
  const width = verses.flat().reduce((widest, line) => Math.max(widest, line.length), 0);
  for (const lines of verses) {
    for (const [at, line] of lines.entries()) {
      const next = lines[at + 1]?.trim().split(/\s/u, 1)[0];
      if (next === undefined) continue;
      ends++;
      if (line.length + 1 + next.length <= width) early++;
    }
  }
  return early >= ends * OWN_LINES;
}

const MARK = String.raw`[[(（【{<](?:${passages.marks})[\])）】}>]`;
const OPENING_MARKS = new RegExp(
  String.raw`^(?:\[?\(?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?\)?\]?\s+(?=\p{L}[^:：\n]{0,40}[:：])|${MARK}\s*)+`,
  'iu',
);
const CLOSER = /[\])）】}>]/u;
const CLOSING_MARKS = new RegExp(
  String.raw`(?:\s{0,3}${MARK}|\[(?:\d{1,3}|[\p{L}]{2,12} (?:\d{1,3}|\p{L}{2,12}))\])+$`,
  'iu',
);
const MARK_INSIDE = new RegExp(MARK, 'iu');
const LONGEST_MARKS = 120;
const MARKED = -0.15;

/** Leaves out the time of a turn, the marks of a transcript and of footnotes at both ends of a unit. */
function withoutMarks(text: string, start: number, end: number): { start: number; end: number } {
  const from =
    start + (OPENING_MARKS.exec(text.slice(start, Math.min(end, start + LONGEST_MARKS)))?.[0].length ?? 0);
  if (!CLOSER.test(text.charAt(end - 1))) return { start: from < end ? from : start, end };
  const tail = text.slice(Math.max(from, end - LONGEST_MARKS), end);
  const to = end - (CLOSING_MARKS.exec(tail)?.[0].length ?? 0);
  return from < to ? { start: from, end: to } : { start, end };
}

type Reading = {
  first: Pick<Draft, 'kind' | 'paragraph' | 'speaker'> | Sentence;
  start: number;
  end: number;
  read: (text: string, kind: Sentence['kind']) => Wording;
};

function draftUnit(text: string, { first, start, end, read }: Reading): Draft {
  const wording = read(flatten(text.slice(start, end), first.kind === 'quoted'), first.kind);
  const { kind, paragraph, speaker } = first;
  return {
    start,
    end,
    text: wording.text,
    kind,
    paragraph,
    speaker,
    wording,
    bonus: MARK_INSIDE.test(wording.text) ? MARKED : 0,
    aside: false,
  };
}

/** Gives each draft what its place in the layout makes of it. */
function placeDrafts(text: string, drafts: readonly Draft[]): Draft[] {
  const passages = readPassages(drafts);
  const ending = isVerse(text, drafts) ? drafts.length * BEFORE_ENDING : drafts.length;
  return drafts.map((draft, at) => {
    const { kind = draft.kind, bonus = 0, aside = false } = passages[at] ?? {};
    return { ...draft, kind, bonus: draft.bonus + bonus + (at >= ending ? ENDING : 0), aside };
  });
}

function numberUnits(drafts: readonly Draft[]): Unit[] {
  const firsts = new Map<Wording, number>();
  return drafts.map((draft, index) => {
    const first = firsts.get(draft.wording) ?? index;
    if (first === index) firsts.set(draft.wording, index);
    return { ...draft, index, first };
  });
}

/** Leaves out licences, navigation and the like, unless hardly anything else is there. */
function withoutBoilerplate(drafts: Draft[]): Draft[] {
  const from = drafts.findIndex(({ text }) => isFrontMatter(text)) + 1;
  const end = drafts.findIndex(({ text }, at) => at >= from && isEndMatter(text));
  const rest = drafts
    .slice(from, end < 0 ? undefined : end)
    .filter(({ wording, aside }) => wording.role !== 'boilerplate' && !aside);
  const total = drafts.reduce((sum, { wording }) => sum + wording.length, 0);
  const left = rest.reduce((sum, { wording }) => sum + wording.length, 0);
  return rest.length > 0 && left >= total * LEAST_REST ? rest : drafts;
}

function* groupTurns(sentences: readonly Sentence[]): Generator<Sentence[]> {
  let at = 0;
  while (at < sentences.length) {
    const first = sentences[at];
    if (first === undefined) return;
    if (first.kind !== 'turn') {
      yield [first];
      at++;
      continue;
    }
    let end = at + 1;
    while (sentences[end]?.kind === 'turn' && sentences[end]?.paragraph === first.paragraph) end++;
    const turn = sentences.slice(at, end);
    const length = turn.reduce((sum, sentence) => sum + countWords(sentence.text), 0);
    const isMessage = CHAT_LABEL.test(first.text);
    if (length <= (isMessage ? LONGEST_WHOLE_MESSAGE : LONGEST_WHOLE_TURN)) yield turn;
    else for (const sentence of turn) yield [sentence];
    at = end;
  }
}

// Other letters in brackets only count before a dash. Elsewhere they abbreviate a name: "Newtonian Monte Carlo (NMC),
// a method …".
const DATELINE =
  /^(?:\p{Lu}[\p{L}\p{M}\s.,'’/-]{0,40}\s)?\((?:(?:CNN|AP|AFP|UPI|DPA|PTI|ANI|IANS|EFE|ANSA|TASS|KUNA|Reuters|Bloomberg|Xinhua)\)\s*(?:--?|[–—])?|[A-Z]{2,6}\)\s*(?:--?|[–—])\s)\s*(?=["“‘'(\p{Lu}\p{N}])/u;

// A Chinese report names its paper and its reporters first: 本报讯（记者 赵明）.
const CHINESE_DATELINE =
  /^(?:[\u3400-\u9fff]{2,8}讯|[\u3400-\u9fff\d\s]{3,24}电)\s?(?:[（(][^（）()]{2,40}[）)])?\s?|^[（(](?:记者|記者)[^（）()]{2,40}[）)]\s?/u;

/** Finds the end of the place and agency before the first sentence of a report, which are left out. */
function afterDateline(text: string, { start, end }: Draft): number {
  const head = text.slice(start, Math.min(end, start + 80));
  return start + ((DATELINE.exec(head) ?? CHINESE_DATELINE.exec(head))?.[0].length ?? 0);
}
