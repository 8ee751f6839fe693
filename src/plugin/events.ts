import { stripPrivate } from '#text/private-tags.ts';
import { cleanText, cleanValue } from './clean.ts';
import type { ToolCall } from './ports.ts';
import type { ProjectIdentity } from './project-identity.ts';
import type { SpooledEvent } from './spool.ts';
import type { SessionSummary } from './summary-prompt.ts';

const maxPromptChars = 32_000;
const maxInputChars = 8000;
const maxOutputChars = 16_000;
/** A session that goes on summarizes the turn with its next one; only after this the worker is asked to. */
const handOverAfterMs = 10 * 60_000;

export interface Prompt {
  sessionId: string;
  messageId: string;
  project: ProjectIdentity;
  text: string;
}

export function promptEvent({ sessionId, messageId, project, text }: Prompt): SpooledEvent {
  // Nothing of a wholly private prompt leaves; the empty tag tells the worker to number it and to keep no text.
  const prompt = stripPrivate(text).isEntirelyPrivate
    ? '<private></private>'
    : cleanText(text, maxPromptChars);
  return {
    id: messageId,
    path: '/api/sessions/init',
    body: {
      contentSessionId: sessionId,
      project: project.name,
      ...(project.identities.length === 0 ? {} : { projectIdentities: project.identities }),
      prompt,
    },
  };
}

export function observationEvent(
  { tool, sessionID, callID, args }: ToolCall,
  output: unknown,
  cwd: string,
): SpooledEvent {
  return {
    id: `${sessionID}:${callID}`,
    path: '/api/sessions/observations',
    body: {
      contentSessionId: sessionID,
      tool_name: tool,
      tool_input: cleanValue(args ?? {}, maxInputChars),
      tool_response:
        typeof output === 'string' ? cleanText(output, maxOutputChars) : cleanValue(output, maxOutputChars),
      cwd,
    },
  };
}

export interface Turn {
  sessionId: string;
  /** The last prompt that the summary covers. */
  promptId: string;
}

export function summaryEvent({ sessionId, promptId }: Turn, summary: SessionSummary): SpooledEvent {
  return {
    id: `summary:${promptId}`,
    path: '/api/sessions/summarize/ingest',
    body: { contentSessionId: sessionId, summary },
  };
}

export interface Pending {
  sessionId: string;
  promptIds: string[];
  lastReply: string;
  reason: string;
  now: number;
}

/** What remains to be seen of a turn that OpenCode's model did not summarize; in the end the worker does. */
export function pendingEvent({ sessionId, promptIds, lastReply, reason, now }: Pending): SpooledEvent {
  return {
    id: `pending:${promptIds.at(-1)}`,
    path: '/api/sessions/summarize',
    body: { contentSessionId: sessionId, last_assistant_message: lastReply },
    notBefore: now + handOverAfterMs,
    note: reason,
    promptIds,
  };
}

export function isPendingOf(sessionId: string): (event: SpooledEvent) => boolean {
  return ({ note, body }) => note !== undefined && body.contentSessionId === sessionId;
}

export function completeEvent({ sessionId, promptId }: Turn): SpooledEvent {
  return {
    id: `complete:${promptId}`,
    path: '/api/sessions/complete',
    body: { contentSessionId: sessionId },
  };
}
