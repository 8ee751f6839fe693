import { parseJsonObject } from '#schema/parse-json.ts';
import { clip } from '#sources/session/records/describe-card.ts';

/** Errors come first or last in an output. */
const readCharacters = 8000;
const shownCharacters = 300;

const errorWord =
  /\b(?:\w{0,40}(?:error|exception)s?|ERR!|failed|failures?|FAIL|traceback|fatal|panic|cannot|could not|not found|undefined reference|denied|refused)\b/iu;
/** A report that all is well. */
const noError =
  /\b(?:0|no) (?:errors?|failed|failures?|failing)\b|\berrors?: 0\b|\bfail(?:ed|ures?)?:? 0\b/iu;

/** The first line of a tool's output that tells of an error; empty: none does. */
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
