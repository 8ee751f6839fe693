import { tellAnswerLanguage, tellLanguage } from '#engine/answers/check-answer.ts';
import type { TextWork } from '#engine/ports.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import { applySaid, type Said } from '#schema/runs/opinions.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import { presentFields } from '#schema/sessions/session.ts';
import type { OrderedSummary, SessionResults, SessionStore } from './ports.ts';
import { readAll, renderSession, toInput } from './start-summary.ts';

interface Ports {
  store: Pick<SessionStore, 'listRecords'> & Pick<SessionResults, 'findOrdered'>;
  getOpinions(runId: RunId): Promise<Said | null>;
  textWork: TextWork;
  /** SHA-256 in hex. */
  hash(text: string): string;
}

interface CheckedSession {
  source: SourceRef;
  text: string;
  runId: RunId;
  compare(): Promise<{ grounding: Grounding | null; sourceText: string | null }>;
  url: null;
  language: null;
  provider: null;
  model: null;
  madeAt: number;
}

/** A run's summary of a turn, with the turn's text if its records still have the same hash. */
export async function readCheckedSession(ports: Ports, id: string): Promise<CheckedSession | null> {
  const runId = runIdSchema.safeParse(id).data;
  const ordered = runId === undefined ? null : await ports.store.findOrdered(runId);
  if (runId === undefined || ordered === null) return null;
  const { sessionId, project } = ordered.summary;
  const text = presentFields(ordered.summary);
  return {
    source: { kind: 'session', id: String(sessionId), title: project === '' ? null : project },
    text,
    runId,
    url: null,
    language: null,
    provider: null,
    model: null,
    madeAt: ordered.summary.createdAt,
    async compare() {
      const sourceText = await rebuildSource(ports, ordered);
      if (sourceText === null) return { grounding: null, sourceText };
      const grounding = await ports.textWork.run('groundSummary', [
        sourceText,
        text,
        {
          language: (await tellLanguage(sourceText)) ?? undefined,
          summaryLanguage: (await tellAnswerLanguage(text, null)) ?? undefined,
        },
      ]);
      const stored = await ports.getOpinions(runId);
      return { grounding: stored === null ? grounding : applySaid(grounding, stored), sourceText };
    },
  };
}

/** Null if the input included the assistant's last message, which is not stored, or records have changed since. */
async function rebuildSource(
  { store, hash }: Ports,
  { summary, inputHash }: OrderedSummary,
): Promise<string | null> {
  if (inputHash === null) return null;
  const { id, sessionId, promptNumber } = summary;
  const prompts = await readAll(store, 'prompt', { sessionId });
  const before = (await readAll(store, 'summary', { sessionId })).filter((other) => other.id < id);
  const lastSummarized = Math.max(-1, ...before.map((other) => other.promptNumber));
  const fromPrompt = Math.min(promptNumber, lastSummarized + 1);
  const observations = await readAll(store, 'observation', { sessionId, fromPrompt });
  const input = toInput({ sessionId, promptNumber, prompts, observations, lastAssistantMessage: '' });
  return hash(JSON.stringify(input)) === inputHash ? renderSession(input) : null;
}
