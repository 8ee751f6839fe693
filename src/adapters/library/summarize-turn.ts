import { offlineHistorian } from '#memory/historian/offline-historian.ts';
import type { HistorianIssue, HistorianModel, HistorianRequest } from '#memory/historian/ports.ts';
import { summarizeTurn as takeTurn } from '#memory/historian/summarize-turn.ts';
import type { HistorianOutput, HistorianStateInput } from '#schema/conversations/conversation.ts';
import type { Template } from '#templates/load-template.ts';
import { memoryTemplates } from '#templates/memory-templates.ts';
import { renderTemplate } from '#templates/render-template.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';
import { reportIssue } from './report-issue.ts';
import { type AskOptions, createAsk, type ModelTexts, type TextModel } from './text-model.ts';

export interface HistorianOptions {
  /** Without one the Historian works offline, in the texts' own sentences. */
  model?: TextModel | undefined;
  /** Bounds what one call of the model reads, in tokens; a longer text is read in parts. */
  tokenBudget?: number | undefined;
  /** Of one call, 60,000 unless set. */
  timeoutMs?: number | undefined;
  /** Aborts a model call, as if it had failed. */
  signal?: AbortSignal | undefined;
  /** Tokens of a text. Without it they are estimated, on the safe side; `precis-memory/tokens` counts exactly. */
  countTokens?: ((text: string) => number) | undefined;
  /** Called for each call that failed and each answer that was rejected twice. Without it, only the first is logged. */
  onIssue?: ((issue: HistorianIssue) => void) | undefined;
  /** The time of a turn as ISO 8601. */
  now?: (() => string) | undefined;
}

/** Of the instructions in the two prompts, with a reserve for other tokenizers. */
const overheadTokens = 600;

/** Adds the turn that just ended to an agent's state; see the input and output contracts. */
export async function summarizeTurn<S extends HistorianStateInput>(
  state: S,
  options: HistorianOptions = {},
): Promise<S & HistorianOutput> {
  const { model, tokenBudget, timeoutMs, signal, onIssue, now = () => new Date().toISOString() } = options;
  return takeTurn(state, {
    model: createHistorianModel(model, { timeoutMs, signal }),
    count: options.countTokens ?? estimateTokens,
    now,
    recordIssue: (issue) => reportIssue(issue, { onIssue, kind: `${issue.task} (${issue.code})` }),
    tokenBudget,
    overheadTokens: model === undefined ? 0 : overheadTokens,
  });
}

/** The Historian's two questions, put to a host's model; without one, answered offline. */
function createHistorianModel(model: TextModel | undefined, options: AskOptions): HistorianModel {
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
