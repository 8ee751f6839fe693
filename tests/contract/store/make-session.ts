import { createHash, randomUUID } from 'node:crypto';
import type { PreparedRun } from '#engine/ports.ts';
import type { RecordKind, SessionId, SummaryFields } from '#schema/sessions/session.ts';
import type { AddObservation, AddPrompt, AddSummary, RecordFilter } from '#sources/session/ports.ts';
import type { Store } from '#store/store.ts';
import { parseSearch } from '#text/search-terms.ts';
import { makeRun, prepareRun, startTime } from './make-run.ts';

export const contentSessionId = 'oc_1';

export function makePrompt(changes: Partial<AddPrompt> = {}): AddPrompt {
  return {
    contentSessionId,
    project: 'web',
    text: 'Why does the login fail?',
    eventKey: randomUUID(),
    at: startTime,
    ...changes,
  };
}

export function makeObservation(changes: Partial<AddObservation> = {}): AddObservation {
  return {
    contentSessionId,
    toolName: 'read',
    toolInput: 'src/login.ts',
    toolResponse: 'export const maxAgeMs = 60;',
    cwd: '/home/me/web',
    promptKey: null,
    eventKey: randomUUID(),
    at: startTime,
    ...changes,
  };
}

export const fields: SummaryFields = {
  request: 'Find out why the login fails',
  investigated: 'src/login.ts',
  learned: 'The token expires after 60 ms',
  completed: 'The token lasts an hour now',
  next_steps: 'Deploy',
  notes: null,
};

/** Hashes the fields of a summary in the same way as the use cases. */
export function hashFields(of: SummaryFields): string {
  const { request, investigated, learned, completed, next_steps, notes } = of;
  return createHash('sha256')
    .update(JSON.stringify([request, investigated, learned, completed, next_steps, notes]))
    .digest('hex');
}

export function makeSummary(changes: Partial<SummaryFields> = {}, add: Partial<AddSummary> = {}): AddSummary {
  const all = { ...fields, ...changes };
  return {
    contentSessionId,
    fields: all,
    contentHash: hashFields(all),
    promptKey: null,
    at: startTime,
    ...add,
  };
}

/** Prepares a run that summarizes a turn of the session. */
export function makeOrder(
  sessionId: SessionId,
  { text = 'Why does the login fail?', promptNumber = 1 } = {},
): PreparedRun {
  const run = makeRun({
    taskType: 'session',
    source: { kind: 'session', id: String(sessionId), title: 'web' },
    targetLanguage: null,
    variant: {},
  });
  const subject = {
    sessionId,
    promptNumber,
    prompts: [{ promptNumber, text }],
    observations: [],
    lastAssistantMessage: '',
  };
  const input = { sourceText: text, title: null, contentHash: '', systemPromptOverride: null, subject };
  return prepareRun(run, { input });
}

/** Returns the texts that a search over one kind finds. */
export async function findTexts(
  store: Store,
  query: string,
  { kind = 'prompt', ...filter }: RecordFilter & { kind?: RecordKind } = {},
): Promise<string[]> {
  const { terms } = parseSearch(query);
  const { records } = await store.sessions.searchRecords({
    ...filter,
    kinds: [kind],
    terms,
    order: 'newest',
    limit: 50,
  });
  return (await store.sessions.readCards(records)).map(({ text }) => text);
}
