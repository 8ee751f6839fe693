import { setImmediate as nextTurn } from 'node:timers/promises';
import { runCommand } from './run-command.ts';
import { exitCodes } from './terminal.ts';

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** npm forwards the Ctrl-C that the terminal already sent: only a later one counts as a second. */
const repeatMs = 500;

/** Time for sockets and threads to close cleanly. */
const lastMs = 1000;

/** A silent connection, or anything else that did not close, must not keep a finished command alive. */
function endSoon(): void {
  setTimeout(() => {
    // Lets a slow reader receive all output.
    if (process.stdout.writableLength + process.stderr.writableLength > 0) endSoon();
    else process.exit();
  }, lastMs).unref();
}

const interrupt = new AbortController();
const signals = ['SIGINT', 'SIGTERM'] as const;
let interruptedAt = 0;

function onSignal(): void {
  if (!interrupt.signal.aborted) {
    interruptedAt = performance.now();
    interrupt.abort();
  } else if (performance.now() - interruptedAt > repeatMs) {
    // A second signal exits immediately.
    process.exit(exitCodes.interrupted);
  }
}

for (const signal of signals) process.on(signal, onSignal);
// A reader that leaves early (precis … | head) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.ok);
  throw error;
});

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  interactive: process.stderr.isTTY,
  readStdin,
  env: process.env,
  signal: interrupt.signal,
  async inOnePiece(work) {
    // A Ctrl-C that came while the input was read is delivered by the next turn of the event loop but one: the first
    // wait ends in the turn that read it.
    await nextTurn();
    await nextTurn();
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    for (const signal of signals) process.off(signal, onSignal);
    try {
      return work();
    } finally {
      for (const signal of signals) process.on(signal, onSignal);
    }
  },
});
endSoon();
