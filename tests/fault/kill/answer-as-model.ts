import type { ReplyFunction } from '#tests/fixtures/scripted-model/reply.ts';

/** The names under which the one scripted server is asked: by the agent's chat, by its summarizer, by all others. */
export const chatModel = 'chat-model';
export const foldModel = 'fold-model';

/** Names the newest question that the text speaks of, so that an answer tells what was read for it; '' for none. */
export function newestMark(text: string): string {
  const marks = text.match(/\bM[a-z]-\d+\b/g) ?? [];
  return marks.reduce((newest, mark) => (numberOf(mark) > numberOf(newest) ? mark : newest), '');
}

/** Slow enough to be killed in the middle, most of the time. */
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
