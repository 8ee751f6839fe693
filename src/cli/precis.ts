import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { exitCodes, type Terminal } from './terminal.ts';

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

let answers: AsyncIterator<string> | undefined;

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  answers ??= createInterface({ input: process.stdin, signal: interrupt.signal })[Symbol.asyncIterator]();
  const { value, done } = await answers.next();
  return done === true ? '' : value;
}

/** npm forwards a Ctrl-C that the terminal has already sent, so only a later signal counts as a second one. */
const repeatMs = 500;

/** Time for sockets and threads to close cleanly. */
const lastMs = 1000;

/** Exits even if something, such as a silent connection, did not close and would keep the process alive. */
function endSoon(): void {
  setTimeout(() => {
    // Exiting with unwritten output would cut it off for a slow reader.
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
// A reader that exits early, such as `head` in a pipe, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.ok);
  throw error;
});

const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  interactive: process.stderr.isTTY,
  readStdin,
  ask,
  env: process.env,
  signal: interrupt.signal,
  async inOnePiece(work) {
    // A Ctrl-C pressed while the input was read arrives only after the next event loop turn, because the first wait
    // ends in the turn that finished reading.
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
};
const [name, ...rest] = process.argv.slice(2);
// An agent waits for a hook at each of its events, so only what a hook needs is loaded for it.
process.exitCode =
  name === 'hook'
    ? await (await import('./clients/hook.ts')).hook(rest, terminal)
    : await (await import('./run-command.ts')).runCommand(process.argv.slice(2), terminal);
endSoon();
