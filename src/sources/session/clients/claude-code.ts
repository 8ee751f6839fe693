import { createReadHook } from './client-event.ts';

/** They say nothing of the work. */
const quietTools = new Set(['TodoWrite', 'TodoRead', 'AskUserQuestion', 'ExitPlanMode', 'ToolSearch']);

/** Payloads of Claude Code's hooks. Its transcript names prompts (`promptId`) and tool calls the same way. */
export const readClaudeCode = createReadHook('claude-code', { turnKey: 'prompt_id', quietTools });
