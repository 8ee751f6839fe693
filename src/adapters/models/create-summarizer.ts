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

/** A line of a summary that was made here names its speaker. */
const spoken = /^([^:：\n]{1,60})[:：] (.+)$/u;

type Said = Parameters<typeof extractThread>[0][number];

const summarizeOffline: Summarize = async ({ previousSummary, messages }) => {
  const before = (previousSummary ?? '').split('\n').filter((line) => line.trim() !== '');
  const all: Said[] = [
    ...before.map(recall),
    ...messages.flatMap(({ role, name, text }) => (role === 'system' ? [] : [{ role, name, text }])),
  ];
  const isDense = isUnspaced(all.map(({ text }) => text).join(' '));
  const budget = isDense ? { characters: offlineCharacters } : { words: offlineWords };
  return extractThread(all, { budget }).text;
};

function recall(line: string): Said {
  const [, name, text] = spoken.exec(line) ?? [];
  if (name === undefined || text === undefined) return { role: 'assistant', name: 'Summary', text: line };
  return { role: name === 'User' ? 'user' : 'assistant', name, text };
}
