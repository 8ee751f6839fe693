import type { TextWork } from '#engine/ports.ts';
import type { HistorianWork } from '#memory/historian/historian-work.ts';

/** The Historian's work on texts through the engine's port, aborted with the turn. */
export function runHistorianWork(textWork: TextWork, signal: AbortSignal): HistorianWork {
  return {
    digestTurn: (given) => textWork.run('digestTurn', [given], signal),
    packMessages: (given) => textWork.run('packMessages', [given], signal),
    judgeAnswer: (given) => textWork.run('judgeAnswer', [given], signal),
    quoteReply: (reply) => textWork.run('quoteReply', [reply], signal),
    retellTurns: (given) => textWork.run('retellTurns', [given], signal),
  };
}
