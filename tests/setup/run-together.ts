import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs npm scripts at the same time, prints the output of each when it ends, and names those that failed. */
const names = process.argv.slice(2);
const failed = (await Promise.all(names.map(fails))).filter((name) => name !== null);
if (failed.length > 0) {
  console.error(`Failed: ${failed.map((name) => `npm run ${name}`).join(', ')}`);
  process.exitCode = 1;
}

async function fails(name: string): Promise<string | null> {
  const child = spawn('npm', ['run', '-s', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  return code === 0 ? null : name;
}
