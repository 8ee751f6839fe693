import type { Engine } from '#engine/create-engine.ts';
import type { Tasks } from '#engine/define-task.ts';
import type { Bus, Log, Models, TextWork } from '#engine/ports.ts';
import { runIdSchema } from '#schema/ids.ts';
import type { CheckTarget } from '#schema/runs/check-wire.ts';
import { type Checks, createChecks } from '#sources/check/create-checks.ts';
import { planAfter } from '#sources/check/plan-runs.ts';
import type { Checked, CheckOrder } from '#sources/check/ports.ts';
import { createCheckTask } from '#sources/check/tasks/check.ts';
import { createRepairTask } from '#sources/check/tasks/repair.ts';
import { readCheckedConversation } from '#sources/conversation/read-checked.ts';
import { withCurrentHtml } from '#sources/entry/make-content.ts';
import { readCheckedSummary } from '#sources/entry/summaries/read-checked.ts';
import { readTranslatedText } from '#sources/entry/translations/translated-text.ts';
import { readCheckedSession } from '#sources/session/read-checked.ts';
import { readCheckedThread } from '#sources/thread/read-checked.ts';
import type { Store } from '#store/store.ts';
import { hashText, systemClock } from './system-ports.ts';

interface PlanParts {
  store: Store;
  models: Models;
  textWork: TextWork;
}

/** Plans the run that checks or corrects a new summary, for the tasks that write summaries. */
export function createCheckPlan({ store, models, textWork }: PlanParts) {
  const ports = { models, textWork, getSettings: store.recent.getSettings, hash: hashText };
  return (order: CheckOrder) => planAfter(ports, order);
}

interface Parts extends PlanParts {
  engine: Pick<Engine, 'submit'>;
  tasks: Tasks;
  bus: Bus;
  log: Log;
}

export function openChecks({ store, engine, tasks, models, textWork, bus, log }: Parts): Checks {
  const ports = {
    store: store.checks,
    read: ({ kind, id }: CheckTarget) => readers[kind]({ store, textWork }, id),
    runs: store.runs,
    engine,
    getSettings: store.recent.getSettings,
    models,
    textWork,
    bus,
    tellChanged: (target: CheckTarget) => tellChanged({ store, bus }, target),
    clock: systemClock,
    log,
    hash: hashText,
  };
  tasks.add(createCheckTask(ports), createRepairTask(ports));
  return createChecks(ports);
}

type ReadChecked = (parts: Pick<PlanParts, 'store' | 'textWork'>, id: string) => Promise<Checked | null>;

const readers: Record<CheckTarget['kind'], ReadChecked> = {
  summary: ({ store }, id) =>
    readCheckedSummary(
      {
        store: store.reader,
        runs: store.runs,
        hash: hashText,
        async readTranslation(entry, targetLanguage) {
          // The parsers are large, so they are loaded on first use.
          const { markupReaders: markup } = await import('#sources/entry/pages/markup-readers.ts');
          const ports = { translations: store.translations, markup };
          const current = await withCurrentHtml({ store: store.reader, markup }, entry);
          return (await readTranslatedText(ports, current, targetLanguage))?.text ?? null;
        },
      },
      id,
    ),
  thread: ({ store, textWork }, id) => {
    const getOpinions = () => store.checks.getOpinions({ kind: 'thread', id });
    return readCheckedThread({ store: store.spaces, getOpinions, textWork, hash: hashText }, id);
  },
  conversation: ({ store, textWork }, id) => {
    const getOpinions = () => store.checks.getOpinions({ kind: 'conversation', id });
    return readCheckedConversation({ store: store.conversations, getOpinions, textWork, hash: hashText }, id);
  },
  session: ({ store, textWork }, id) => {
    const getOpinions = () => store.checks.getOpinions({ kind: 'session', id });
    return readCheckedSession({ store: store.sessions, getOpinions, textWork, hash: hashText }, id);
  },
};

/** Announces a change of a session's summary, because sessions have a stream of their own. */
async function tellChanged(
  { store, bus }: Pick<Parts, 'store' | 'bus'>,
  { kind, id }: CheckTarget,
): Promise<void> {
  const runId = kind === 'session' ? runIdSchema.safeParse(id).data : undefined;
  const ordered = runId === undefined ? null : await store.sessions.findOrdered(runId);
  if (ordered === null) return;
  const { summary } = ordered;
  const event = { type: 'summary_changed' as const, sessionDbId: summary.sessionId, id: summary.id };
  await bus.publish({ kind: 'session', event });
}
