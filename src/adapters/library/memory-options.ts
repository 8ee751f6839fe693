import { acceptFold } from '#memory/accept-fold.ts';
import type { FoldCall, JudgeFold, Summarize } from '#memory/fold-messages.ts';
import type { FoldFailure, FoldOutcome } from '#memory/fold-thread.ts';
import { lengthParameters } from '#memory/segments.ts';
import { policyOf, type WindowPolicy } from '#memory/window-policy.ts';
import { AppError } from '#schema/app-error.ts';
import { inSentences, readFaults } from '#schema/faults/say-faults.ts';
import { type MemoryConfig, memoryConfigSchema, summarizerNumbers } from '#schema/models/agent.ts';
import { memoryTemplates } from '#templates/memory-templates.ts';
import { renderTemplate } from '#templates/render-template.ts';
import { leastSummaryCharacters } from '#text/answers/judge-answer.ts';
import { extractFold } from '#text/extract-thread.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';
import { reportIssue, warnOnce } from './report-issue.ts';
import { type AskOptions, createAsk, type TextModel } from './text-model.ts';

/** The part of an agent's configuration that memory needs. Models are objects or functions here, not names. */
export interface AgentMemory {
  memory?: Partial<MemoryConfig> | undefined;
  /** Options not set here are taken from `llm`. */
  summarizer?:
    | {
        model?: TextModel | undefined;
        tokenBudget?: number | undefined;
        /** Timeout of one call in milliseconds. Defaults to 60,000. */
        timeoutMs?: number | undefined;
      }
    | undefined;
  llm?: { model?: TextModel | undefined } | undefined;
  /** Counts a text's tokens. Defaults to a high estimate; `precis-memory/tokens` counts exactly. */
  countTokens?: ((text: string) => number) | undefined;
  /** Milliseconds since the previous prompt was sent. The policy `frugal` also folds after an hour. */
  pauseMs?: (() => number) | undefined;
  /** Aborts a model call. The thread is then unchanged. */
  signal?: AbortSignal | undefined;
  /** Called when a fold fails or is refused; the thread is unchanged. By default, the first failure is logged. */
  onIssue?: ((failure: FoldFailure) => void) | undefined;
}

export interface MemorySetup {
  policy: WindowPolicy;
  summarize: Summarize;
  tokenBudget: number;
  overheadTokens: number;
  count: (text: string) => number;
  judge: JudgeFold;
  pauseMs: number | undefined;
}

/** Tokens of the instructions in the prompt, with a reserve for other tokenizers. */
const overheadTokens = 500;

export function readAgentMemory(agent: AgentMemory): MemorySetup {
  const { memory, summarizer, llm, signal, countTokens = estimateTokens } = agent;
  const parsed = memoryConfigSchema.safeParse(memory ?? {}, inSentences);
  if (!parsed.success) {
    const [fault] = readFaults(parsed.error, 'memory');
    throw new AppError('invalid_input', `memory.${fault?.field}: ${fault?.reason}`);
  }
  const model = summarizer?.model ?? llm?.model;
  return {
    policy: policyOf(parsed.data),
    summarize: createSummarizer(model, { timeoutMs: summarizer?.timeoutMs, signal }),
    tokenBudget: summarizer?.tokenBudget ?? summarizerNumbers.tokenBudget.initial,
    overheadTokens: model === undefined ? 0 : overheadTokens,
    count: countTokens,
    pauseMs: agent.pauseMs?.(),
    judge: (result) =>
      acceptFold({ ...result, instructions: readFoldInstructions(), isQuoted: model === undefined }),
  };
}

/** Reports failed and skipped folds, because they explain why the window keeps growing. */
export function reportOutcome(
  { failure, skipped }: FoldOutcome,
  { onIssue, summarizer, llm }: AgentMemory,
): void {
  if (failure !== null) reportIssue(failure, { onIssue, kind: `fold refused (${failure.reason})` });
  const hasModel = (summarizer?.model ?? llm?.model) !== undefined;
  if (skipped === 'too-short' && hasModel && onIssue === undefined)
    warnOnce(
      'fold skipped (too-short)',
      `The summarizer’s answer has fewer than ${leastSummaryCharacters} characters. Its messages are kept for the next fold.`,
    );
}

/** The prompt without texts. An answer that repeats it is rejected as a summary. */
function readFoldInstructions(): string {
  const { system, prompt } = render({ previousSummary: null, transcript: '.', maxWords: null });
  return `${system}\n\n${prompt}`;
}

/** Summarizes threads with the host's model. Without one, extracts the most informative sentences with speakers. */
function createSummarizer(model: TextModel | undefined, options: AskOptions): Summarize {
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
