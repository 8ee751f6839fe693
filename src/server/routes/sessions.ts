import type { z } from 'zod';
import { AppError } from '#schema/app-error.ts';
import { toInvalidInput } from '#schema/faults/say-faults.ts';
import { memoryRoutes } from '#schema/routes/memory-routes.ts';
import { projectRoutes } from '#schema/routes/project-routes.ts';
import { recordRoutes, sessionRoutes } from '#schema/routes/session-routes.ts';
import type { SessionEvent } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import { maxSummaryFieldCharacters, type textContentSchema } from '#schema/sessions/sessions-wire.ts';
import type { Router } from '#server/api/router.ts';
import { sendEvents } from '#server/http/event-stream.ts';
import type { ServerPorts } from '#server/ports.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';
import { renderFixes } from '#sources/session/find-fixes.ts';
import { renderHits, renderRecords, renderTimeline } from '#sources/session/render-hits.ts';

type SessionPorts = Pick<ServerPorts, 'sessions' | 'meaning' | 'version' | 'startedAt' | 'now' | 'log'>;

export function addSessionRoutes(router: Router, ports: SessionPorts): void {
  addRecordingRoutes(router, ports);
  addSearchRoutes(router, ports);
  addRecordRoutes(router, ports);
}

/**
 * Adds the routes for what a plugin sends during a session, and for files. They come first, because later routes have
 * the number of a session in the same place.
 */
function addRecordingRoutes({ answer }: Router, { sessions, log }: SessionPorts): void {
  answer(sessionRoutes.exportLines, ({ query }, c) => {
    const text = ReadableStream.from(sessions.export(query));
    return c.body(text.pipeThrough(new TextEncoderStream()), 200, {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': 'attachment; filename="sessions.jsonl"',
    });
  });
  answer(sessionRoutes.importLines, ({ body }) => sessions.import(body.jsonl));

  answer(sessionRoutes.init, ({ body }) => sessions.init(body), toSessionProblem);
  answer(sessionRoutes.observe, ({ body }) => sessions.observe(body), toSessionProblem);
  answer(sessionRoutes.summarize, ({ body }) => sessions.summarize(body), toSessionProblem);
  answer(sessionRoutes.ingest, ({ body }) => sessions.ingest(body), toSessionProblem);
  answer(sessionRoutes.complete, ({ body }) => sessions.complete(body.contentSessionId), toSessionProblem);
  answer(sessionRoutes.events, (_input, c) =>
    sendEvents(c, {
      open: (signal) => watchSessions(sessions, signal),
      toEvent: (news) => ({ event: news.type, data: news }),
      log,
    }),
  );
}

function addSearchRoutes({ answer }: Router, { sessions, meaning }: SessionPorts): void {
  answer(sessionRoutes.meaning, () => meaning.state());
  answer(sessionRoutes.search, async ({ query: { format, ...query } }) => {
    const found = await sessions.search(query);
    return format === 'json' ? found : toContent(renderHits(found));
  });
  answer(sessionRoutes.timeline, async ({ query: { format, ...query } }) => {
    const found = await sessions.timeline(query);
    return format === 'json' ? found : toContent(renderTimeline(found));
  });
  answer(sessionRoutes.fixes, async ({ query: { format, ...query } }) => {
    const found = await sessions.fixes(query);
    return format === 'json' ? found : toContent(renderFixes(found));
  });
  answer(sessionRoutes.records, async ({ query: { refs, format, maxCharacters } }) => {
    const found = await sessions.getRecords(refs.split(',').map((ref) => ref.trim()));
    return format === 'text' ? toContent(renderRecords(found, { maxCharacters })) : found;
  });
  answer(sessionRoutes.recall, ({ body }) => sessions.recallPrompt(body));
  answer(sessionRoutes.context, async ({ query: { format, ...query } }, c) => {
    const context = await sessions.context(query);
    return format === 'json' ? context : c.text(context.text);
  });
}

function toContent(text: string): z.infer<typeof textContentSchema> {
  return { content: [{ type: 'text', text }] };
}

