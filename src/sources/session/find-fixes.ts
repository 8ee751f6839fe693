import { parseJsonObject } from '#schema/parse-json.ts';
import type { Fix, FixesQuery, FixList } from '#schema/sessions/fixes-wire.ts';
import type { Observation } from '#schema/sessions/session.ts';
import { clip, formatRef } from '#sources/session/records/record-card.ts';
import { keywordsOf } from '#text/article/article-passages.ts';
import { readToolPaths } from '#text/read-tool.ts';
import { parseSearch } from '#text/search-terms.ts';
import type { SessionPorts } from './ports.ts';
import { recordsNotice } from './render-hits.ts';

type Ports = Pick<SessionPorts, 'store' | 'clock'>;

/** Number of matching records to read, and of records to read after a failure. */
const maxCandidates = 60;
const maxFollowing = 80;
const maxFiles = 20;
const maxCommands = 5;
const maxKeywords = 8;

/** Words of the question that do not describe the failure. */
const asking = new Set(
  'fix fixed fixes fixing solve solved resolve resolved repair repaired time last'.split(' '),
);

/** Failed commands that match the question, with what made them succeed later in their session. */
export async function findFixes(
  ports: Ports,
  query: Omit<FixesQuery, 'projectIdentities'>,
): Promise<FixList> {
  const failures = new Map<string, Failure>();
  for (const observation of await findCandidates(ports, query)) {
    const failed = readRun(observation);
    if (failed === null || !failed.hasFailed) continue;
    const key = `${observation.sessionId} ${failed.command}`;
    const known = failures.get(key);
    // Keeps the first failure, because everything tried since then is part of the fix.
    if (known === undefined || observation.id < known.observation.id)
      failures.set(key, { observation, failed });
  }
  const fixes: Fix[] = [];
  for (const failure of [...failures.values()].slice(0, query.limit))
    fixes.push(await followUp(ports, failure));
  const isFixed = ({ succeeded }: Fix) => succeeded !== null;
  return { items: [...fixes.filter(isFixed), ...fixes.filter((fix) => !isFixed(fix))] };
}

async function findCandidates(
  { store, clock }: Ports,
  { query, project }: Omit<FixesQuery, 'projectIdentities'>,
): Promise<Observation[]> {
  const projects = project === undefined ? undefined : [project];
  const keywords = keywordsOf(query.slice(0, 2000)).filter((word) => !asking.has(word));
  const { terms } = parseSearch(keywords.slice(0, maxKeywords).join(' '));
  if (terms.length === 0)
    return store.listRecords('observation', { projects, order: 'newest', offset: 0, limit: maxCandidates });
  const { records } = await store.rankRecords({
    kinds: ['observation'],
    projects,
    terms,
    question: { times: [] },
    now: clock.now(),
    limit: maxCandidates,
  });
  return store.readRecords(
    'observation',
    records.map(({ id }) => id),
  );
}

interface CommandRun {
  command: string;
  exitCode: number | null;
  hasFailed: boolean;
  error: string;
}

/** Null if the observation is not a command. Without an exit code, the output decides. */
function readRun(observation: Observation): CommandRun | null {
  const { command } = readToolPaths(observation);
  if (command === null) return null;
  const error = findErrorLine(observation.toolResponse);
  const hasFailed = command.exitCode === null ? error !== '' : command.exitCode !== 0;
  return { command: command.command.trim(), exitCode: command.exitCode, hasFailed, error };
}

interface Failure {
  observation: Observation;
  failed: CommandRun;
}

async function followUp({ store }: Ports, { observation, failed }: Failure): Promise<Fix> {
  const { sessionId, createdAt } = observation;
  const later = await store.listRecords('observation', {
    sessionId,
    from: createdAt,
    order: 'oldest',
    offset: 0,
    limit: maxFollowing,
  });
  const files = new Set<string>();
  const commands = new Set<string>();
  let succeeded: Fix['succeeded'] = null;
  for (const next of later) {
    if (next.createdAt === createdAt && next.id <= observation.id) continue;
    const run = readRun(next);
    if (run !== null && !run.hasFailed && run.command === failed.command) {
      succeeded = {
        ref: formatRef('observation', next.id),
        exitCode: run.exitCode,
        createdAt: next.createdAt,
      };
      break;
    }
    if (run !== null && !run.hasFailed) commands.add(clip(run.command, 200));
    for (const { action, path } of readToolPaths(next).files) if (action !== 'read') files.add(path);
  }
  const isFixed = succeeded !== null;
  return {
    sessionDbId: sessionId,
    project: observation.project,
    command: clip(failed.command, 500),
    failed: { ref: formatRef('observation', observation.id), exitCode: failed.exitCode, createdAt },
    error: failed.error,
    succeeded,
    // Without a success, what came later is unrelated work.
    files: isFixed ? [...files].slice(0, maxFiles) : [],
    commands: isFixed ? [...commands].slice(0, maxCommands) : [],
  };
}

/** Renders fixes for a model, one per line. */
export function renderFixes({ items }: FixList): string {
  if (items.length === 0) return 'No failed command matches.';
  const fixes = items.map(({ failed, succeeded, command, error, files, commands, project }) => {
    const code = (exitCode: number | null) => (exitCode === null ? '' : ` (exit ${exitCode})`);
    const day = new Date(failed.createdAt).toISOString().slice(0, 10);
    const what = `${failed.ref} ${day}${project === '' ? '' : ` [${clip(project)}]`} ${clip(command)}${code(failed.exitCode)}`;
    const parts = [
      error === '' ? what : `${what}: ${error}`,
      succeeded === null ? 'not fixed in that session' : `fixed: ${succeeded.ref}${code(succeeded.exitCode)}`,
      ...(files.length === 0 ? [] : [`changed ${files.join(', ')}`]),
      ...(commands.length === 0 ? [] : [`ran ${commands.map((each) => clip(each)).join('; ')}`]),
    ];
    return parts.join(' → ');
  });
  return [recordsNotice, ...fixes].join('\n');
}

/** Error messages are at the start or end of an output, so only these parts are read. */
const readCharacters = 8000;
const shownCharacters = 300;

const errorWord =
  /\b(?:\w{0,40}(?:error|exception)s?|ERR!|failed|failures?|FAIL|traceback|fatal|panic|cannot|could not|not found|undefined reference|denied|refused)\b/iu;
/** Matches reports without errors. */
const noError =
  /\b(?:0|no) (?:errors?|failed|failures?|failing)\b|\berrors?: 0\b|\bfail(?:ed|ures?)?:? 0\b/iu;

/** The first line of a tool's output that reports an error, or an empty string. */
export function findErrorLine(response: string): string {
  const text = outputOf(response);
  const ends =
    text.length <= 2 * readCharacters
      ? text
      : `${text.slice(0, readCharacters)}\n${text.slice(-readCharacters)}`;
  const line = ends.split('\n').find((each) => errorWord.test(each) && !noError.test(each));
  return line === undefined ? '' : clip(line, shownCharacters);
}

function outputOf(response: string): string {
  if (!response.trimStart().startsWith('{')) return response;
  const fields = parseJsonObject(response);
  if (fields === null) return response;
  const texts = ['stderr', 'output', 'stdout', 'content', 'error', 'message'].map((key) => fields[key]);
  const given = texts.filter((value) => typeof value === 'string');
  return given.length === 0 ? response : given.join('\n');
}
