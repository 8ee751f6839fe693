import type { FoldCall, Summarize } from '#memory/fold-messages.ts';
import { lengthParameters } from '#memory/segments.ts';
import { memoryTemplates } from '#templates/memory-templates.ts';
import { renderTemplate } from '#templates/render-template.ts';
import { extractFold } from '#text/extract-fold.ts';
import { type AskOptions, createAsk, type TextModel } from './text-model.ts';

/** The prompt around the texts: an answer that repeats it is not a summary. */
export function readFoldInstructions(): string {
  const { system, prompt } = render({ previousSummary: null, transcript: '.', maxWords: null });
  return `${system}\n\n${prompt}`;
}

/** A summarizer of threads on a host's model; without one, the most telling sentences, each with its speaker. */
export function createSummarizer(model: TextModel | undefined, options: AskOptions): Summarize {
  if (model === undefined) return summarizeOffline;
  const ask = createAsk(model, options);
  return (call) => ask(render(call));
}

function render({
  previousSummary,
  transcript,
  maxWords,
}: Pick<FoldCall, 'previousSummary' | 'transcript' | 'maxWords'>) {
  return renderTemplate(memoryTemplates.threadFold, {
    parameters: lengthParameters(maxWords),
    texts: { sourceText: transcript, previousSummary: previousSummary ?? '' },
    systemPromptOverride: null,
  });
}

const summarizeOffline: Summarize = async ({ previousSummary, messages, maxWords }) =>
  extractFold({
    previousSummary,
    maxWords,
    messages: messages.flatMap(({ role, name, text }) => (role === 'system' ? [] : [{ role, name, text }])),
  });
