/**
 * Measures what a check decides and costs: planted sentences, five to a summary, through `POST /api/summaries` on a
 * real server. A scripted model writes each summary. A scripted checker knows which sentences are correct, but decides
 * only if the source sentences that settle them are among the passages it is sent. `node bench/check.ts [--checker
 * NAME]… [--answers list|yes-no]… [--data FILE]… [--gold FILE] [--joined] [--lanes 4] [--write]`: checkers are `right`, `ninety` (wrong about
 * every tenth sentence), `self-serving` (supports everything), `lying` and `formats` (right, in ten bad forms); default:
 * all. The gold file (or PRECIS_GOLD) has the labels of these source sentences, as the numbers that splitSentences
 * gives them: `[{id, cases: [{text, gold: [numbers]}]}]`. Without it, the checker decides every sentence it is asked
 * about. --joined makes the texts of all documents one source.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkerAnswers } from '#schema/settings.ts';
import { type MannerName, manners } from './check/manners.ts';
import { type DetailLevel, openCheckedServer } from './check/open-checked-server.ts';
import { type PlantedSummary, readPlanted } from './check/planted.ts';
import { type Measured, measure, renderCheckers, renderTable } from './check/tally.ts';
import { writeTables } from './write-results.ts';

const planted = join(process.env.PRECIS_BENCH ?? '../shared/bench', 'planted');
const own = join(import.meta.dirname, '../tests/fixtures/planted');

const { values } = parseArgs({
  options: {
    checker: { type: 'string', multiple: true, default: Object.keys(manners) },
    data: {
      type: 'string',
      multiple: true,
      default: [
        join(planted, 'dev.json'),
        join(planted, 'deletion.json'),
        join(own, 'deletion-work.json'),
        join(own, 'retold-work.json'),
      ],
    },
    answers: { type: 'string', multiple: true, default: ['list', 'yes-no'] },
    gold: { type: 'string' },
    joined: { type: 'boolean', default: false },
    lanes: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
  },
});
const gold = values.gold ?? process.env.PRECIS_GOLD;
const checkers = values.checker.filter((name): name is MannerName => Object.hasOwn(manners, name));

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const summaries = values.data.flatMap((data) => readPlanted({ data, gold, isJoined: values.joined }));
const server = await openCheckedServer(summaries, Number(values.lanes));
let refused = 0;
try {
  console.log(`${summaries.length} summaries. ${describeGold()}`);
  const rows: [string, string, Measured[]][] = [];
  for (const answers of checkerAnswers.filter((each) => values.answers.includes(each))) {
    for (const checker of checkers) {
      await server.set(checker, answers);
      const measured = await measureAll();
      rows.push([checker, answers, measured]);
      if (checkers.length === 1) console.log(`\n${checker}, ${answers}\n\n${renderTable(measured)}`);
    }
  }
  const table = renderCheckers(rows);
  console.log(`\n${table}\n\n${refused} runs were refused.`);
  if (values.write) writeTables({ page: 'quality.md', mark: '<!-- checkers -->', text: table });
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
        for (const [planted, detailLevel] of slot) {
          const made = await lane(planted, detailLevel);
          if (made === null) refused += 1;
          else measured.push(measure(planted, made));
        }
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
