import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Log } from '#engine/ports.ts';
import { toAppError } from '#schema/app-error.ts';
import { describeError, selfExplaining } from '#schema/error-codes.ts';

export const readsOnly = { readOnlyHint: true, openWorldHint: false };

/** Answers with a text, or with what went wrong. */
export async function answerTool(
  { log }: { log: Log },
  make: () => Promise<string>,
): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: await make() }] };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: describeFailure(error, log) }] };
  }
}

/** Says what went wrong and what to do. The words of an unexpected error go to the log only. */
export function describeFailure(error: unknown, log: Log): string {
  const { code, message } = toAppError(error);
  if (code === 'internal') log.error({ err: error }, 'tool failed unexpectedly');
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const remedy = selfExplaining.has(code) ? '' : ` ${describeError(code).remedy}`;
  return `${sentence}${remedy}`;
}
