import { parseJsonObject } from '#schema/parse-json.ts';
import { cutCharacters } from '#text/sentences/cut-characters.ts';

type Observation = { tool: string; input: string; output: string };

/** What tool calls looked at, changed, and where they failed, in the tools' own words. */
type Observed = { investigated: string[]; completed: string[]; failed: string[] };

type Act = 'look' | 'change' | 'run';

const LOOKS = /^(?:read|view|grep|glob|search|list|ls|fetch|get|open|show|describe|query|inspect|web)/iu;
// A list of intentions shows nothing that was looked at or done.
const PLANS = /todo|plan|think/iu;
const CHANGES =
  /edit|write|patch|create|delete|remove|rename|move|replace|insert|update|apply|commit|写|改|編集/iu;
const RUNS = /bash|shell|exec|terminal|command|^run|powershell|^sh$/iu;
const LOOKING_COMMAND =
  /^(?:sudo\s+)?(?:cat|less|head|tail|ls|tree|find|fd|grep|rg|ag|wc|stat|file|which|pwd|echo|env|ps|df|du|curl|wget|sed -n|git (?:status|log|diff|show|blame|branch|remote|grep)|npm (?:ls|view|outdated)|docker (?:ps|logs|inspect))\b/u;
// The arguments that say what a call is about, in the order in which they are looked for.
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

export function describeObservations(observations: readonly Observation[]): Observed {
  const investigated = new Map<string, Set<string>>();
  const completed = new Map<string, Set<string>>();
  const failed: string[] = [];
  for (const observation of observations) {
    const tool = clip(observation.tool);
    const subject = subjectOf(observation.input);
    const act = actOf(tool, subject);
    if (act === undefined || (tool === '' && subject === '')) continue;
    // Text that was read may speak of errors; only the first line tells that reading itself failed.
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

function linesOf(groups: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...groups].map(([tool, subjects]) => {
    const told = [...subjects].filter((subject) => subject !== '');
    const more = told.length > MOST_SUBJECTS ? '; …' : '';
    return told.length === 0 ? tool : `${tool}: ${told.slice(0, MOST_SUBJECTS).join('; ')}${more}`;
  });
}
