/**
 * Measures the processor time of `precis hook codex` as a whole process, beside Node itself: with a worker that answers,
 * and without one: `npm run bench:hook-process`. Needs bash. Exits with 1 if the median with a worker is over the limit.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { percentilesOf } from './worker/percentiles.ts';

const rounds = Number(process.env.PRECIS_BENCH_ROUNDS ?? 21);
const limitSeconds = 0.08;
const program = join(import.meta.dirname, '..', 'dist', 'packages', 'precis', 'bin', 'precis.cjs');
if (!existsSync(program)) throw new Error('The program is not built: npm run build');

const run = promisify(execFile);
const place = mkdtempSync(join(tmpdir(), 'precis-hook-bench-'));
const event = join(place, 'event.json');
writeFileSync(
  event,
  JSON.stringify({
    session_id: 'one',
    turn_id: 't1',
    cwd: place,
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_use_id: 'a',
    tool_input: { command: 'ls' },
    tool_response: 'x'.repeat(2000),
  }),
);
const worker = createServer((incoming, answer) => {
  incoming.resume().on('end', () => answer.setHeader('content-type', 'application/json').end('{}'));
});
worker.listen(0, '127.0.0.1');
await once(worker, 'listening');
const { port } = worker.address() as AddressInfo;
const cases = [
  { name: 'node -e 0', args: ['-e', '0'], port, spent: [] as number[] },
  { name: 'precis hook codex', args: [program, 'hook', 'codex'], port, spent: [] as number[] },
  { name: 'precis hook codex, no worker', args: [program, 'hook', 'codex'], port: 9, spent: [] as number[] },
];
try {
  // The first round fills the code cache and is not counted.
  for (let round = -1; round < rounds; round += 1)
    for (const one of cases) {
      const env = { ...process.env, PRECIS_HOME: join(place, 'home'), PRECIS_PORT: String(one.port) };
      const script = 'TIMEFORMAT="%U %S"; time "$@" < "$EVENT" > /dev/null';
      const { stderr } = await run('bash', ['-c', script, '-', process.execPath, ...one.args], {
        env: { ...env, EVENT: event, PRECIS_AUTOSTART: 'off' },
      });
      const [user = 0, system = 0] = stderr.trim().split(' ').map(Number);
      if (round >= 0) one.spent.push(user + system);
      rmSync(join(place, 'home'), { recursive: true, force: true });
    }
  for (const { name, spent } of cases)
    console.log(
      `${name}: ${percentilesOf(spent).p50.toFixed(3)} s, at least ${Math.min(...spent).toFixed(3)} s`,
    );
  if (percentilesOf(cases[1]?.spent ?? []).p50 > limitSeconds) process.exitCode = 1;
} finally {
  worker.close();
  rmSync(place, { recursive: true, force: true });
}
