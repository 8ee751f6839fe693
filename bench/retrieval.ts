/**
 * Measures what a search in natural language finds without a model, with plain BM25 on the same texts for comparison:
 * `npm run bench:retrieval`. On LoCoMo, it measures whether a session with the evidence is the first hit, and among
 * the first five. On BEAM, it measures the share of the messages with the evidence that is found, and that reaches a
 * new session within 2,500 tokens. Both are read from PRECIS_BENCH (default: shared/bench next to the clone). `--half
 * tune` and `--half report` are every second document of them. `--beam FILE` and `--locomo FILE` measure other files
 * of the same format instead. `--meaning` compares search by words and meaning with search by words. It uses an
 * embedding model from npm, or the one that `--url` (of a server with OpenAI's protocol) and `--model` name.
 * `--write` puts the tables into bench/results/retrieval.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '#client/create-client.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { startBuilt } from './performance/start-built.ts';
import { type Dialog, halves, markHalves, readBeam, readLocomo } from './retrieval/dialogs.ts';
import { type FindSource, loadDialogs } from './retrieval/load-dialogs.ts';
import { measureMeaning, measureMessages, measureSessions } from './retrieval/measure.ts';
import { readMeanings, startEmbeddings } from './retrieval/read-meanings.ts';
import { renderMeasured } from './retrieval/report.ts';
import { writeTables } from './write-results.ts';

const benchDir = process.env.PRECIS_BENCH ?? join(import.meta.dirname, '..', '..', 'shared', 'bench');
const { values } = parseArgs({
  options: {
    beam: { type: 'string' },
    locomo: { type: 'string' },
    half: { type: 'string' },
    meaning: { type: 'boolean', default: false },
    url: { type: 'string' },
    model: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

try {
  const tables = await (values.meaning ? measureWithModel : measureAlone)(readDialogs());
  console.log(tables.join('\n\n'));
  const command = values.meaning ? 'bench:retrieval -- --meaning' : 'bench:retrieval';
  const mark = `<!-- measured by npm run ${command} -->`;
  if (values.write) writeTables({ page: 'retrieval.md', mark, text: tables.join('\n\n') });
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

type Loaded = Documents & { client: Client; find: FindSource };

async function withServer<T>(documents: Documents, work: (loaded: Loaded) => Promise<T>): Promise<T> {
  const server = await startBuilt();
  try {
    const client = createClient({ fetch, baseUrl: server.baseUrl });
    const find = await loadDialogs(client, [...documents.beam, ...documents.locomo]);
    return await work({ ...documents, client, find });
  } finally {
    await server.stop();
  }
}

function measureAlone(documents: Documents): Promise<string[]> {
  return withServer(documents, async ({ client, find, beam, locomo }) => {
    const tables: string[] = [];
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
  });
}

async function measureWithModel(documents: Documents): Promise<string[]> {
  const { url, model } = values;
  const embeddings =
    url === undefined || model === undefined
      ? await startEmbeddings()
      : { baseUrl: url, model, stop: () => {} };
  try {
    return await withServer(documents, async ({ client, find, beam, locomo }) => {
      await readMeanings(client, embeddings);
      const tables: string[] = [];
      const add = async (title: string, dialogs: Dialog[], of: 'sessions' | 'messages') => {
        if (dialogs.length === 0) return;
        const measured = await measureMeaning(client, { dialogs, find, of });
        tables.push(renderMeasured(`${title}, with ${embeddings.model}`, measured, 'by words alone'));
      };
      await add('LoCoMo, sessions', locomo, 'sessions');
      await add('BEAM, messages', beam, 'messages');
      return tables;
    });
  } finally {
    embeddings.stop();
  }
}
