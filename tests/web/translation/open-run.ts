import { inject } from 'vitest';
import { z } from 'zod';
import { type Run, runSchema } from '#schema/runs/run.ts';
import type { RunEvent, RunEventBody } from '#schema/runs/run-event.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';
import { type OpenStream, openStream } from '../open-stream.ts';

export interface OpenRun {
  /** A run in progress. */
  run: Run;
  send(...bodies: RunEventBody[]): void;
  bring(paragraphs: readonly TranslatedParagraph[]): void;
  end(how?: { status?: 'succeeded' | 'failed' | 'cancelled'; message?: string }): void;
}

const recordedRuns = z
  .array(runSchema)
  .parse(Reflect.get(Object(inject('recordedAnswers')['runs.list']?.['']), 'items'));

/** Makes a run of this task from a recorded one, with these changes. */
export function makeRun(taskType: Run['taskType'], patch: Partial<Run> = {}): Run {
  const recorded = recordedRuns.find((run) => run.taskType === taskType);
  if (recorded === undefined) throw new Error(`the recorded server has no run of ${taskType}`);
  return { ...recorded, id: runSchema.shape.id.parse(crypto.randomUUID()), ...patch };
}

/** Keeps the runs of a test, and answers with their events. */
export function openRuns() {
  const streams = new Map<string, OpenStream<RunEvent>>();
  return {
    events: (id: string) => streams.get(id) ?? openStream<RunEvent>(),
    open(taskType: Run['taskType'] = 'translation'): OpenRun {
      const run = makeRun(taskType, { status: 'running', finishedAt: null });
      const events = openStream<RunEvent>();
      streams.set(run.id, events);
      let seq = 0;
      const send = (...bodies: RunEventBody[]) => {
        for (const body of bodies) {
          seq += 1;
          events.send({ runId: run.id, seq, at: run.createdAt, ...body });
        }
      };
      send({ type: 'run-start', attempt: 1 });
      return {
        run,
        send,
        bring: (paragraphs) =>
          send(...paragraphs.map((paragraph) => ({ type: 'paragraph' as const, ...paragraph }))),
        end: ({ status = 'succeeded', message } = {}) =>
          send({
            type: 'run-end',
            status,
            errorCode: status === 'failed' ? 'model_unauthorized' : null,
            message: message ?? null,
          }),
      };
    },
  };
}
