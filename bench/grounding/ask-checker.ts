import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { CheckAnswer, CheckRequest } from './protocol.ts';

/** Starts one checker for all requests, and returns its answers by id. */
export async function askChecker(
  [program = '', ...args]: string[],
  requests: CheckRequest[],
): Promise<Map<string, CheckAnswer>> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`)),
    );
  });
  const sent = pipeline(
    requests.map((request) => `${JSON.stringify(request)}\n`),
    child.stdin,
  );
  const answers = new Map<string, CheckAnswer>();
  const received = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.trim() === '') continue;
      const answer: CheckAnswer = JSON.parse(line);
      answers.set(answer.id, answer);
    }
  })();
  await Promise.all([ended, sent, received]);
  const missing = requests.find(({ id }) => !answers.has(id));
  if (missing) throw new Error(`${program} gave no answer for ${missing.id}`);
  return answers;
}
