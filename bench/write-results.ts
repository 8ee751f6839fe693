import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder in which benches keep what they measured. */
export const resultsFolder = join(import.meta.dirname, 'results');

const end = '<!-- end -->';

/** Replaces what a page of the results has between a mark and the next end mark. */
export function writeTables({ page, mark, text }: { page: string; mark: string; text: string }): void {
  const file = join(resultsFolder, page);
  const old = readFileSync(file, 'utf8');
  const from = old.indexOf(mark);
  const to = old.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`${file} has no place for the tables: ${mark} … ${end}`);
  writeFileSync(file, `${old.slice(0, from)}${mark}\n\n${text}\n\n${old.slice(to)}`);
}

export function writeChart(name: string, svg: string): void {
  writeFileSync(join(resultsFolder, 'charts', `${name}.svg`), svg);
}
