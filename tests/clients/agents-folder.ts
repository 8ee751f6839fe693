import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const versions = { claudeCode: '2.1.325', codex: '0.166.0', geminiCli: '0.61.0' };

/** The folder of the agents from npm in these versions. It appears when all of them are installed. */
export const agentsFolder = join(homedir(), '.cache', `precis-agents-${Object.values(versions).join('-')}`);
/** The file that says why the agents could not be installed. */
export const failureFile = `${agentsFolder}.failed`;

/** The longest wait for the installation. */
const maxWaitMs = 6 * 60_000;

/** Waits for the installation that `agents-once.ts` has started. Returns null, or the reason why there is none. */
export async function waitForAgents(): Promise<string | null> {
  for (const until = Date.now() + maxWaitMs; Date.now() < until; await delay(500)) {
    if (existsSync(agentsFolder)) return null;
    if (existsSync(failureFile)) return readFileSync(failureFile, 'utf8');
  }
  return 'the installation takes too long';
}
