import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What sessions were given of earlier ones: what `precis clients status` shows. */
export interface GivenContext {
  sessions: number;
  tokens: number;
}

/** One number for each session, in a line of its own: several plugins can add at the same time. */
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
