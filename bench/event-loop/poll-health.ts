/** A thread that asks for /api/health every 10 ms and reports how long each answer took when it is asked to stop. */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const pollEveryMs = 10;
const waits: number[] = [];
let isStopped = false;
parentPort?.once('message', () => {
  isStopped = true;
});

while (!isStopped) {
  const askedAt = performance.now();
  const answer = await fetch(`${workerData.url}/api/health`);
  await answer.arrayBuffer();
  waits.push(performance.now() - askedAt);
  await pause(pollEveryMs);
}
parentPort?.postMessage(waits);
