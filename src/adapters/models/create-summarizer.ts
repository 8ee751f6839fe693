import type { Summarize } from '#memory/fold-messages.ts';
import { memoryTemplates } from '#templates/memory-templates.ts';
import { renderTemplate } from '#templates/render-template.ts';
import { extractThread } from '#text/extract-thread.ts';
import { isUnspaced } from '#text/words.ts';
import { createAsk, type TextModel } from './text-model.ts';

/** About what the template allows a model, so that a summary that is made again and again does not grow. */
const offlineWords = 260;
const offlineCharacters = 900;

/** A summarizer of threads on a host's model; without one, the most telling sentences, each with its speaker. */
export function createSummarizer(model?: TextModel): Summarize {
  if (model === undefined) return summarizeOffline;
  const ask = createAsk(model);
  return ({ previousSummary, transcript }) =>
    ask(
      renderTemplate(memoryTemplates.threadFold, {
        parameters: {},
        texts: { sourceText: transcript, previousSummary: previousSummary ?? '' },
        systemPromptOverride: null,
      }),
    );
}

const summarizeOffline: Summarize = async ({ previousSummary, messages }) => {
  const before = (previousSummary ?? '').split('\n').filter((line) => line.trim() !== '');
  const all = [
    ...before.map((line) => ({
      role: 'assistant' as const,
      name: 'Summary',
      text: line.replace(/^Summary: /u, ''),
    })),
    ...messages.flatMap(({ role, name, text }) => (role === 'system' ? [] : [{ role, name, text }])),
  ];
  const budget = isUnspaced(all.map(({ text }) => text).join(' '))
    ? { characters: offlineCharacters }
    : { words: offlineWords };
  return extractThread(all, { budget }).text;
};