function addRecordRoutes({ answer }: Router, ports: SessionPorts): void {
  const { sessions, version } = ports;
  answer(recordRoutes.list, ({ query }) => sessions.list(query));
  answer(recordRoutes.get, ({ id }) => sessions.get(id));
  answer(recordRoutes.remove, ({ id }) => sessions.remove(id));

  answer(recordRoutes.deliveries, ({ id }) => sessions.listDeliveries(id));
  answer(recordRoutes.setSuperseded, ({ body }) => sessions.setSuperseded(body));

  answer(recordRoutes.prompts, ({ query }) => sessions.listRecords('prompt', query));
  answer(recordRoutes.observations, ({ query }) => sessions.listRecords('observation', query));
  answer(recordRoutes.summaries, ({ query }) => sessions.listRecords('summary', query));
  answer(recordRoutes.removePrompt, ({ id }) => sessions.removeRecord('prompt', id));
  answer(recordRoutes.removeObservation, ({ id }) => sessions.removeRecord('observation', id));
  answer(recordRoutes.removeSummary, ({ id }) => sessions.removeRecord('summary', id));

  answer(projectRoutes.projects, () => sessions.projects());
  answer(projectRoutes.activity, ({ query }) => sessions.activity(query));
  answer(projectRoutes.excludedProjects, async () => [...(await sessions.exclusions.list())]);
  answer(projectRoutes.excludeProject, ({ body }) => sessions.exclusions.exclude(body.project));
  answer(projectRoutes.includeProject, ({ query }) => sessions.exclusions.include(query.project));
  answer(projectRoutes.projectLanguage, ({ query }) => sessions.languages.get(query));
  answer(projectRoutes.setProjectLanguage, ({ body }) => sessions.languages.set(body));
  answer(projectRoutes.projectRecall, ({ query }) => sessions.recallSwitch.get(query));
  answer(projectRoutes.setProjectRecall, ({ body }) => sessions.recallSwitch.set(body));
  answer(projectRoutes.removeProject, ({ query }) => sessions.removeProject(query.project));
  answer(recordRoutes.stats, async () => {
    const uptimeMs = Math.max(0, Math.round(ports.now() - ports.startedAt));
    return { worker: { version, uptimeMs }, database: await sessions.counts() };
  });
  answer(recordRoutes.readiness, async () => {
    await sessions.ping();
    return { status: 'ok' as const };
  });
}

/** Describes a fault in a plugin's request body, in the wording that clients of such a worker expect. */
function toSessionProblem(error: z.ZodError): AppError {
  const { details } = toInvalidInput(error);
  return new AppError('invalid_input', describe(error.issues[0]), { details });
}

function describe(issue: z.ZodError['issues'][number] | undefined): string {
  const [field, inner] = (issue?.path ?? []).map(String);
  // A body that is not an object has none of the fields.
  if (issue === undefined || field === undefined) return 'Missing contentSessionId';
  if (field === 'summary' && inner === undefined) return 'Missing summary';
  if (field === 'summary') return `Invalid summary: ${inner} ${describeField(issue, inner)}`;
  const isMissing = issue.code === 'invalid_type' || issue.code === 'too_small';
  if (isMissing && (field === 'contentSessionId' || field === 'tool_name')) return `Missing ${field}`;
  return `Invalid ${field}: ${issue.message}`;
}

function describeField({ code }: z.ZodError['issues'][number], name: string | undefined): string {
  if (code === 'too_big') return `has more than ${maxSummaryFieldCharacters} characters`;
  return name === 'notes' ? 'must be a string or null' : 'must be a string';
}

/** A reader that falls further behind misses the oldest events and reloads the lists instead. */
const maxWaiting = 1000;

/** Events are gathered this long. The delay is not noticeable, and ten events together cost little more than one. */
const gatherMs = 100;

type Source = Pick<Sessions, 'subscribe' | 'describe'>;

