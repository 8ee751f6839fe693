/**
 * Measures what a search in natural language finds, without a model and with plain BM25 beside it on the same texts:
 * `npm run bench:retrieval`. LoCoMo: whether a session with the evidence is the first hit, and among the first five. BEAM:
 * what share of the messages with the evidence is found, and reaches a new session within 2,500 tokens. Both are read from
 * PRECIS_BENCH (default: shared/bench next to the clone), or from `--beam FILE` and `--locomo FILE` of the same format;
 * `--half tune` and `--half report` are every second document.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '#client/create-client.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { startBuilt } from './performance/start-built.ts';
import { type Dialog, halfOf, halves, readBeam, readLocomo } from './retrieval/dialogs.ts';
import { loadDialogs } from './retrieval/load-dialogs.ts';
import { measureMessages, measureSessions } from './retrieval/measure.ts';
import { renderMeasured } from './retrieval/report.ts';

const benchDir = process.env.PRECIS_BENCH ?? join(import.meta.dirname, '..', '..', 'shared', 'bench');
const { values } = parseArgs({
  options: {
    beam: { type: 'string', default: join(benchDir, 'beam', 'dev.json') },
    locomo: { type: 'string', default: join(benchDir, 'conversations', 'locomo-dev.json') },
    half: { type: 'string', default: 'report' },
  },
});
const half = halves.find((name) => name === values.half);
if (half === undefined) throw new Error(`--half is one of ${halves.join(', ')}`);
const read = (file: string, reader: (file: string) => Dialog[]) =>
  existsSync(file) ? halfOf(reader(file), half) : [];
const beam = read(values.beam, readBeam);
const locomo = read(values.locomo, readLocomo);
if (beam.length + locomo.length === 0)
  throw new Error(`There is neither ${values.beam} nor ${values.locomo}.`);

const server = await startBuilt();
try {
  const client = createClient({ fetch, baseUrl: server.baseUrl });
  const find = await loadDialogs(client, [...beam, ...locomo]);
  if (locomo.length > 0) {
    const measured = await measureSessions(client, { dialogs: locomo, find });
    console.log(`${renderMeasured('LoCoMo, sessions', measured)}\n`);
  }
  if (beam.length > 0) {
    const tokenizer = await loadTokenizer();
    const measured = await measureMessages(client, { dialogs: beam, find, tokenizer });
    console.log(renderMeasured('BEAM, messages', measured));
  }
} finally {
  await server.stop();
}
