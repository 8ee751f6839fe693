/**
 * A thread that requests /api/health every 10 ms, or at another interval. It reports all response times when it
 * stops.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const pollEveryMs: number = workerData.everyMs ?? 10;
const waits: number[] = [];
let isStopped = false;
parentPort?.once('message', () => {
  isStopped = true;
});

await ask();
parentPort?.postMessage('ready', []);
while (!isStopped) {
  const askedAt = performance.now();
  await ask();
  waits.push(performance.now() - askedAt);
  await pause(pollEveryMs);
}
parentPort?.postMessage(waits, []);

async function ask(): Promise<void> {
  const answer = await fetch(`${workerData.url}/api/health`);
  await answer.arrayBuffer();
}