interface Reader {
  /** The number of gathered events that happened before the reader joined. */
  missed: number;
  take(news: SessionNews[]): void;
  fail(error: unknown): void;
}

interface Gathering {
  /** Adds a reader and returns a function that removes it. */
  join(reader: Omit<Reader, 'missed'>): () => void;
}

const gatherings = new WeakMap<Source, Gathering>();

/**
 * Yields session events from now on, in batches of what is available. All readers get the same events, which are
 * described once.
 */
export async function* watchSessions(source: Source, signal: AbortSignal): AsyncGenerator<SessionNews[]> {
  const batches: SessionNews[][] = [];
  let waiting = 0;
  const failures: unknown[] = [];
  let wake = () => {};
  const onAbort = () => wake();
  const gathering = gatherings.get(source) ?? gather(source);
  gatherings.set(source, gathering);
  const leave = gathering.join({
    take(news) {
      batches.push(news);
      waiting += news.length;
      while (waiting > maxWaiting) waiting -= batches.shift()?.length ?? 0;
      wake();
    },
    fail(error) {
      failures.push(error);
      wake();
    },
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    yield [{ type: 'connected' }];
    while (!signal.aborted) {
      const next = batches.shift();
      if (next !== undefined) {
        waiting -= next.length;
        yield next;
        continue;
      }
      if (failures.length > 0) throw failures[0];
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    leave();
    signal.removeEventListener('abort', onAbort);
  }
}

/** Shares one subscription between all readers, as long as there are any. */
function gather(source: Source): Gathering {
  const readers = new Set<Reader>();
  const waiting: SessionEvent[] = [];
  let unsubscribe = () => {};
  let isBusy = false;

  async function handOut(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      await handOutOnce();
      await new Promise<void>((resolve) => {
        setTimeout(resolve, gatherMs).unref();
      });
    }
    isBusy = false;
  }

  async function handOutOnce(): Promise<void> {
    const audience = [...readers].map((reader) => ({ reader, missed: reader.missed }));
    for (const reader of readers) reader.missed = 0;
    try {
      const described = await Promise.all(waiting.splice(0).map(source.describe));
      const all = described.filter((one) => one !== null);
      for (const { reader, missed } of audience) {
        const own = missed === 0 ? all : described.slice(missed).filter((one) => one !== null);
        if (own.length > 0) reader.take(own);
      }
    } catch (error) {
      for (const { reader } of audience) reader.fail(error);
    }
  }

  function add(event: SessionEvent): void {
    waiting.push(event);
    // While the database is away, descriptions may take long and events pile up.
    if (waiting.length > maxWaiting) {
      waiting.shift();
      for (const reader of readers) reader.missed = Math.max(0, reader.missed - 1);
    }
    if (!isBusy) void handOut();
  }

  return {
    join({ take, fail }) {
      const reader = { missed: waiting.length, take, fail };
      if (readers.size === 0) unsubscribe = source.subscribe(add);
      readers.add(reader);
      return () => {
        readers.delete(reader);
        if (readers.size > 0) return;
        unsubscribe();
        waiting.length = 0;
      };
    },
  };
}

export function addMemoryRoutes({ answer }: Router, { sessions }: Pick<ServerPorts, 'sessions'>): void {
  const { memories } = sessions;
  answer(memoryRoutes.list, ({ query }) => memories.list(query));
  answer(memoryRoutes.audit, ({ query }) => sessions.auditMemories(query));
  answer(memoryRoutes.save, ({ body }) => memories.save(body));
  answer(memoryRoutes.edit, ({ id, body }) => memories.edit(id, body));
  answer(memoryRoutes.remove, ({ id }) => memories.remove(id));
  answer(memoryRoutes.restore, ({ id }) => memories.restore(id));
  answer(memoryRoutes.confirm, ({ id }) => memories.confirm(id));
  answer(memoryRoutes.dismiss, ({ id }) => memories.dismiss(id));
  answer(memoryRoutes.undo, ({ id }) => memories.undo(id));
  answer(memoryRoutes.announce, ({ body }) => memories.announce(body));
}
