import { offlineHistorian } from '#memory/historian/offline-historian.ts';
import type { HistorianModel, HistorianRequest } from '#memory/historian/ports.ts';
import type { Template } from '#templates/load-template.ts';
import { memoryTemplates } from '#templates/memory-templates.ts';
import { renderTemplate } from '#templates/render-template.ts';
import { type AskOptions, createAsk, type ModelTexts, type TextModel } from './text-model.ts';

/** The Historian's two questions, put to a host's model; without one, answered offline. */
export function createHistorianModel(model: TextModel | undefined, options: AskOptions): HistorianModel {
  if (model === undefined) return offlineHistorian;
  const ask = createAsk(model, options);
  return {
    instructions: {
      'turn-summary': instructionsOf(memoryTemplates.turnSummary),
      'history-narrative': instructionsOf(memoryTemplates.historyNarrative),
    },
    summarizeReply: (request) => ask(render(memoryTemplates.turnSummary, request.reply, request)),
    compressTurns: (request) => ask(render(memoryTemplates.historyNarrative, request.transcript, request)),
  };
}

function instructionsOf(template: Template): string {
  const { system, prompt } = render(template, '', { previous: null, correction: null });
  return `${system}\n\n${prompt}`;
}

function render(
  template: Template,
  sourceText: string,
  { previous, correction }: Pick<HistorianRequest, 'previous' | 'correction'>,
): ModelTexts {
  return renderTemplate(template, {
    parameters: {},
    texts: {
      // A prompt without a text is rejected; a reply or a turn may be empty.
      sourceText: sourceText.trim() === '' ? '-' : sourceText,
      previousSummary: previous ?? '',
      correction: correction ?? '',
    },
    systemPromptOverride: null,
  });
}
