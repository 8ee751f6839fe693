import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface BenchProcess {
  child: ChildProcess;
  /** The first line that the process printed. */
  firstLine: string;
  stop(): Promise<void>;
}

/** Starts a script on this Node and waits for its first line. `stop` ends it by its process id. */
export async function startProcess(args: string[], env: Record<string, string> = {}): Promise<BenchProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const firstLine = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${args[0]} ended with ${code} before it was ready`);
    }),
  ]);
  return {
    child,
    firstLine,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
