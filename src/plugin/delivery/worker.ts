import { type ProjectIdentity, projectQuery } from '#plugin/project-identity.ts';
import { isRecord } from '#plugin/read-options.ts';
import { maxAnnouncementCharacters } from '#schema/sessions/hook-client.ts';
import { mayHoldContext } from '#text/privacy/context-tag.ts';
import type { SpooledEvent } from './spool.ts';

export type Delivery =
  | { kind: 'accepted' }
  /** The worker will never accept the event. */
  | { kind: 'refused'; reason: string }
  /** The event can be sent again later. `isFault` means that the worker answers but fails at this event. */
  | { kind: 'failed'; reason: string; isFault: boolean };

export interface Worker {
  deliver(event: SpooledEvent): Promise<Delivery>;
  /** Reads context about a project, ready for a prompt. Returns null if there is no worker. */
  readContext(project: ProjectIdentity): Promise<string | null>;
  /** Reads what earlier sessions say about a prompt. Returns an empty text if there is nothing or no worker in time. */
  recall(prompt: { sessionId: string; project: ProjectIdentity; text: string }): Promise<string>;
  /**
   * Reads the language of the project's summaries, as a prompt names it. Returns null if it has none of its own or
   * there is no worker.
   */
  readLanguage(project: ProjectIdentity): Promise<string | null>;
  /**
   * Reads one line for the person about what waits for them in a project. Returns null if nothing new waits or there
   * is no worker.
   */
  readAnnouncement(project: ProjectIdentity): Promise<string | null>;
  /** Whether anything answers at the worker's address. */
  answers(): Promise<boolean>;
  /** Reads a text that the worker renders for a model. Throws if there is none. */
  ask(path: string, query: Record<string, string>): Promise<string>;
}

export interface WorkerOptions {
  url: string;
  token: string | null;
}

const deliveryTimeoutMs = 5000;
const contextTimeoutMs = 2000;
const languageTimeoutMs = 500;
/** The person waits for this before each turn. */
const recallTimeoutMs = 600;
/** What is asked for is at the beginning of a prompt. */
const maxPromptChars = 4000;
/** Matches a name such as “Chinese (Simplified, zh-Hans)”, or a tag. */
const languageName = /^(?:[\p{L}\p{M} ]{1,40} \([\p{L}\p{M}\p{N}, -]{1,60}\)|[A-Za-z0-9-]{2,35})$/u;
const askTimeoutMs = 15_000;
/** Longer answers are cut, because a model should read no more than this. */
const maxAnswerChars = 50_000;
/** The largest budget that can be set for a worker is 50,000 tokens, so a longer text is no context. */
const maxContextChars = 300_000;
/**
 * The statuses after which a later try may succeed. 401 and 403 are included, because a missing token may be set
 * later.
 */
const passing = new Set([401, 403, 408, 425, 429, 502, 503, 504]);

export function createWorker({ url, token }: WorkerOptions): Worker {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };

  return {
    async deliver({ id, path, body }) {
      try {
        const response = await fetch(url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json', ...authorization },
          body: JSON.stringify({ ...body, eventId: id }),
          // A redirect would send the token to another address.
          redirect: 'error',
          signal: AbortSignal.timeout(deliveryTimeoutMs),
        });
        const text = await response.text();
        if (response.ok) return { kind: 'accepted' };
        const reason = `the worker returned ${response.status}: ${text.slice(0, 200)}`;
        if (response.status < 500 && !passing.has(response.status)) return { kind: 'refused', reason };
        return { kind: 'failed', reason, isFault: !passing.has(response.status) };
      } catch (error) {
        return {
          kind: 'failed',
          reason: `the worker could not be reached: ${String(error)}`,
          isFault: false,
        };
      }
    },

    async readContext(project) {
      try {
        const query = new URLSearchParams(projectQuery(project));
        const response = await fetch(`${url}/api/context/inject?${query.toString()}`, {
          headers: { accept: 'text/plain', ...authorization },
          redirect: 'error',
          signal: AbortSignal.timeout(contextTimeoutMs),
        });
        const text = await response.text();
        // Another program on that port must not inject text into the prompt.
        const isContext = response.ok && /^text\/plain\b/.test(response.headers.get('content-type') ?? '');
        return isContext && text.length <= maxContextChars ? text.trim() : null;
      } catch {
        return null;
      }
    },

    async recall({ sessionId, project: { name, identities }, text: prompt }) {
      try {
        const response = await fetch(`${url}/api/context/recall`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json', ...authorization },
          body: JSON.stringify({
            contentSessionId: sessionId,
            project: name,
            ...(identities.length === 0 ? {} : { projectIdentities: identities }),
            prompt: prompt.slice(0, maxPromptChars),
          }),
          redirect: 'error',
          signal: AbortSignal.timeout(recallTimeoutMs),
        });
        const answer: unknown = await response.json();
        const text = response.ok && isRecord(answer) ? answer.text : null;
        // Another program on that port must not add text to the prompt.
        const isOurs = typeof text === 'string' && text.length <= maxContextChars && mayHoldContext(text);
        return isOurs ? text : '';
      } catch {
        return '';
      }
    },

    async readLanguage(project) {
      try {
        const query = new URLSearchParams(projectQuery(project));
        const response = await fetch(`${url}/api/projects/language?${query.toString()}`, {
          headers: { accept: 'application/json', ...authorization },
          redirect: 'error',
          signal: AbortSignal.timeout(languageTimeoutMs),
        });
        const answer: unknown = await response.json();
        const name = response.ok && isRecord(answer) ? answer.name : null;
        // The name becomes part of a prompt, so only a possible language name is accepted.
        const isName = typeof name === 'string' && languageName.test(name);
        return isName ? name : null;
      } catch {
        return null;
      }
    },

    async readAnnouncement({ name, identities }) {
      try {
        const response = await fetch(`${url}/api/memories/announce`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json', ...authorization },
          body: JSON.stringify({
            project: name,
            ...(identities.length === 0 ? {} : { projectIdentities: identities }),
          }),
          redirect: 'error',
          signal: AbortSignal.timeout(contextTimeoutMs),
        });
        const answer: unknown = await response.json();
        const message = response.ok && isRecord(answer) ? answer.message : null;
        const isLine =
          typeof message === 'string' &&
          message.length <= maxAnnouncementCharacters &&
          !/\p{Cc}/u.test(message);
        return isLine ? message : null;
      } catch {
        return null;
      }
    },

    async answers() {
      try {
        const signal = AbortSignal.timeout(contextTimeoutMs);
        await (await fetch(`${url}/api/health`, { redirect: 'error', signal })).arrayBuffer();
        return true;
      } catch {
        return false;
      }
    },

    async ask(path, query) {
      const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
        headers: { accept: 'application/json', ...authorization },
        redirect: 'error',
        signal: AbortSignal.timeout(askTimeoutMs),
      });
      const answer: unknown = await response.json();
      const text = textOf(answer);
      if (!response.ok || text === null) throw new Error(`the worker returned ${response.status}`);
      return text.slice(0, maxAnswerChars).toWellFormed();
    },
  };
}

/** Reads the text of `{ content: [{ type: 'text', text }] }`. */
function textOf(answer: unknown): string | null {
  const content = isRecord(answer) && Array.isArray(answer.content) ? answer.content : [];
  const texts = content.flatMap((part) =>
    isRecord(part) && typeof part.text === 'string' ? [part.text] : [],
  );
  return texts.length === 0 ? null : texts.join('\n');
}
