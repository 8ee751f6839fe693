import type { MemoryAnchor, MemoryKind } from '#schema/sessions/memory.ts';
import { isMachineText } from '#text/extraction/boilerplate.ts';
import { cutCharacters } from '#text/sentences/cut-text.ts';
import { anyLiking, cuesFor, type MemoryCues } from './cues.ts';
import { type Proposed, proposalIn } from './find-proposal.ts';
import { isReported } from './foreign-voice.ts';
import { isForSession, type MemoryScope, readLimit } from './read-limit.ts';
import { hideQuotes, type TypedPart, typedParts } from './typed-words.ts';

export interface FoundMemory {
  kind: MemoryKind;
  /** The statement in the user's words. */
  text: string;
  scope: Exclude<MemoryScope, 'session'>;
  anchors: MemoryAnchor[];
  /** What a person must confirm before the memory is delivered. Null means that it only limits what to do. */
  proposes: Proposed | 'pasted' | null;
}

export interface MemoryFindings {
  memories: FoundMemory[];
  /** The sentences that take an earlier statement back. */
  withdrawals: string[];
}

/** A prompt with more statements is a pasted document of rules. */
const maxFound = 8;
const maxCharacters = 400;
const longestSentence = 700;
const fewestCharacters = 5;

/** One test tells that most sentences contain no cue. */
const anyCue =
  /always|never|only|from now|from here|from today|forward|henceforth|future|whenever|time|do not|don['’]?t|stop|rule|convention|policy|guideline|standard|circumstances|prefer|rather|decid|chose|agreed|settled|picked|opted|stick|go with|going with|because|since|instead|remember|in mind|memori|note|longer|needn|again|must not|may not|forget|ignore|scratch|disregard|cancel|drop|immer|nie|stets|grundsätzlich|ab jetzt|ab sofort|von nun|von jetzt|künftig|zukunft|regel|bevorzuge|ziehe|lieber|liebsten|hasse|mag|fan von|gef[aä]ll|ich finde|normalerweise|meist|üblicherweise|gewöhnlich|entschieden|beschlossen|vereinbart|geeinigt|festgelegt|entscheidung|beschluss|merk dir|denk daran|vergiss|beachte|ignoriere|nicht mehr|toujours|systématiquement|jamais|désormais|dorénavant|partir de maintenant|avenir|préf|déteste|aime|aise|tendance|habitude|je trouve|décidé|choisi|convenu|retenu|souviens|retiens|rappelle|oublie|besoin|nécessaire|siempre|nunca|jamás|partir de ahora|adelante|sucesivo|prefi|gusta|cómod|suelo|odio|decidi|elegi|acord|opta|recuerda|ten en cuenta|olvid|ya no|[\u3041-\u30ff\u3400-\u9fff]/iu;

/** The longest conjunction that may stand before a clause. */
const longestConjunction = 40;
const clauseEnd = /[,;]\s|[?？]/u;

/**
 * Finds standing instructions, preferences, decisions and facts in a prompt by their wording. Precision comes first.
 * A missed statement can be saved by hand, but a task or pasted text that counts as a rule would be followed forever.
 */
export function findMemories(prompt: string): MemoryFindings {
  const findings: MemoryFindings = { memories: [], withdrawals: [] };
  let isDoubted = false;
  for (const { statement, mayBePasted } of readStatements(typedParts(prompt))) {
    const { kind, scope } = statement;
    if (scope === 'session') continue;
    isDoubted ||= mayBePasted;
    if (kind === 'withdrawal') findings.withdrawals.push(statement.sentence);
    else findings.memories.push({ kind, scope, ...propose(kind, statement) });
    if (findings.memories.length + findings.withdrawals.length === maxFound) break;
  }
  // The sentences of a pasted text are alike: if one rule may be pasted, the others may be too.
  if (isDoubted) for (const memory of findings.memories) memory.proposes ??= 'pasted';
  return findings;
}

/** What limits holds, even if words around it act. */
function propose(
  kind: MemoryKind,
  { text, core }: Statement,
): Pick<FoundMemory, 'text' | 'anchors' | 'proposes'> {
  const proposes = proposalIn(text, kind);
  const limits = proposes !== null && core !== text && proposalIn(core, kind) === null;
  const kept = limits ? core : text;
  return { text: kept, anchors: findAnchors(kept), proposes: limits ? null : proposes };
}

export interface Statement {
  kind: MemoryKind | 'withdrawal';
  /** The statement in the user's words. */
  text: string;
  /** The part of the text that limits. */
  core: string;
  scope: MemoryScope;
  /** The sentence that it is part of. */
  sentence: string;
}

/** Reads the statements in typed text: what holds for the session, the project or all projects, and what ends it. */
export function* readStatements(
  parts: readonly TypedPart[],
): Generator<{ statement: Statement; mayBePasted: boolean }> {
  const seen = new Set<string>();
  let before = '';
  for (const { text: sentence, mayBePasted } of parts) {
    const isKnown = seen.has(sentence);
    seen.add(sentence);
    if (isKnown || sentence.length < fewestCharacters || sentence.length > longestSentence) continue;
    if (isMachineText(sentence)) continue;
    const statement = judge(sentence, before);
    before = sentence;
    if (statement !== null) yield { statement: { ...statement, sentence }, mayBePasted };
  }
}

/** Whether a text has a word of a statement that may hold. Most texts with one hold nothing. */
export function mayHold(text: string): boolean {
  return anyCue.test(text) || anyLiking.test(text);
}

type Judged = Omit<Statement, 'sentence'>;

/** The order in which the kinds are tried: "from now on we use X because Y" is an instruction. */
const kinds = ['withdrawal', 'instruction', 'preference', 'decision', 'fact'] as const;

function judge(sentence: string, before: string): Judged | null {
  // This text has the same length, so that its offsets also hold for the sentence.
  const bare = hideQuotes(sentence);
  const said = mayHold(sentence) ? judgeWords(sentence, bare) : null;
  if (said !== null) return said;
  const limit = readLimit(sentence, { bare, before });
  if (limit === null) return null;
  const isEverywhere =
    limit.scope === 'project' &&
    cuesFor(sentence).some(({ everywhere }) => everywhere.test(sentence.replace(inPlace, ' ')));
  return {
    kind: 'instruction',
    text: limit.text,
    core: limit.core,
    scope: isEverywhere ? 'everywhere' : limit.scope,
  };
}

/** With a habit, “everywhere” means every place of the project. */
const inPlace = /(?<!\p{L})(?:everywhere|überall|partout|en todas partes)(?!\p{L})/giu;

function judgeWords(sentence: string, bare: string): Judged | null {
  for (const cues of cuesFor(sentence)) {
    for (const kind of kinds) {
      const cue = firstMatch(cues[kind], bare);
      if (cue === null) continue;
      const whole = cutRequest(sentence, { bare, cue, cues });
      const isStated = whole !== null && !isQuestion(whole);
      const text = isStated ? whole : kind === 'preference' ? cutClause(sentence, { bare, cue, cues }) : null;
      if (text === null || isReported(bare, cue.index + cue[0].length)) continue;
      const shown = hideQuotes(text);
      if (cues.none.some((pattern) => pattern.test(shown))) continue;
      const isForNow = kind === 'instruction' && isForSession(shown);
      return {
        kind,
        text,
        core: text,
        scope: isForNow ? 'session' : cues.everywhere.test(text) ? 'everywhere' : 'project',
      };
    }
  }
  return null;
}

/**
 * Cuts out the clause of a question that states something: "given that I prefer tabs". Null if the statement is what
 * is asked.
 */
function cutClause(
  sentence: string,
  { bare, cue, cues }: { bare: string; cue: RegExpExecArray; cues: MemoryCues },
): string | null {
  if (!cues.clause.test(bare.slice(0, cue.index).slice(-longestConjunction))) return null;
  const cueEnd = cue.index + cue[0].length;
  const end = clauseEnd.exec(bare.slice(cueEnd));
  return trimStatement(sentence.slice(cue.index, end === null ? sentence.length : cueEnd + end.index));
}

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found !== null) return found;
  }
  return null;
}

