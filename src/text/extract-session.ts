import { parseJsonObject } from '#schema/parse-json.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { type Sentence, splitSentences } from '#text/sentences/sentences.ts';
import { countWords } from '#text/sentences/words.ts';
import { rankUnits } from './extraction/rank-units.ts';
import { isQuestion, makesStatement, tellsDone } from './extraction/statements.ts';
import { isSmallTalk } from './extraction/wording.ts';
import { cutCharacters } from './sentences/cut-text.ts';

type SessionRecord = {
  prompts: readonly string[];
  observations: readonly { tool: string; input: string; output: string }[];
  lastAnswers: readonly string[];
};

type SessionFields = {
  request: string;
  investigated: string;
  learned: string;
  completed: string;
  next_steps: string;
  notes: string | null;
};

// The most lines of one field, so that it remains a summary.
const MOST_LINES = 8;
// A prompt with at most this many words is quoted whole; a longer one by its most telling sentences.
const WHOLE_PROMPT_WORDS = 60;
const SENTENCES_OF_LONG_PROMPT = 2;
const FEWEST_REQUEST_WORDS = 3;

/**
 * Fills the six fields of a session summary with the session's own words. A field stays empty if nothing was said for
 * it.
 */
export function extractSession(
  { prompts, observations, lastAnswers }: SessionRecord,
  options: { language?: string | undefined } = {},
): SessionFields {
  const language = options.language ?? guessLanguage([...lastAnswers, ...prompts].join('\n'));
  const { investigated, completed, failed } = describeObservations(observations);
  const said = sortStatements(lastAnswers, language);
  const notes = [...said.notes, ...failed];
  return {
    request: joinLines(requestsOf(prompts, language)),
    investigated: joinLines(investigated),
    learned: joinLines(said.learned),
    completed: joinLines([...said.completed, ...completed]),
    next_steps: joinLines(said.next),
    notes: notes.length === 0 ? null : joinLines(notes),
  };
}

function requestsOf(prompts: readonly string[], language: string | undefined): string[] {
  const requests = prompts.map((prompt) => requestOf(prompt, language)).filter((text) => text !== '');
  const telling = requests.filter((text) => countWords(text) >= FEWEST_REQUEST_WORDS);
  // The first request says what the session is about, and the last ones say where it went.
  const chosen = telling.length > 0 ? telling : requests.slice(0, 1);
  return chosen.length <= MOST_LINES ? chosen : [...chosen.slice(0, 1), ...chosen.slice(1 - MOST_LINES)];
}

function requestOf(prompt: string, language: string | undefined): string {
  const sentences = splitSentences(prompt, language).filter(
    ({ kind }) => kind !== 'code' && kind !== 'quoted',
  );
  if (countWords(sentences.map(({ text }) => text).join(' ')) <= WHOLE_PROMPT_WORDS)
    return sentences.map(({ text }) => flatten(text)).join(' ');
  return tellingSentences(prompt, sentences, language)
    .map(({ text }) => flatten(text))
    .join(' ');
}

/** Chooses the sentences that tell most, where a question or an order counts more than a description. */
function tellingSentences(prompt: string, sentences: readonly Sentence[], language: string | undefined) {
  const { units, scores } = rankUnits(prompt, { sentences, language: primarySubtag(language ?? 'en') });
  const worth = units.map(({ text, index }) => (scores[index] ?? 0) + (asks(text) ? 0.2 : 0));
  return units
    .toSorted((a, b) => (worth[b.index] ?? 0) - (worth[a.index] ?? 0) || a.index - b.index)
    .slice(0, SENTENCES_OF_LONG_PROMPT)
    .sort((a, b) => a.index - b.index);
}

