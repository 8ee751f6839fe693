import type { SpooledEvent } from '#plugin/delivery/spool.ts';
import type { SessionSummary } from '#plugin/summary/summary-prompt.ts';
import { cleanInput, cleanOutput, cleanPrompt, cleanText } from '#text/privacy/clean-parts.ts';
import type { ToolCall } from './host.ts';
import type { ProjectIdentity } from './project-identity.ts';

const maxMemoryChars = 2000;
/**
 * The worker is asked for a summary only after this time, because a session that continues summarizes the turn with
 * its next one.
 */
const handOverAfterMs = 10 * 60_000;

/** The time of an event, because the event may be sent long afterwards. */
interface Happening {
  at: number;
}

export interface Prompt extends Happening {
  sessionId: string;
  messageId: string;
  project: ProjectIdentity;
  text: string;
  hidden: readonly string[];
}

export function promptEvent({ sessionId, messageId, project, text, hidden, at }: Prompt): SpooledEvent {
  return {
    id: messageId,
    path: '/api/sessions/init',
    body: {
      contentSessionId: sessionId,
      project: project.name,
      ...(project.identities.length === 0 ? {} : { projectIdentities: project.identities }),
      prompt: cleanPrompt(text, hidden),
      at,
    },
  };
}

export interface Observation extends Happening {
  call: ToolCall;
  promptId: string | null;
  cwd: string;
  hidden: readonly string[];
}

export function observationEvent({ call, promptId, cwd, hidden, at }: Observation): SpooledEvent {
  const { tool, sessionId, callId, input, output } = call;
  return {
    id: `${sessionId}:${callId}`,
    path: '/api/sessions/observations',
    body: {
      contentSessionId: sessionId,
      ...(promptId === null ? {} : { promptEventId: promptId }),
      tool_name: tool,
      tool_input: cleanInput(input, hidden),
      tool_response: cleanOutput(output, hidden),
      cwd,
      at,
    },
  };
}

export interface SavedMemory {
  text: string;
  kind: string;
  project: ProjectIdentity;
  hidden: readonly string[];
}

export function memoryEvent({ text, kind, project, hidden }: SavedMemory): SpooledEvent {
  return {
    id: crypto.randomUUID(),
    path: '/api/memories',
    body: {
      text: cleanText(text, { maxChars: maxMemoryChars, hidden }),
      kind,
      origin: 'agent',
      project: project.name,
      ...(project.identities.length === 0 ? {} : { projectIdentities: project.identities }),
    },
  };
}

export interface Turn extends Happening {
  sessionId: string;
  /** The last prompt that the summary covers. */
  promptId: string;
}

export function summaryEvent({ sessionId, promptId, at }: Turn, summary: SessionSummary): SpooledEvent {
  return {
    id: `summary:${promptId}`,
    path: '/api/sessions/summarize/ingest',
    body: { contentSessionId: sessionId, promptEventId: promptId, summary, at },
  };
}

export interface Pending {
  sessionId: string;
  promptIds: string[];
  lastReply: string;
  reason: string;
  now: number;
}

/**
 * Holds what the worker needs to summarize a turn that OpenCode's model did not summarize. The worker gets it later.
 */
export function pendingEvent({ sessionId, promptIds, lastReply, reason, now }: Pending): SpooledEvent {
  const promptId = promptIds.at(-1);
  return {
    id: `pending:${promptId}`,
    path: '/api/sessions/summarize',
    body: {
      contentSessionId: sessionId,
      promptEventId: promptId,
      last_assistant_message: lastReply,
      // A summary may exist by the time this event arrives.
      ifMissing: true,
    },
    notBefore: now + handOverAfterMs,
    note: reason,
    promptIds,
  };
}

export function isPending({ note }: SpooledEvent): boolean {
  return note !== undefined;
}

export function isPendingOf(sessionId: string): (event: SpooledEvent) => boolean {
  return (event) => isPending(event) && event.body.contentSessionId === sessionId;
}

export function completeEvent({ sessionId, promptId }: Omit<Turn, 'at'>): SpooledEvent {
  return {
    id: `complete:${promptId}`,
    path: '/api/sessions/complete',
    body: { contentSessionId: sessionId },
  };
}