/** Cuts off the request after a statement; null if the statement is part of the request. */
function cutRequest(
  sentence: string,
  { bare, cue, cues }: { bare: string; cue: RegExpExecArray; cues: MemoryCues },
): string | null {
  const cueEnd = cue.index + cue[0].length;
  const request = cues.request.exec(bare.slice(cueEnd));
  const end = request === null ? sentence.length : cueEnd + request.index;
  const isInRequest = cues.request.test(` ${bare.slice(0, cue.index)}`) && isQuestion(sentence);
  if (isInRequest) return null;
  const start = cueEnd > maxCharacters / 2 ? startOfClause(bare, cue.index) : 0;
  return trimStatement(sentence.slice(start, end));
}

function trimStatement(text: string): string | null {
  const trimmed = cutCharacters(text.trim(), maxCharacters).trim();
  const stated = trimmed.replace(/[\s,;:–-]{1,5}$/u, '');
  return stated.length < fewestCharacters ? null : stated;
}

function startOfClause(bare: string, at: number): number {
  const before = Math.max(bare.lastIndexOf(', ', at), bare.lastIndexOf('; ', at), bare.lastIndexOf('，', at));
  return before < 0 ? 0 : before + 1;
}

function isQuestion(text: string): boolean {
  return /[?？]["'”’)\s]{0,3}$|(?:吗|呢|ですか|ますか|でしょうか)[。]?$/u.test(text.slice(-40));
}

const maxAnchors = 10;

const address = /\bhttps?:\/\/[^\s<>"'`)\]]{1,500}/giu;
const commit = /(?<![\w./-])(?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}(?![\w/-])/gu;
/**
 * Matches a file, which needs an ending, a leading dot or a trailing slash: "client/server" and "and/or" are no
 * files.
 */
const file =
  /(?<![\w@./\\:-])(?:(?:~|\.{0,2})\/)?(?:[\w@.-]{1,80}\/){0,20}(?:[\w@-][\w@.-]{0,79}\.(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml|md|mdx|txt|py|rs|go|java|kt|swift|rb|php|cs|c|h|cc|cpp|hpp|css|scss|html?|vue|svelte|sql|sh|ps1|bat|xml|csv|lock|env|ini|cfg|conf|gradle|proto|graphql|tf|ipynb)(?![\w/])|(?<=[\w@.-]\/)(?![\w@.-]))/gu;

/** Matches names of libraries that look like files. */
const library =
  /^(?:[A-Z][\w-]{0,40}|node|next|vue|nuxt|three|express|d3|chart|alpine|ember|moment|react|angular)\.js$/u;

/** Finds the files, commits and addresses that a text names, so that the text can be checked against them. */
export function findAnchors(text: string): MemoryAnchor[] {
  const plain = text.replace(address, ' ');
  const anchors: MemoryAnchor[] = [
    ...matches(plain, file)
      .filter((value) => !library.test(value))
      .map((value) => ({ kind: 'file' as const, value })),
    ...matches(plain, commit).map((value) => ({ kind: 'commit' as const, value })),
    ...matches(text, address).map((value) => ({
      kind: 'url' as const,
      value: value.replace(/[.,;:!?]{1,5}$/u, ''),
    })),
  ];
  return anchors.slice(0, maxAnchors);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([value]) => value))].filter((value) => value !== '');
}