const ORDER =
  /\b(?:please|can you|could you|i want|i need|we need|make sure|bitte|s'il (?:te|vous) pla[iî]t|por favor)\b|请|請|帮我|幫我|我想|ください|お願い|てほしい/iu;

function asks(text: string): boolean {
  return isQuestion(text) || ORDER.test(text);
}

function joinLines(lines: readonly string[]): string {
  return [...new Set(lines.map(flatten))].slice(0, MOST_LINES).join('\n');
}

function flatten(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** What answers say was found out, done, left to do or warned of, quoted in reading order. */
type Statements = { learned: string[]; completed: string[]; next: string[]; notes: string[] };

type Field = keyof Statements;

const SECTIONS: readonly [Field, RegExp][] = [
  [
    'next',
    /next|to-?do|remaining|follow-?up|open (?:questions|points)|下一步|后续|待办|次のステップ|今後|残り|nächste|prochaine|próximo/iu,
  ],
  [
    'completed',
    /done|completed|what (?:i|we) (?:did|changed)|changes|完成|已做|修改内容|完了|変更点|実施|erledigt|terminé|hecho/iu,
  ],
  [
    'learned',
    /found|findings|root cause|cause|analysis|learned|发现|原因|分析|わかったこと|調査結果|ursache|causa/iu,
  ],
  ['notes', /^\W*(?:notes?|caveats?|warnings?|limitations?|注意|备注|限制|補足)/iu],
];
const LONGEST_SECTION_TITLE = 60;
const MARKER = /^(?:[-*•‣▪◦–—]|\(?\d{1,3}[.)、])\s+/u;
const TICK = /^\[([ xX])\]\s+/u;
const MOST_OF_A_KIND = 8;
// If no sentence states a finding, this many of the most telling sentences stand for the answer.
const TELLING = 2;
const FEWEST_CHARACTERS = 4;

function sortStatements(answers: readonly string[], language: string | undefined): Statements {
  const sorted: Statements = { learned: [], completed: [], next: [], notes: [] };
  const plain: { text: string; score: number; at: number }[] = [];
  for (const answer of answers) {
    const code = primarySubtag(language ?? guessLanguage(answer) ?? 'en');
    const sentences = splitSentences(answer, code);
    const { units, scores } = rankUnits(answer, { sentences, language: code });
    let section: Field | undefined;
    for (const unit of units) {
      const title = titleOf(unit);
      if (title !== undefined) {
        section = sectionOf(title);
        if (section !== undefined || unit.kind === 'heading') continue;
      }
      const { text, ticked } = withoutMarker(unit.text);
      if (text.length < FEWEST_CHARACTERS || unit.kind === 'quoted' || /[:：]\s*$/u.test(text)) continue;
      const field = fieldOf({ text, ticked, section, language: code });
      if (field !== undefined) sorted[field].push(text);
      else if (!isSmallTalk(text)) plain.push({ text, score: scores[unit.index] ?? 0, at: plain.length });
    }
  }
  if (sorted.learned.length === 0) sorted.learned = mostTelling(plain);
  for (const field of Object.keys(sorted) as Field[]) sorted[field] = sorted[field].slice(0, MOST_OF_A_KIND);
  return sorted;
}

function titleOf({ kind, text }: Pick<Sentence, 'kind' | 'text'>): string | undefined {
  const title = kind === 'heading' || /[:：]\**\s*$/u.test(text);
  return title && text.length <= LONGEST_SECTION_TITLE ? text : undefined;
}

function sectionOf(title: string): Field | undefined {
  return SECTIONS.find(([, words]) => words.test(title))?.[0];
}

function withoutMarker(raw: string): { text: string; ticked: boolean | undefined } {
  const text = raw.replace(MARKER, '');
  const tick = TICK.exec(text);
  if (tick === null) return { text, ticked: undefined };
  return { text: text.slice(tick[0].length), ticked: tick[1] !== ' ' };
}

type Judged = { text: string; ticked: boolean | undefined; section: Field | undefined; language: string };

/** Finds the field for a sentence. Its wording counts more than its section, and a proposal never counts as done. */
function fieldOf({ text, ticked, section, language }: Judged): Field | undefined {
  if (ticked !== undefined) return ticked ? 'completed' : 'next';
  if (isQuestion(text) || makesStatement('undecided', text, language)) return 'next';
  if (section === 'next' || section === 'notes') return section;
  if (tellsDone(text, language)) return 'completed';
  const future = makesStatement('next', text, language) || makesStatement('proposal', text, language);
  if (section !== undefined) return future && section === 'completed' ? 'next' : section;
  if (makesStatement('caveat', text, language)) return 'notes';
  if (makesStatement('finding', text, language)) return 'learned';
  return future ? 'next' : undefined;
}

function mostTelling(plain: readonly { text: string; score: number; at: number }[]): string[] {
  return plain
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, TELLING)
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text);
}

type Observation = { tool: string; input: string; output: string };

/** What tool calls looked at and changed, and where they failed, in the tools' own words. */
type Observed = { investigated: string[]; completed: string[]; failed: string[] };

type Act = 'look' | 'change' | 'run';

const LOOKS = /^(?:read|view|grep|glob|search|list|ls|fetch|get|open|show|describe|query|inspect|web)/iu;
// A list of plans does not show that anything was looked at or done.
const PLANS = /todo|plan|think/iu;
const CHANGES =
  /edit|write|patch|create|delete|remove|rename|move|replace|insert|update|apply|commit|写|改|編集/iu;
const RUNS = /bash|shell|exec|terminal|command|^run|powershell|^sh$/iu;
const LOOKING_COMMAND =
  /^(?:sudo\s+)?(?:cat|less|head|tail|ls|tree|find|fd|grep|rg|ag|wc|stat|file|which|pwd|echo|env|ps|df|du|curl|wget|sed -n|git (?:status|log|diff|show|blame|branch|remote|grep)|npm (?:ls|view|outdated)|docker (?:ps|logs|inspect))\b/u;
