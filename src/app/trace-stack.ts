import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ownFolder = `${pathToFileURL(import.meta.dirname).href}/`;
/**
 * The number of stack lines that are kept, so that each is looked up once. Reading a map of 1 MB takes about 50 ms.
 */
const maxTraced = 1000;
const traced = new Map<string, string>();

/**
 * Returns a stack with files and lines of the repository instead of those of the bundle. Node could do this for all
 * errors, but it would read every map at the start, which takes as long as the start itself.
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

/** Returns null if there is no map, which is the case in the repository itself. */
function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    return null;
  }
}
