// The public API of the package precis-memory.
export {
  type FoldThreadOptions,
  foldThread,
  type Thread,
  type ThreadFold,
} from '#adapters/library/fold-thread.ts';
export type { AgentMemory } from '#adapters/library/memory-options.ts';
export type { HostMessage } from '#adapters/library/read-messages.ts';
export { type HistorianOptions, summarizeTurn } from '#adapters/library/summarize-turn.ts';
export type {
  AiSdkModel,
  CallOptions,
  ChatModel,
  TextFunction,
  TextModel,
} from '#adapters/library/text-model.ts';
export type { FoldFailure, FoldOutcome } from '#memory/fold-thread.ts';
export type { HistorianIssue } from '#memory/historian/ports.ts';
export { planWindow, type WindowPlan } from '#memory/plan-window.ts';
export type { MemoryMessage, MemorySegment, ThreadState, ToolCall } from '#memory/thread-state.ts';
export { policyOf, type WindowPolicy, windowPolicies } from '#memory/window-policy.ts';
export { AppError } from '#schema/app-error.ts';
export {
  type Conversation,
  type Entity,
  type EntityContext,
  fullDetailTurns,
  type HistorianOutput,
  type HistorianStateInput,
  historianOutputSchema,
  historianStateSchema,
  type PendingClarification,
  type SessionConstraints,
  type SummarizeOutput,
  summarizeThreshold,
  type Turn,
} from '#schema/conversations/conversation.ts';
export { type MemoryConfig, memoryConfigSchema } from '#schema/models/agent.ts';
export { extractSummary } from '#text/extract-summary.ts';
export { type GroundedSentence, type Grounding, groundSummary } from '#text/ground-summary.ts';
export { estimateTokens } from '#text/tokens/estimate-tokens.ts';