// The arguments that say what a call is about, in the order in which they are tried.
const SUBJECTS = [
  'filePath',
  'file_path',
  'path',
  'file',
  'filename',
  'command',
  'cmd',
  'pattern',
  'query',
  'url',
  'glob',
  'directory',
  'dir',
] as const;
const FAILURE =
  /^[^\w\n]*(?:error|failed|failure|fatal|exception|traceback|command failed|no such file|not found|permission denied|错误|失败|エラー|失敗)(?!\p{L})|\bexit(?:ed with)?(?: code| status)?:? [1-9]|\b[1-9]\d* (?:failed|failing|errors?)\b|^npm err!|\b(?:Assertion|Type|Reference|Syntax|Range|Value|Key|Import|Attribute)Error\b/imu;
const RESULT =
  /\b\d+ (?:passed|passing|tests? pass)|\ball tests? pass|\b(?:build|compil\w+) succeeded|\b0 errors\b|全部通过|成功/iu;
const REDIRECTION = /(?<![\d&])>\s*[^&\s]/u;
const LONGEST_SUBJECT = 200;
const LONGEST_OUTPUT = 20_000;
const MOST_SUBJECTS = 20;

function describeObservations(observations: readonly Observation[]): Observed {
  const investigated = new Map<string, Set<string>>();
  const completed = new Map<string, Set<string>>();
  const failed: string[] = [];
  for (const observation of observations) {
    const tool = clip(observation.tool);
    const subject = subjectOf(observation.input);
    const act = actOf(tool, subject);
    if (act === undefined || (tool === '' && subject === '')) continue;
    // Text that was read may mention errors, so only its first line shows whether reading failed.
    const output = observation.output.slice(0, LONGEST_OUTPUT);
    const failure = lineWith(FAILURE, act === 'run' ? output : firstLine(output));
    if (act === 'look') add(investigated, tool, subject);
    else if (failure !== undefined) failed.push(`${tool}: ${subject} → ${failure}`);
    else {
      const result = act === 'run' ? lineWith(RESULT, output) : undefined;
      add(completed, tool, result === undefined ? subject : `${subject} → ${result}`);
    }
  }
  return { investigated: linesOf(investigated), completed: linesOf(completed), failed };
}

function actOf(tool: string, subject: string): Act | undefined {
  if (PLANS.test(tool)) return undefined;
  if (RUNS.test(tool)) return LOOKING_COMMAND.test(subject) && !REDIRECTION.test(subject) ? 'look' : 'run';
  return CHANGES.test(tool) && !LOOKS.test(tool) ? 'change' : 'look';
}

function subjectOf(input: string): string {
  const text = input.trim();
  if (!text.startsWith('{')) return clip(firstLine(text));
  const fields = parseJsonObject(text);
  for (const name of SUBJECTS) {
    const value = fields?.[name];
    if (typeof value === 'string' && value.trim() !== '') return clip(firstLine(value.trim()));
  }
  return fields === null ? clip(firstLine(text)) : '';
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}

function lineWith(words: RegExp, output: string): string | undefined {
  const found = words.exec(output);
  if (found === null) return undefined;
  const start = output.lastIndexOf('\n', found.index) + 1;
  const end = output.indexOf('\n', found.index + 1);
  return clip(output.slice(found[0].startsWith('\n') ? found.index + 1 : start, end < 0 ? undefined : end));
}

function clip(text: string): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  return flat.length <= LONGEST_SUBJECT ? flat : `${cutCharacters(flat, LONGEST_SUBJECT).trimEnd()}…`;
}

function add(groups: Map<string, Set<string>>, tool: string, subject: string): void {
  const subjects = groups.get(tool) ?? new Set();
  subjects.add(subject);
  groups.set(tool, subjects);
}

/** Matches a line of a field that lists what one tool was called with. */
const TOOL_LINE =
  /^(?:bash|shell|exec_command|local_shell|multiedit|edit|write|notebookedit|apply_patch|patch|read|view|grep|glob|list|ls|webfetch|websearch|task|agent|mcp__\S{1,80}):(?: |$)/iu;

/** The lines of a field that say something in words, without those that only list calls of a tool. */
export function withoutToolLines(field: string): string[] {
  return field.split('\n').filter((line) => line.trim() !== '' && !TOOL_LINE.test(line.trim()));
}

function linesOf(groups: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...groups].map(([tool, subjects]) => {
    const told = [...subjects].filter((subject) => subject !== '');
    const more = told.length > MOST_SUBJECTS ? '; …' : '';
    return told.length === 0 ? tool : `${tool}: ${told.slice(0, MOST_SUBJECTS).join('; ')}${more}`;
  });
}
