import { inject } from 'vitest';
import { type Entry, type EntryId, entrySchema } from '#schema/entry.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import type { DetailLevel } from '#schema/language.ts';
import {
  type ClearedSummaries,
  type EntryPage,
  type EntrySummaries,
  type EntrySummary,
  entryPageSchema,
  entrySummariesSchema,
} from '#schema/reader-wire.ts';
import type { CheckState } from '#schema/runs/check-wire.ts';
import { countGrounding, type Grounding, groundingSchema } from '#schema/runs/grounding.ts';
import { detailLevelOf, type Run } from '#schema/runs/run.ts';
import type { RunEvent, RunEventBody } from '#schema/runs/run-event.ts';
import type { Summary } from '#schema/runs/summary.ts';
import { groundSummary } from '#text/ground-summary.ts';
import { type OpenStream, openStream } from '../open-stream.ts';
import type { Answers } from '../script-answers.ts';

export const coast = 'Life on the northern coast';

export interface Told extends Partial<Pick<Summary, 'detailLevel' | 'targetLanguage' | 'contentHash'>> {
  text: string;
  run?: Partial<Run>;
  stale?: EntrySummary['stale'];
  /** The verdicts on the summary. By default, they are those of the rules. */
  grounding?: Grounding;
}

/** A run whose events the test sends. */
export interface ScriptedRun {
  run: Run;
  events: OpenStream<RunEvent>;
  send(...events: RunEventBody[]): void;
  write(...texts: string[]): void;
  /** Stores the summary and ends the run. */
  succeed(told: Told): void;
  /** Ends a run that stores no summary. */
  finish(): void;
  cancel(): void;
  fail(code: NonNullable<Run['errorCode']>, message: string): void;
}

/** The article on the bridge, and a summary of it that a server made. */
export function readRecorded(): { article: Entry; made: EntrySummary } {
  const { entryId } = inject('world');
  const recorded = inject('recordedAnswers');
  const { items } = entrySummariesSchema.parse(recorded['reader.summaries.list']?.[entryId]);
  const [made] = items;
  if (made === undefined) throw new Error('the recorded server has no summary of the bridge');
  return { article: entrySchema.parse(recorded['reader.entries.get']?.[entryId]), made };
}

export function newRunId(): RunId {
  return runIdSchema.parse(crypto.randomUUID());
}

/** Makes a run like the recorded one, with these changes. */
export function makeRun(changes: Partial<Run> = {}): Run {
  return { ...readRecorded().made.run, id: newRunId(), ...changes };
}

/** Makes a run in progress, of whose end nothing is known. */
export function makeActiveRun(changes: Partial<Run> = {}): Run {
  return makeRun({
    status: 'running',
    outputLanguage: null,
    coverage: null,
    grounding: null,
    usage: null,
    durationMs: null,
    finishedAt: null,
    ...changes,
  });
}

/** Returns the verdicts of the rules on a summary of the article. */
export function ground(text: string, language = 'en'): Grounding {
  return groundingSchema.parse(
    groundSummary(readRecorded().article.text, text, { summaryLanguage: language }),
  );
}

export function makeSummary(told: Told): EntrySummary {
  const { text, detailLevel = 'medium', targetLanguage = 'en', stale = [], contentHash } = told;
  const { made } = readRecorded();
  const grounding = told.grounding ?? ground(text, targetLanguage);
  const variant = { targetLanguage, detailLevel };
  const run = makeRun({ targetLanguage, variant, grounding: countGrounding(grounding), ...told.run });
  const summary: Summary = { ...made.summary, text, detailLevel, targetLanguage, grounding, runId: run.id };
  return { run, stale, summary: contentHash === undefined ? summary : { ...summary, contentHash } };
}

