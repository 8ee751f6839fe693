import type { ReplyFunction } from '#tests/fixtures/scripted-model/reply.ts';

/**
 * The names of the models of the agent: for its chat and for its summarizer. One scripted server answers for them and
 * for all others.
 */
export const chatModel = 'chat-model';
export const foldModel = 'fold-model';

/** Returns the newest question mentioned in the text, or '' for none, so that an answer shows what was read. */
export function newestMark(text: string): string {
  const marks = text.match(/\bM[a-z]-\d+\b/g) ?? [];
  return marks.reduce((newest, mark) => (numberOf(mark) > numberOf(newest) ? mark : newest), '');
}

/** Answers so slowly that a kill usually hits the middle of an answer. */
export function answerAsModel(random: () => number): ReplyFunction {
  return (request) => ({ text: textFor(request), delayMs: 2 + Math.floor(random() * 10) });
}

function textFor({ model, prompt }: Parameters<ReplyFunction>[0]): string {
  const mark = newestMark(prompt);
  if (model === chatModel) return `The answer to ${mark} is that the ferry leaves at noon.`;
  if (model !== foldModel)
    return 'The harbour bridge will be closed for two years, and everyone walks around it.';
  if (mark === '') return 'The assistant listed the ferries of the day and saved the plan.';
  return `Up to ${mark} the user asked one question after another, and the answer to each of them was that the ferry leaves at noon. Nothing was decided so far, no constraints were mentioned, and no questions are still open in this conversation.`;
}

function numberOf(mark: string): number {
  return mark === '' ? -1 : Number(mark.slice(mark.indexOf('-') + 1));
}
