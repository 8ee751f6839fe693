import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How much context sessions were given, as `precis clients status` shows it. */
export interface GivenContext {
  sessions: number;
  tokens: number;
}

/** The file has one line with a number for each session, so that several plugins can add lines at the same time. */
const fileName = 'contexts.log';

export async function noteGiven(dir: string, tokens: number): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await appendFile(join(dir, fileName), `${tokens}\n`, { mode: 0o600 });
}

export async function readGiven(dir: string): Promise<GivenContext> {
  const text = await readFile(join(dir, fileName), 'utf8').catch(() => '');
  const numbers = text.split('\n').flatMap((line) => (/^\d{1,9}$/.test(line) ? [Number(line)] : []));
  return { sessions: numbers.length, tokens: numbers.reduce((sum, tokens) => sum + tokens, 0) };
}
