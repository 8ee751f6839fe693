import { offlineHistorian } from '#memory/historian/offline-historian.ts';
import type { HistorianModel, HistorianRequest } from '#memory/historian/ports.ts';
import type { Template } from '#templates/load-template.ts';
import { memoryTemplates } from '#templates/memory-templates.ts';
import { renderTemplate } from '#templates/render-template.ts';
import { createAsk, type ModelTexts, type TextModel } from './text-model.ts';

/** The Historian's two questions, put to a host's model; without one, answered offline. */
export function createHistorianModel(model?: TextModel): HistorianModel {
  if (model === undefined) return offlineHistorian;
  const ask = createAsk(model);
  return {
    summarizeReply: (request) => ask(render(memoryTemplates.turnSummary, request.reply, request)),
    compressTurns: (request) => ask(render(memoryTemplates.historyNarrative, request.transcript, request)),
  };
}

function render(
  template: Template,
  sourceText: string,
  { previous, correction }: HistorianRequest,
): ModelTexts {
  return renderTemplate(template, {
    parameters: {},
    texts: {
      // A prompt without a text is refused; a reply or a turn may well be empty.
      sourceText: sourceText.trim() === '' ? '-' : sourceText,
      previousSummary: previous ?? '',
      correction: correction ?? '',
    },
    systemPromptOverride: null,
  });
}
