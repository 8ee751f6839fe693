import { matchesOf } from '#text/matches-of.ts';
import { isReported } from './foreign-voice.ts';
import { type Kind, kinds, type Shapes, shapesFor } from './limit-shapes.ts';

/** How far a statement reaches: its session, its project, or all projects. */
export type MemoryScope = 'session' | 'project' | 'everywhere';

export interface Limit {
  /** The clauses that limit, with their condition and their reason. */
  text: string;
  /** The clause that limits, with its condition. */
  core: string;
  scope: Exclude<MemoryScope, 'everywhere'>;
}

/** Matches where one clause ends and the next begins. */
const boundary =
  /[,;:!?…]\s+|(?<!\b(?:e\.g|i\.e|vs))\.\s+|\s[–—-]\s|\s(?:but|aber|mais|pero|and then|anyway)\s|[，；。：、]|(?<=[。！？])/giu;
/** Matches a file or a folder. */
const path = /(?:^|[\s(`'"])(?:[\w.@-]{1,40}\/[\w./@*-]{0,80}|[\w-]{1,40}\.[a-z]{2,5}\b|`[^`\n]{2,60}`)/iu;
/** What is not named does not speak: “a job writes to the warehouse”. */
const indefinite = /\b(?:an?|any|every|each) [\p{L} ]{2,30} writes\b/giu;
/** This “that” opens no speech: “anything that touches money”. */
const relative =
  /(?<=\b(?:anything|everything|something|an?|any|every|each|all|no) (?:[\p{L}-]{2,20} ){0,2})that(?= )/giu;
/** What the agent does is neither said by others nor past: “when you recommend”, “say what you did”. */
const conditionOfAgent = /\bwhen(?:ever)? you \p{L}{2,20}/giu;
const ownWork = /\bwhat (?:you|we) \p{L}{2,20}/giu;
/** A question that asks for a limit. */
const polite =
  /^(?:can|could|would|will) you (?:please |pls )?(?=(?:keep|stop|not|only|always|never|avoid|stick|stay|limit)\s)/iu;
/** What says from when a statement holds, before what it says. */
const leading =
  /^(?:from now on(?:wards?)?|from (?:today|here) on|going forward|henceforth|as of (?:now|today)|starting (?:now|today)|from today|ab (?:jetzt|sofort|heute)|künftig|à partir de maintenant|désormais|dorénavant|a partir de ahora|desde hoy|以后|从现在起|今后|これからは?|今後は?)[,，、]? ?/iu;
/** The shortest reason, in characters. Chinese and Japanese need fewer. */
const shortestReason = 12;
const shortestUnspaced = 4;

/**
 * Reads a sentence of the user as a limit on how work is done, by the shape of its clauses. Null if it is none. Its
 * quotations must be hidden in `bare`, which has the same length. `before` is the sentence before it.
 */
export function readLimit(
  sentence: string,
  { bare, before }: { bare: string; before: string },
): Limit | null {
  const read = shapesFor(sentence)
    .map((shapes) => readWith(shapes, { sentence, bare, before }))
    .filter((limit) => limit !== null);
  return read.find(({ scope }) => scope === 'project') ?? read[0] ?? null;
}

/** Kinds that tell how things are or look, and not what to do. */
const forms = ['correction', 'habit', 'guard', 'style'] as const;

/** Whether a statement limits by its form: a habit, a limit in numbers, a format, or what is left alone. */
export function limitsByForm(text: string): boolean {
  const bare = text.replace(leading, '');
  return shapesFor(text).some((shapes) => findCue(shapes, { bare, before: bare }, forms) !== null);
}

/** Whether a clause only says what to leave alone. */
export function leavesAlone(clause: string): boolean {
  return shapesFor(clause).some(
    (shapes) => findCue(shapes, { bare: clause, before: '' }, ['guard']) !== null,
  );
}

/** Whether the words of a sentence say that they hold for the session only. */
export function isForSession(sentence: string): boolean {
  return shapesFor(sentence).some(({ session }) => session.test(sentence));
}

interface Read {
  sentence: string;
  bare: string;
  before: string;
}

const blank = (words: string) => ' '.repeat(words.length);

function readWith(shapes: Shapes, { sentence, bare: shown, before }: Read): Limit | null {
  const bare = shown.replace(polite, blank);
  if (bare === shown && /[?？]["'”’)\s]{0,3}$/u.test(bare)) return null;
  const cue = findCue(shapes, { bare, before });
  if (cue === null) return null;
  const clauses = splitClauses(bare);
  const { from, to, core } = reach(clauses, { cue, shapes, bare });
  const cut = (span: Span) =>
    sentence
      .slice(span.from, span.to)
      .trim()
      .replace(/[\s,;:–—-]{1,5}$/u, '');
  const text = cut({ from, to });
  const told = bare.slice(from, to);
  const isForNow = shapes.session.test(bare);
  const around = [told, bare.slice(0, cue.end)].map((words) => words.replace(conditionOfAgent, ' '));
  if (around.some((words) => shapes.none.test(words) || (!isForNow && shapes.once.test(words)))) return null;
  const said = /[\u3041-\u30ff]/u.test(bare) ? bare : bare.slice(0, Math.max(cue.end, core.to));
  if (isReported(said.replace(indefinite, blank).replace(relative, blank), cue.end)) return null;
  const lasts =
    lasting.has(cue.kind) ||
    (cue.kind === 'guard' && (path.test(sentence.slice(from, to)) || hasReason(clauses, { cue, to, bare })));
  return { text, core: cut(core), scope: lasts && !isForNow ? 'project' : 'session' };
}

interface Cue {
  start: number;
  end: number;
  kind: (typeof kinds)[number];
}

/** Kinds that describe how things are, so that a word of a fault makes them a report of it. */
const described: ReadonlySet<string> = new Set(['future', 'habit', 'guard', 'wide']);
const lasting: ReadonlySet<string> = new Set(['rule', 'correction', 'future', 'habit']);

function findCue(
  shapes: Shapes,
  { bare, before }: { bare: string; before: string },
  tried: readonly (typeof kinds)[number][] = kinds,
): Cue | null {
  const starts = startsOf(bare);
  for (const kind of tried) {
    if (kind === 'correction' && !shapes.again.test(before) && !shapes.again.test(bare)) continue;
    if (kind === 'wide' && shapes.own.test(bare)) continue;
    for (const found of cuesOf(shapes[kind], { bare, starts })) {
      const cue = { start: found.index, end: found.index + found[0].length, kind };
      const clause = clauseAround(bare, cue).replace(ownWork, ' ');
      if (!shapes.past.test(clause) && !(described.has(kind) && shapes.symptom.test(clause))) return cue;
    }
  }
  return null;
}

function* cuesOf(
  { ofClauses, anywhere }: Kind,
  { bare, starts }: { bare: string; starts: readonly number[] },
): Generator<RegExpExecArray> {
  if (ofClauses !== null)
    for (const start of starts) {
      ofClauses.lastIndex = start;
      const found = ofClauses.exec(bare);
      if (found !== null) yield found;
    }
  if (anywhere !== null) yield* matchesOf(bare, anywhere);
}

/** Matches what stands before a clause. */
const opening =
  /[,;:.!?…]\s+|\s[–—-]\s|[(]|\b(?:but|and|so|oh|also|then|please|pls|plz|btw|ok|okay|just|hey|ugh|argh|hm+|no|nope|again|really|remember|note|important|reminder|because|or|aber|und|bitte|mais|et|donc|pero|y|sino)\s+/giu;

let known = { bare: '', starts: [] as readonly number[] };

/** Finds where the clauses of a sentence begin. The languages ask for the same sentence in turn. */
function startsOf(bare: string): readonly number[] {
  if (known.bare !== bare || bare === '') {
    const first = Math.max(0, bare.slice(0, 4).search(/[\p{L}\p{N}`]/u));
    known = { bare, starts: [...new Set([0, first, ...Array.from(matchesOf(bare, opening), endOf)])] };
  }
  return known.starts;
}

function endOf({ index, 0: mark }: RegExpExecArray): number {
  return index + mark.length;
}

interface Span {
  from: number;
  to: number;
}

function splitClauses(bare: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const { index, 0: mark } of matchesOf(bare, boundary)) {
    if (index > from) spans.push({ from, to: index });
    from = index + mark.length;
  }
  if (from < bare.length) spans.push({ from, to: bare.length });
  return spans;
}

function clauseAround(bare: string, { start, end }: { start: number; end: number }): string {
  const clauses = splitClauses(bare);
  const first = clauses.findLast(({ from }) => from <= start)?.from ?? 0;
  const last = clauses.find(({ to }) => to >= end)?.to ?? bare.length;
  return bare.slice(first, last);
}

/** Finds the clauses of a statement: its own, those before it that are no task, and the reason after it. */
function reach(
  clauses: readonly Span[],
  { cue, shapes, bare }: { cue: Cue; shapes: Shapes; bare: string },
): Span & { core: Span } {
  const own = Math.max(
    0,
    clauses.findLastIndex(({ from }) => from <= cue.start),
  );
  const words = ({ from, to }: Span) => bare.slice(from, to);
  let first = own;
  while (first > 0 && !shapes.task.test(words(clauses[first - 1] as Span))) first -= 1;
  let condition = own;
  while (condition > first && shapes.condition.test(words(clauses[condition - 1] as Span))) condition -= 1;
  const asked = shapes.asks.exec(bare.slice(cue.end));
  const to = asked === null ? bare.length : cue.end + asked.index;
  const coreEnd = clauses.find((clause) => clause.to >= cue.end)?.to ?? to;
  return {
    from: clauses[first]?.from ?? 0,
    to,
    core: { from: clauses[condition]?.from ?? 0, to: Math.min(to, coreEnd) },
  };
}

/** Whether the statement is followed by why it holds. */
function hasReason(
  clauses: readonly Span[],
  { cue, to, bare }: { cue: Cue; to: number; bare: string },
): boolean {
  const at = clauses.findIndex((clause) => clause.to >= cue.end);
  const next = at < 0 ? undefined : clauses[at + 1];
  const shortest = /[\u3041-\u30ff\u3400-\u9fff]/u.test(bare) ? shortestUnspaced : shortestReason;
  return next !== undefined && next.to <= to && next.to - next.from >= shortest;
}
