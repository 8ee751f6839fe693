/**
 * Measures what a search in natural language finds, without a model and with plain BM25 beside it on the same texts:
 * `npm run bench:retrieval`. LoCoMo: whether a session with the evidence is the first hit, and among the first five. BEAM:
 * what share of the messages with the evidence is found, and reaches a new session within 2,500 tokens. Both are read from
 * PRECIS_BENCH (default: shared/bench next to the clone); `--half tune` and `--half report` are every second document of
 * them. `--beam FILE` and `--locomo FILE` measure other files of the same format instead. `--write` puts the tables into
 * docs/retrieval.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '#client/create-client.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { startBuilt } from './performance/start-built.ts';
import { type Dialog, halves, markHalves, readBeam, readLocomo } from './retrieval/dialogs.ts';
import { loadDialogs } from './retrieval/load-dialogs.ts';
import { measureMessages, measureSessions } from './retrieval/measure.ts';
import { renderMeasured, writeTables } from './retrieval/report.ts';

const benchDir = process.env.PRECIS_BENCH ?? join(import.meta.dirname, '..', '..', 'shared', 'bench');
const { values } = parseArgs({
  options: {
    beam: { type: 'string' },
    locomo: { type: 'string' },
    half: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

try {
  const tables = await measure(readDialogs());
  console.log(tables.join('\n\n'));
  if (values.write) writeTables(tables);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

interface Documents {
  beam: Dialog[];
  locomo: Dialog[];
}

function readDialogs(): Documents {
  const half = halves.find((name) => name === values.half) ?? null;
  if (values.half !== undefined && half === null) throw new Error(`--half is one of ${halves.join(', ')}.`);
  const isGiven = values.beam !== undefined || values.locomo !== undefined;
  if (isGiven && (values.write || half !== null))
    throw new Error('--half and --write are for the documents of PRECIS_BENCH.');
  if (isGiven)
    return { beam: readGiven(values.beam, readBeam), locomo: readGiven(values.locomo, readLocomo) };
  const [beamFile, locomoFile] = [
    join(benchDir, 'beam', 'dev.json'),
    join(benchDir, 'conversations', 'locomo-dev.json'),
  ];
  const read = (file: string, reader: (file: string) => Dialog[]) =>
    markHalves(readGiven(file, reader)).filter((dialog) => half === null || dialog.half === half);
  return { beam: read(beamFile, readBeam), locomo: read(locomoFile, readLocomo) };
}

function readGiven(file: string | undefined, reader: (file: string) => Dialog[]): Dialog[] {
  if (file === undefined) return [];
  if (!existsSync(file)) throw new Error(`${file} not found.`);
  const dialogs = reader(file);
  if (dialogs.every(({ questions }) => questions.length === 0))
    throw new Error(`${file} has no questions with evidence among its messages.`);
  return dialogs;
}

async function measure({ beam, locomo }: Documents): Promise<string[]> {
  const server = await startBuilt();
  const tables: string[] = [];
  try {
    const client = createClient({ fetch, baseUrl: server.baseUrl });
    const find = await loadDialogs(client, [...beam, ...locomo]);
    if (locomo.length > 0) {
      const measured = await measureSessions(client, { dialogs: locomo, find });
      tables.push(renderMeasured('LoCoMo, sessions', measured));
    }
    if (beam.length > 0) {
      const tokenizer = await loadTokenizer();
      const measured = await measureMessages(client, { dialogs: beam, find, tokenizer });
      tables.push(renderMeasured('BEAM, messages', measured));
    }
    return tables;
  } finally {
    await server.stop();
  }
}
