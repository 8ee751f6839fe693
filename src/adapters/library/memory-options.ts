import { createSummarizer, readFoldInstructions } from '#adapters/models/create-summarizer.ts';
import type { TextModel } from '#adapters/models/text-model.ts';
import { acceptFold } from '#memory/accept-fold.ts';
import type { JudgeFold, Summarize } from '#memory/fold-messages.ts';
import type { FoldFailure } from '#memory/fold-thread.ts';
import { policyOf, type WindowPolicy } from '#memory/window-policy.ts';
import { type MemoryConfig, memoryConfigSchema, summarizerDefaults } from '#schema/agent.ts';
import { AppError } from '#schema/app-error.ts';

/** An agent's configuration, as far as memory needs it; models are objects or functions here, not names. */
export interface AgentMemory {
  memory?: Partial<MemoryConfig> | undefined;
  /** What is not set here is taken from `llm`. */
  summarizer?: { model?: TextModel | undefined; tokenBudget?: number | undefined } | undefined;
  llm?: { model?: TextModel | undefined } | undefined;
  /** Called when a fold failed or was refused; the thread stays as it was. */
  onIssue?: ((failure: FoldFailure) => void) | undefined;
}

export interface MemorySetup {
  policy: WindowPolicy;
  summarize: Summarize;
  tokenBudget: number;
  overheadTokens: number;
  judge: JudgeFold;
}

/** Of the instructions in the prompt, with a reserve for other tokenizers. */
const overheadTokens = 500;

export function readAgentMemory({ memory, summarizer, llm }: AgentMemory): MemorySetup {
  const parsed = memoryConfigSchema.safeParse(memory ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new AppError('invalid_input', `memory.${issue?.path.join('.')}: ${issue?.message}`);
  }
  const model = summarizer?.model ?? llm?.model;
  return {
    policy: policyOf(parsed.data),
    summarize: createSummarizer(model),
    tokenBudget: summarizer?.tokenBudget ?? summarizerDefaults.tokenBudget,
    overheadTokens: model === undefined ? 0 : overheadTokens,
    judge: (result) =>
      acceptFold({ ...result, instructions: readFoldInstructions(), isQuoted: model === undefined }),
  };
}
