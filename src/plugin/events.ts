import type { SpooledEvent } from '#plugin/delivery/spool.ts';
import type { SessionSummary } from '#plugin/summary/summary-prompt.ts';
import { stripPrivate } from '#text/privacy/private-tags.ts';
import { cleanText, cleanValue } from './clean.ts';

import type { ToolCall } from './host.ts';
import type { ProjectIdentity } from './project-identity.ts';

const maxPromptChars = 32_000;
const maxInputChars = 8000;
const maxOutputChars = 16_000;
const maxMemoryChars = 2000;
/** A session that continues summarizes the turn with its next one; only after this time is the worker asked to. */
const handOverAfterMs = 10 * 60_000;

/** When it happened: it may be sent long afterwards. */
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
  // Nothing of a wholly private prompt leaves; the empty tag makes the worker number it without storing text.
  const prompt = stripPrivate(text).isEntirelyPrivate
    ? '<private></private>'
    : cleanText(text, { maxChars: maxPromptChars, hidden });
  return {
    id: messageId,
    path: '/api/sessions/init',
    body: {
      contentSessionId: sessionId,
      project: project.name,
      ...(project.identities.length === 0 ? {} : { projectIdentities: project.identities }),
      prompt,
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
      tool_input: cleanValue(input ?? {}, { maxChars: maxInputChars, hidden }),
      tool_response:
        typeof output === 'string'
          ? cleanText(output, { maxChars: maxOutputChars, hidden })
          : cleanValue(output, { maxChars: maxOutputChars, hidden }),
      cwd,
      at,
    },
  };
}

export interface SavedMemory {
  text: string;
  kind: string;
  /** Null: all projects. */
  project: ProjectIdentity | null;
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
      ...(project === null ? {} : { project: project.name }),
      ...(project === null || project.identities.length === 0
        ? {}
        : { projectIdentities: project.identities }),
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

/** What remains to be seen of a turn that OpenCode's model did not summarize; in the end the worker does. */
export function pendingEvent({ sessionId, promptIds, lastReply, reason, now }: Pending): SpooledEvent {
  const promptId = promptIds.at(-1);
  return {
    id: `pending:${promptId}`,
    path: '/api/sessions/summarize',
    body: {
      contentSessionId: sessionId,
      promptEventId: promptId,
      last_assistant_message: lastReply,
      // By the time it arrives, a summary may be there.
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
