import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ownFolder = `${pathToFileURL(import.meta.dirname).href}/`;
/** Each distinct line of a stack is looked up once: a map of 1 MB takes some 50 ms to read. */
const maxTraced = 1000;
const traced = new Map<string, string>();

/**
 * A stack with the files and lines of the repository instead of those of the bundle. Node could do it for all errors,
 * but would read every map at the start, which takes as long as the start itself.
 */
export function traceStack(stack: string): string {
  const maps = new Map<string, SourceMap | null>();
  return stack
    .split('\n')
    .map((line) => {
      const known = traced.get(line) ?? traceLine(line, maps);
      if (traced.size < maxTraced) traced.set(line, known);
      return known;
    })
    .join('\n');
}

function traceLine(line: string, maps: Map<string, SourceMap | null>): string {
  const at = line.lastIndexOf(ownFolder);
  const found = at === -1 ? null : /^(\S+\.js):(\d+):(\d+)(\)?)$/.exec(line.slice(at));
  if (found === null) return line;
  const [, file = '', row, column, end] = found;
  if (!maps.has(file)) maps.set(file, readMap(file));
  const origin = maps.get(file)?.findOrigin(Number(row), Number(column));
  if (origin === undefined || !('fileName' in origin)) return line;
  const path = join(import.meta.dirname, origin.fileName);
  return `${line.slice(0, at)}${path}:${origin.lineNumber}:${origin.columnNumber}${end}`;
}

/** Null: there is none, as in the repository itself. */
function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    return null;
  }
}
