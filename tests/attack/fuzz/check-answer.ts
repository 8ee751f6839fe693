import { problemSchema } from '#schema/problem.ts';
import { statusOf } from '#server/problem.ts';
import { checkSchema } from './check-schema.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { ApiDocument, Operation } from './read-operations.ts';
import type { FuzzAnswer } from './send-request.ts';

/** Matches stack traces, file system paths and database messages. */
export const leaks =
  /\n\s+at |node_modules|node:internal|\.[cm]?[jt]sx?:\d|\/src\/|SQLITE_|sqlite error|syntax error at|\bselect\b.+\bfrom\b|\binsert into\b|\brelation "|\bcolumn "|constraint failed|violates .* constraint|TypeError|RangeError|Cannot read propert/i;

/** The codes of upstream failures, a fetch or a model call. A response may report them if that is documented. */
const byOthers = /^(fetch|model)_/;

/** Says what is wrong with a response, or returns null if nothing is. */
export function checkAnswer(
  request: FuzzRequest,
  answer: FuzzAnswer,
  { operation, resolve }: { operation: Operation; resolve: ApiDocument['resolve'] },
): string | null {
  const { status, mediaType, text } = answer;
  const isPage = operation.answers[status]?.['text/html'] !== undefined;
  if (mediaType === 'text/html' && !isPage) return 'a page came back';
  if (request.method === 'HEAD')
    return text === '' && status < 500 ? null : `HEAD was answered ${status} ${text}`;
  if (status >= 400) {
    const fault = checkProblem(answer);
    if (fault !== null) return fault;
  }
  // Another method on this path may be another operation, or no operation.
  if (request.method !== operation.method || isUnrouted(answer, request.method)) return null;
  const content = operation.answers[status];
  if (content === undefined) return `${status} is not in the document: ${text.slice(0, 300)}`;
  if (Object.keys(content).length === 0) return text === '' ? null : `${status} came with a body`;
  const described = content[mediaType];
  if (described === undefined) return `${status} as ${mediaType} is not in the document`;
  // A file that may be JSON is described as text.
  if (!/^application\/(.+\+)?json$/.test(mediaType) || isPage) return null;
  const fault = checkSchema(JSON.parse(text), described.schema, { resolve });
  return fault === null ? null : `the answer is not as the document says: ${fault}`;
}

function checkProblem({ status, mediaType, text }: FuzzAnswer): string | null {
  if (mediaType !== 'application/problem+json') return `${status} came as ${mediaType || 'nothing'}`;
  const { data, error } = problemSchema.safeParse(JSON.parse(text));
  if (data === undefined) return `the problem has not its form: ${error.message}`;
  if (data.status !== status || statusOf(data.code) !== status) return `${data.code} came as ${status}`;
  if (status >= 500 && !byOthers.test(data.code)) return `${status} ${text}`;
  const leak = leaks.exec(data.detail);
  return leak === null ? null : `the problem tells “${leak[0]}”: ${data.detail.slice(0, 300)}`;
}

/** Whether no route matched, since a hostile id may produce a path without a route. */
function isUnrouted({ status, text }: FuzzAnswer, method: string): boolean {
  return status === 404 && text.includes(`"detail":"No route matches ${method} /`);
}