/** Keeps the summaries of the article on the bridge, its runs, and the check of the shown summary. */
export function keepSummaries(...told: Told[]) {
  const { entryId } = inject('world');
  const known = new Map<RunId, ScriptedRun>();
  const waiting: ScriptedRun[] = [];
  const kept: Desk['kept'] = {
    items: told.map(makeSummary),
    active: null,
    check: {},
  };

  function store(more: Told): EntrySummary {
    const made = makeSummary(more);
    kept.items = [made, ...kept.items.filter(({ summary }) => !isSameSlot(summary, made.summary))];
    return made;
  }

  /** Adds the run that answers the next request to start one. */
  function addRun(changes: Partial<Run> = {}): ScriptedRun {
    const added = scriptRun(makeActiveRun(changes), { kept, store });
    known.set(added.run.id, added);
    waiting.push(added);
    return added;
  }

  function takeRun(): ScriptedRun {
    const next = waiting.shift();
    if (next === undefined) throw new Error('the test expects no further run');
    return next;
  }

  function startSummary({ targetLanguage = 'en', detailLevel = 'medium' }: AskedSlot): Run {
    const { run } = takeRun();
    kept.active = Object.assign(run, { targetLanguage, variant: { targetLanguage, detailLevel } });
    return run;
  }

  function clear(slot: AskedSlot): ClearedSummaries {
    const { length } = kept.items;
    kept.items = kept.items.filter(
      ({ summary }) => slot.detailLevel !== undefined && !isSameSlot(summary, slot),
    );
    return { deleted: length - kept.items.length, undoId: 'clear-1' };
  }

  const answers = {
    reader: {
      entries: { get: findEntry, patch: findEntry, list: () => listEntries(kept.items.length > 0) },
      summaries: {
        list: (id) => (id === entryId ? { items: kept.items, active: kept.active } : noSummaries),
        start: (_id, request) => startSummary(request ?? {}),
        clear: (_id, slot) => clear(slot ?? {}),
      },
    },
    runs: {
      events: (id) => known.get(id)?.events ?? openStream(),
      cancel: (id) => {
        const cancelled = known.get(id);
        cancelled?.cancel();
        return { ...makeRun({ id }), status: 'cancelled' };
      },
    },
    checks: {
      start: () => takeRun().run,
      repair: () => takeRun().run,
      state: ({ id }) => ({
        text: kept.items.find(({ run }) => run.id === id)?.summary.text ?? '',
        check: null,
        repair: null,
        before: null,
        canCheck: true,
        canRepair: true,
        isByWriter: false,
        ...kept.check,
      }),
    },
  } satisfies Answers;
  return { kept, store, addRun, answers };
}

interface AskedSlot {
  targetLanguage?: string | undefined;
  detailLevel?: DetailLevel | undefined;
}

interface Desk {
  kept: EntrySummaries & { check: Partial<CheckState> };
  store(told: Told): EntrySummary;
}

/** Makes a run whose first event is already sent. */
function scriptRun(run: Run, { kept, store }: Desk): ScriptedRun {
  const events = openStream<RunEvent>();
  let seq = 0;
  const send = (...bodies: RunEventBody[]) => {
    for (const body of bodies) events.send({ runId: run.id, seq: (seq += 1), at: run.createdAt, ...body });
  };
  const end = (
    how: Pick<Run, 'errorCode'> & { status: 'succeeded' | 'failed' | 'cancelled' },
    message = '',
  ) => {
    kept.active = null;
    send({ type: 'run-end', message, ...how });
  };
  send({ type: 'run-start', attempt: 1 });
  return {
    run,
    events,
    send,
    write: (...texts) => send(...texts.map((text) => ({ type: 'text-delta', text }) as const)),
    succeed(told) {
      const { id, targetLanguage, variant } = run;
      const detailLevel = detailLevelOf(run) ?? 'medium';
      store({
        detailLevel,
        targetLanguage: targetLanguage ?? 'en',
        ...told,
        run: { targetLanguage, variant, ...told.run, id },
      });
      end({ status: 'succeeded', errorCode: null });
    },
    finish: () => end({ status: 'succeeded', errorCode: null }),
    cancel: () => end({ status: 'cancelled', errorCode: null }),
    fail: (errorCode, message) => end({ status: 'failed', errorCode }, message),
  };
}

function isSameSlot(summary: Summary, slot: AskedSlot): boolean {
  return summary.detailLevel === slot.detailLevel && summary.targetLanguage === slot.targetLanguage;
}

const noSummaries: EntrySummaries = { items: [], active: null };

/** Finds an entry. The app also loads the neighbours of an article, whose texts were not recorded. */
function findEntry(id: EntryId): Entry {
  const recorded = inject('recordedAnswers');
  const known = recorded['reader.entries.get']?.[id];
  if (known !== undefined) return entrySchema.parse(known);
  const { items } = entryPageSchema.parse(recorded['reader.entries.list']?.['']);
  const head = items.find((item) => item.id === id);
  return { ...readRecorded().article, ...head };
}

function listEntries(hasSummary: boolean): EntryPage {
  const { entryId } = inject('world');
  const page = entryPageSchema.parse(inject('recordedAnswers')['reader.entries.list']?.['']);
  return { ...page, items: page.items.map((item) => (item.id === entryId ? { ...item, hasSummary } : item)) };
}
