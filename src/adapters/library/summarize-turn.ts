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
  /** Without a model, the Historian works offline and uses the texts' own sentences. */
  model?: TextModel | undefined;
  /** Maximum tokens that one model call reads. A longer text is read in parts. */
  tokenBudget?: number | undefined;
  /** Timeout of one call in milliseconds. Defaults to 60,000. */
  timeoutMs?: number | undefined;
  /** Aborts a model call, which then counts as failed. */
  signal?: AbortSignal | undefined;
  /** Counts a text's tokens. Defaults to a high estimate; `precis-memory/tokens` counts exactly. */
  countTokens?: ((text: string) => number) | undefined;
  /** Called for each failed call and each answer rejected twice. By default, the first issue is logged. */
  onIssue?: ((issue: HistorianIssue) => void) | undefined;
  /** Returns the time of a turn in ISO 8601. */
  now?: (() => string) | undefined;
}

/** Tokens of the instructions in the two prompts, with a reserve for other tokenizers. */
const overheadTokens = 600;

/** Adds the turn that just ended to an agent's state. The input and output types define the format. */
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

/** Asks the host's model for the Historian's two tasks. Without a model, they are done offline. */
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
      // A prompt with an empty text is rejected, but a reply or a turn may be empty.
      sourceText: sourceText.trim() === '' ? '-' : sourceText,
      previousSummary: previous ?? '',
      correction: correction ?? '',
    },
    systemPromptOverride: null,
  });
}
