import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { program } from '#tests/setup/program.ts';
import { percentilesOf } from '../worker/percentiles.ts';

export interface ProcessTimes {
  name: string;
  /** From the start of the process to its end. */
  p50: number;
  p95: number;
  /** The median of the processor time. */
  cpuMs: number;
}

const rounds = Number(process.env.PRECIS_BENCH_ROUNDS ?? 21);
/** No server listens here. */
const closedPort = 9;
const run = promisify(execFile);

/** Measures `precis hook codex` as a whole process, beside Node itself. Needs bash. */
export async function measureProcess(port: number, prompts: readonly string[]): Promise<ProcessTimes[]> {
  const place = mkdtempSync(join(tmpdir(), 'precis-hook-bench-'));
  const cwd = '/home/me/project-0';
  const hook = [program, 'hook', 'codex'];
  const tool = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'x'.repeat(2000) };
  const toolCall = () => ({ hook_event_name: 'PostToolUse', tool_use_id: randomUUID(), ...tool });
  const prompt = (round: number) => ({
    hook_event_name: 'UserPromptSubmit',
    prompt: prompts[Math.max(0, round) % prompts.length],
  });
  const cases = [
    { name: 'node -e 0', args: ['-e', '0'], port, event: toolCall },
    { name: 'precis hook codex, tool call', args: hook, port, event: toolCall },
    { name: 'precis hook codex, relevant prompt', args: hook, port, event: prompt },
    { name: 'precis hook codex, tool call, no worker', args: hook, port: closedPort, event: toolCall },
  ].map((one) => ({ ...one, walls: [] as number[], cpus: [] as number[] }));
  try {
    // The first round fills the code cache and is not counted.
    for (let round = -1; round < rounds; round += 1)
      for (const one of cases) {
        const file = join(place, 'event.json');
        const named = { session_id: randomUUID(), turn_id: randomUUID(), cwd };
        writeFileSync(file, JSON.stringify({ ...named, ...one.event(round) }));
        const script = 'TIMEFORMAT="%R %U %S"; time "$@" < "$EVENT" > /dev/null';
        const { stderr } = await run('bash', ['-c', script, '-', process.execPath, ...one.args], {
          env: {
            ...process.env,
            EVENT: file,
            PRECIS_HOME: join(place, 'home'),
            PRECIS_PORT: String(one.port),
            PRECIS_AUTOSTART: 'off',
          },
        });
        const [real = 0, user = 0, system = 0] = stderr.trim().split(' ').map(Number);
        if (round >= 0) {
          one.walls.push(real * 1000);
          one.cpus.push((user + system) * 1000);
        }
        rmSync(join(place, 'home'), { recursive: true, force: true });
      }
    return cases.map(({ name, walls, cpus }) => ({
      name,
      ...percentilesOf(walls),
      cpuMs: percentilesOf(cpus).p50,
    }));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
