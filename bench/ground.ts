/**
 * Speaks the grounding scorers' protocol (bench/grounding/protocol.ts) through the shipped path: a real server and a
 * scripted model, `POST /api/summaries` for each line, and the grounding stored with the finished run.
 * A check that fails is reported on stderr and answered without a verdict.
 * `node bench/ground.ts [--servers 2] [--lanes 8]`: lanes are checks in progress at once, per server.
 */
import { parseArgs } from 'node:util';
import { type Lane, openShippedChecker } from './grounding/open-shipped-checker.ts';
import { type PlannedCheck, planSlots } from './grounding/plan-slots.ts';
import { readRequests, writeAnswer } from './grounding/protocol.ts';

const { values } = parseArgs({
  options: { servers: { type: 'string', default: '2' }, lanes: { type: 'string', default: '8' } },
});
const shownFailures = 10;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const planned = planSlots(await readRequests());
const slots = planned.values();
const failures: string[] = [];
const serverCount = Math.min(Number(values.servers), planned.length);
await Promise.all(Array.from({ length: serverCount }, checkOnOneServer));
for (const failure of failures.slice(0, shownFailures)) console.error(failure);
if (failures.length > 0) console.error(`${failures.length} checks failed and count as undecided`);

/** Servers and lanes take their next slot from the same list. */
async function checkOnOneServer(): Promise<void> {
  const checker = await openShippedChecker(Number(values.lanes));
  try {
    await Promise.all(
      checker.lanes.map(async (lane) => {
        for (const slot of slots) await checkInTurn(lane, slot);
      }),
    );
  } finally {
    await checker.close();
  }
}

async function checkInTurn(lane: Lane, slot: PlannedCheck[]): Promise<void> {
  for (const planned of slot) {
    const { id } = planned.request;
    try {
      writeAnswer(await lane.check(planned));
    } catch (error) {
      failures.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
      writeAnswer({ id, score: 0.5, sentences: [] });
    }
  }
}
