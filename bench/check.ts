/**
 * Measures what a second opinion decides and costs if the checker makes no mistakes: planted
 * sentences, five to a summary, through `POST /api/summaries` on a real server. A scripted model
 * writes each summary. A scripted checker knows which sentences are correct, but decides only if
 * the source sentences that settle them are among the passages it is sent. `node bench/check.ts
 * [--data FILE] [--gold FILE] [--joined] [--lanes 4]`: the gold file (or PRECIS_GOLD) has the
 * labels of these source sentences, as the numbers that splitSentences gives them: `[{id, cases:
 * [{text, gold: [numbers]}]}]`. Without it, the checker decides every sentence it is asked about.
 * --joined makes the texts of all documents one source.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type DetailLevel, openCheckedServer } from './check/open-checked-server.ts';
import { type PlantedSummary, readPlanted } from './check/planted.ts';
import { type Measured, measure, renderTable } from './check/tally.ts';

const { values } = parseArgs({
  options: {
    data: {
      type: 'string',
      default: join(process.env.PRECIS_BENCH ?? '../shared/bench', 'planted/dev.json'),
    },
    gold: { type: 'string' },
    joined: { type: 'boolean', default: false },
    lanes: { type: 'string', default: '4' },
  },
});
const gold = values.gold ?? process.env.PRECIS_GOLD;
const settings = [
  { mode: 'all', answers: 'list' },
  { mode: 'all', answers: 'yes-no' },
] as const;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const summaries = readPlanted({ data: values.data, gold, isJoined: values.joined });
const server = await openCheckedServer(summaries, Number(values.lanes));
try {
  console.log(`${summaries.length} summaries. ${describeGold()}`);
  for (const { mode, answers } of settings) {
    await server.set({ mode, answers });
    console.log(`\ncheck.mode ${mode}, check.answers ${answers}\n\n${renderTable(await measureAll())}`);
  }
} finally {
  await server.close();
}

function describeGold(): string {
  if (gold !== undefined) return 'The checker decides a sentence if all that settles it is in its prompt.';
  return 'Without a gold file, the checker decides every sentence, whatever is in its prompt.';
}

async function measureAll(): Promise<Measured[]> {
  const slots = planSlots().values();
  const measured: Measured[] = [];
  await Promise.all(
    server.lanes.map(async (lane) => {
      for (const slot of slots)
        for (const [planted, detailLevel] of slot)
          measured.push(measure(planted, await lane(planted, detailLevel)));
    }),
  );
  return measured;
}

/**
 * Plans the summaries of each slot, which are made in turn. A slot keeps one summary, and a check is dropped if its
 * summary was replaced.
 */
function planSlots(): [PlantedSummary, DetailLevel][][] {
  const levels = ['short', 'medium', 'detailed'] as const;
  const planned = summaries.map((planted, at): [PlantedSummary, DetailLevel] => [
    planted,
    levels[at % levels.length] ?? 'medium',
  ]);
  const bySlot = Map.groupBy(planned, ([{ source, language }, level]) => `${level} ${language} ${source}`);
  return [...bySlot.values()].toSorted((a, b) => b.length - a.length);
}
