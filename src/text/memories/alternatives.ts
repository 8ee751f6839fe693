import { indexTerms } from '#text/search-terms.ts';

/** Things of which a project uses one. A later choice replaces an earlier one. */
const groups: Record<string, Record<string, string>> = {
  packages: { npm: 'npm', pnpm: 'pnpm', yarn: 'yarn', bun: 'bun' },
  indentation: {
    tabs: 'tab tabs tabulatoren tabulations tabulaciones tabuladores',
    spaces: 'space spaces leerzeichen espaces espacios',
  },
  quotes: { single: 'single einfache simples', double: 'double doppelte doubles dobles' },
  language: {
    english: 'english englisch anglais ingles 英语 英文 英語',
    german: 'german deutsch allemand aleman 德语 ドイ',
    french: 'french franzosisch francais frances 法语 フラ',
    spanish: 'spanish spanisch espagnol espanol castellano 西班',
    chinese: 'chinese chinesisch chinois chino 中文 汉语 中国',
    japanese: 'japanese japanisch japonais japones 日语 日本',
  },
  tests: { jest: 'jest', vitest: 'vitest', mocha: 'mocha', ava: 'ava' },
  formatting: { prettier: 'prettier', biome: 'biome', dprint: 'dprint' },
  linting: { eslint: 'eslint', oxlint: 'oxlint' },
  database: {
    postgres: 'postgres postgresql',
    mysql: 'mysql',
    sqlite: 'sqlite',
    mariadb: 'mariadb',
    mongodb: 'mongodb mongo',
  },
  modules: { esm: 'esm', commonjs: 'commonjs cjs' },
  casing: { camel: 'camelcase', snake: 'snake', kebab: 'kebab', pascal: 'pascalcase' },
  length: {
    short: 'short brief concise terse kurz knapp court breve 简短 简洁',
    long: 'detailed verbose thorough ausfuhrlich detaille detallado 详细',
  },
  history: { rebase: 'rebase rebasing', merge: 'merge merging' },
};

const values: ReadonlyMap<string, { group: string; value: string }> = new Map(
  Object.entries(groups).flatMap(([group, choices]) =>
    Object.entries(choices).flatMap(([value, words]) =>
      words.split(' ').map((word): [string, { group: string; value: string }] => [word, { group, value }]),
    ),
  ),
);

/** What stands behind these is what is not wanted any more. */
const insteadOf =
  /\b(?:instead of|rather than|in place of|over|not|no longer|statt|anstatt|anstelle von|au lieu de|plutôt que|en lugar de|en vez de)\s+(\S{1,40}(?:\s\S{1,40}){0,2})|(?:而不是|代替)(\S{1,8})/giu;

export interface Alternatives {
  /** The choice of each group. */
  chosen: Map<string, string>;
  /** Search terms of what is named as not wanted. */
  rejected: Set<string>;
  /** Terms without those of the choices. */
  without(terms: ReadonlySet<string>): Set<string>;
}

export function readAlternatives(text: string): Alternatives {
  const rejected = new Set<string>();
  const kept = text.replace(insteadOf, (_all, words: string = '', unspaced: string = '') => {
    for (const term of indexTerms(`${words} ${unspaced}`).split(' ')) if (term !== '') rejected.add(term);
    return ' ';
  });
  const chosen = new Map<string, string>();
  for (const term of indexTerms(kept).split(' ')) {
    const known = values.get(term);
    if (known !== undefined && !chosen.has(known.group)) chosen.set(known.group, known.value);
  }
  return {
    chosen,
    rejected,
    without: (terms) => new Set([...terms].filter((term) => !values.has(term) && !rejected.has(term))),
  };
}
