/**
 * Implements the grounding scorers' protocol (bench/grounding/protocol.ts) through the shipped path: a real server
 * and a scripted model, `POST /api/summaries` for each line, and the grounding stored with the finished run. A check
 * that fails twice is reported on stderr and answered without a verdict. `node bench/ground.ts [--servers 2] [--lanes
 * 8]`: lanes are the checks that each server makes at once.
 */
import { parseArgs } from 'node:util';
import { type Lane, openShippedChecker } from './grounding/open-shipped-checker.ts';
import { type PlannedCheck, planSlots } from './grounding/plan-slots.ts';
import { readRequests, writeAnswer } from './grounding/protocol.ts';

const { values } = parseArgs({
  options: { servers: { type: 'string', default: '2' }, lanes: { type: 'string', default: '8' } },
});
const shownLines = 10;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const planned = planSlots(await readRequests());
const slots = planned.values();
const repeated: string[] = [];
const failures: string[] = [];
const serverCount = Math.min(Number(values.servers), planned.length);
await Promise.all(Array.from({ length: serverCount }, checkOnOneServer));
report(repeated, 'checks were repeated');
report(failures, 'checks failed twice and count as undecided');

function report(lines: string[], what: string): void {
  for (const line of lines.slice(0, shownLines)) console.error(line);
  if (lines.length > 0) console.error(`${lines.length} ${what}`);
}

/** Checks slots on one server. All servers and lanes take their next slot from the same list. */
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
    // On an overloaded machine a socket may time out, which says nothing about the summary.
    const first = lane.check(planned).catch((error: unknown) => {
      repeated.push(`${id}: ${describe(error)}`);
      return lane.check(planned);
    });
    try {
      writeAnswer(await first);
    } catch (error) {
      failures.push(`${id}: ${describe(error)}`);
      writeAnswer({ id, score: 0.5, sentences: [] });
    }
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${describe(error.cause)})`;
}
