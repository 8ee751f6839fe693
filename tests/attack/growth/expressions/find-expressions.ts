import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

export interface Expression {
  /** The file and line of the expression, such as `src/text/sentences/words.ts:12`. */
  place: string;
  source: string;
  flags: string;
}

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Finds every regular expression literal in the sources, and the files that build some at run time. */
export function findExpressions(): { written: Expression[]; builders: string[] } {
  const written: Expression[] = [];
  const builders = new Set<string>();
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const code = readFileSync(join(root, file), 'utf8');
    const lineAt = (start: number) => code.slice(0, start).split('\n').length;
    visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
      if (isRegExpCall(node)) builders.add(file);
      const { regex, start } = node;
      if (isRecord(regex) && typeof start === 'number')
        written.push({
          place: `${file}:${lineAt(start)}`,
          source: String(regex.pattern),
          flags: String(regex.flags),
        });
    });
  }
  return { written, builders: [...builders].toSorted() };
}

function isRegExpCall({ type, callee }: Record<string, unknown>): boolean {
  return (
    (type === 'NewExpression' || type === 'CallExpression') && isRecord(callee) && callee.name === 'RegExp'
  );
}

function visit(node: unknown, see: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, see);
  if (!isRecord(node)) return;
  see(node);
  for (const child of Object.values(node)) if (typeof child === 'object') visit(child, see);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
