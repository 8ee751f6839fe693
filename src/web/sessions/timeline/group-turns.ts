import type {
  Observation,
  Prompt,
  SessionId,
  SessionRecord,
  SessionSummary,
} from '#schema/sessions/session.ts';

/** A prompt with its observations and summary, in reading order. */
export interface Turn {
  key: string;
  sessionId: SessionId;
  project: string;
  promptNumber: number;
  /** When it last changed. */
  at: number;
  /** Null: it came before any prompt, or its prompt was deleted or is not loaded yet. */
  prompt: Prompt | null;
  observations: Observation[];
  summaries: SessionSummary[];
}

/** Newest first, like the records. */
export function groupTurns(records: readonly SessionRecord[]): Turn[] {
  const turns = new Map<string, Turn>();
  for (const record of records) {
    const { sessionId, project, promptNumber, createdAt } = record;
    const key = `${sessionId}-${promptNumber}`;
    const turn = turns.get(key) ?? {
      key,
      sessionId,
      project,
      promptNumber,
      at: createdAt,
      prompt: null,
      observations: [],
      summaries: [],
    };
    turns.set(key, turn);
    if (record.kind === 'prompt') turn.prompt = record;
    else if (record.kind === 'observation') turn.observations.unshift(record);
    else turn.summaries.unshift(record);
  }
  return [...turns.values()];
}

/** Consecutive turns of one session, newest first. */
export interface SessionSpan {
  sessionId: SessionId;
  project: string;
  /** When the first of them started and the last one ended. */
  from: number;
  to: number;
  turns: Turn[];
}

export function groupSpans(turns: readonly Turn[]): SessionSpan[] {
  const spans: SessionSpan[] = [];
  for (const turn of turns) {
    const { sessionId, project, at } = turn;
    const last = spans.at(-1);
    if (last?.sessionId !== sessionId) {
      spans.push({ sessionId, project, from: startOf(turn), to: at, turns: [turn] });
      continue;
    }
    last.from = Math.min(last.from, startOf(turn));
    last.turns.push(turn);
  }
  return spans;
}

export function startOf({ prompt, observations, at }: Turn): number {
  return prompt?.createdAt ?? observations[0]?.createdAt ?? at;
}
