import { setTimeout as pause } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { type HookTarget, openSession } from './send-hooks.ts';

/** This thread plays agents at work, each with a tool call every 100 ms, until the thread is ended. */
const { target, agents } = workerData as { target: HookTarget; agents: number };
const everyMs = 100;

await Promise.all(
  Array.from({ length: agents }, async (_, number) => {
    const session = openSession(target);
    await pause((number * everyMs) / agents);
    await session.prompt('Find out why the requests are slow');
    for (;;) {
      await session.call(2000);
      await pause(everyMs);
    }
  }),
);
