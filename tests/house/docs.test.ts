import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const listPages = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

const decisions = listPages('docs/adr');
const docs = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...listPages('docs'), ...decisions];
const pages = [...docs, 'AGENTS.md', 'SECURITY.md', 'CHANGELOG.md', ...listPages('bench/results')];
const architecture = read('ARCHITECTURE.md');

test.each(pages)('every link of %s leads somewhere', (page) => {
  const text = read(page).replaceAll(/```[\s\S]*?```/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)| src="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source,
  );
  for (const target of targets) {
    if (target === undefined || /^https?:/.test(target)) continue;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    expect({ target, exists: existsSync(join(root, file)) }).toEqual({ target, exists: true });
    if (anchor !== undefined)
      expect({ file, anchors: anchorsOf(read(file)) }).toEqual({
        file,
        anchors: expect.arrayContaining([anchor]),
      });
  }
});

describe('the length of what people read', () => {
  test('is at most 30,000 words in all', () => {
    expect(docs.reduce((sum, page) => sum + countWords(read(page)), 0)).toBeLessThanOrEqual(30_000);
  });

  test.each(['scaling', 'performance', 'memory', 'quality', 'retrieval', 'reliability'])(
    'is at most 400 words for docs/%s.md; the rest is in bench/results',
    (name) => expect(countWords(read(`docs/${name}.md`))).toBeLessThanOrEqual(400),
  );

  test('of ARCHITECTURE.md is at most 200 lines, with sentences under 30 words', () => {
    expect(architecture.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
    const prose = architecture
      .replaceAll(/```[\s\S]*?```/g, '')
      .replaceAll(/^\|.*$/gm, '')
      .replaceAll(/\n(?=\S)(?!- |\d+\. |#)/g, ' ');
    const sentences = prose.split(/[.?]\s|\n/);
    expect(sentences.filter((sentence) => countWords(sentence) >= 30)).toEqual([]);
  });
});

test('decisions are numbered without holes, in their names and titles', () => {
  const numbers = decisions.map((page) => page.slice('docs/adr/'.length).slice(0, 4));
  expect(numbers).toEqual(decisions.map((_, index) => String(index + 1).padStart(4, '0')));
  for (const [index, page] of decisions.entries()) expect(read(page)).toMatch(`# ${index + 1}. `);
});

describe('the modules of ARCHITECTURE.md', () => {
  const allowed = readAllowedImports();

  test('may import what the linter allows', () => {
    const rows = [...architecture.matchAll(/^\| `(\w+)` \|.*\| ([^|]+) \|$/gm)].map(
      ([, name = '', imports = '']) => [name, importsOf(imports)] as const,
    );
    expect(new Map(rows)).toEqual(allowed);
  });

  test('have the arrows of that table', () => {
    const arrows = [...architecture.matchAll(/^ {2}(\w+) --> ([\w &]+)$/gm)].flatMap(
      ([, from = '', to = '']) => to.split(' & ').map((name) => `${from} ${name}`),
    );
    const known = [...allowed].flatMap(([from, imports]) => imports.map((name) => `${from} ${name}`));
    expect(known).toEqual(expect.arrayContaining(arrows));
    const shown = known.filter((arrow) => !/^app | (schema|text)$/.test(arrow));
    expect(arrows).toEqual(expect.arrayContaining(shown));
  });

  function importsOf(cell: string): string[] {
    const names = [...allowed.keys()];
    if (!cell.startsWith('everything but'))
      return names.filter((name) => new RegExp(`\\b${name}\\b`).test(cell));
    return names.filter((name) => name !== 'app' && !new RegExp(`\\b${name}\\b`).test(cell));
  }
});

/** Reads what each module may import, for all its parts together, in the order of `src`. */
function readAllowedImports(): Map<string, string[]> {
  const { overrides }: { overrides: { files: string[]; rules: Record<string, unknown> }[] } = JSON.parse(
    read('.oxlintrc.json'),
  );
  const names = readdirSync(join(root, 'src'));
  return new Map(
    names.map((module) => {
      const rules = overrides
        .filter(({ files }) => files.some((file) => file.startsWith(`src/${module}/`)))
        .map((override) => JSON.stringify(override.rules['no-restricted-imports'] ?? ''));
      const isAllowed = (name: string) => rules.some((rule) => rule.includes(`"!#${name}/`));
      return [module, names.filter((name) => name !== module && isAllowed(name))];
    }),
  );
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** The anchors that GitHub makes from headings, and those written as HTML. */
function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id)];
}
