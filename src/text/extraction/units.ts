import { flatten } from '#text/sentences/blocks.ts';
import type { Sentence } from '#text/sentences/sentences.ts';
import { countWords, isUnspaced } from '#text/sentences/words.ts';
import { isEndMatter, isFrontMatter } from './boilerplate.ts';
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
};

export type Document = {
  units: Unit[];
  termCount: number;
  /** The first headings and mail headers, which say what the text is about. */
  headings: string[];
};

type Draft = Omit<Unit, 'index' | 'first'>;

// A turn with at most this many words is quoted whole; a longer one is cut into its sentences.
const LONGEST_WHOLE_TURN = 15;
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
    const titled = first.kind === 'heading' || first.kind === 'header';
    if (titled && headings.length < TOPIC_HEADINGS) headings.push(flatten(first.text));
    const draft = draftUnit(text, { first, start: first.start, end: last.end, read: reader.read });
    (NEVER_CHOSEN.has(first.kind) ? spare : drafts).push(draft);
  }
  const kept = withoutBoilerplate(drafts.length > 0 ? drafts : spare);
  const [opening] = kept;
  const start = opening === undefined ? 0 : afterDateline(text, opening);
  if (opening !== undefined && start > opening.start)
    kept[0] = draftUnit(text, { first: opening, start, end: opening.end, read: reader.read });
  return { units: numberUnits(kept), termCount: reader.countTerms(), headings };
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
  return { start, end, text: wording.text, kind, paragraph, speaker, wording };
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
    .filter(({ wording }) => wording.role !== 'boilerplate');
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
    if (length <= LONGEST_WHOLE_TURN) yield turn;
    else for (const sentence of turn) yield [sentence];
    at = end;
  }
}

// Other letters in brackets only count before a dash. Elsewhere they abbreviate a name: "Newtonian Monte Carlo (NMC),
// a method …".
const DATELINE =
  /^(?:\p{Lu}[\p{L}\p{M}\s.,'’/-]{0,40}\s)?\((?:(?:CNN|AP|AFP|UPI|DPA|PTI|ANI|IANS|EFE|ANSA|TASS|KUNA|Reuters|Bloomberg|Xinhua)\)\s*(?:--?|[–—])?|[A-Z]{2,6}\)\s*(?:--?|[–—])\s)\s*(?=["“‘'(\p{Lu}\p{N}])/u;

/** Finds the end of the place and agency before the first sentence of a report, which are left out. */
function afterDateline(text: string, { start, end }: Draft): number {
  return start + (DATELINE.exec(text.slice(start, Math.min(end, start + 80)))?.[0].length ?? 0);
}
