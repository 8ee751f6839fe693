import type { z } from 'zod';
import { recordRoutes, sessionRoutes } from '#schema/routes/session-routes.ts';
import type { textContentSchema } from '#schema/sessions/sessions-wire.ts';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';
import { toSessionProblem } from '#server/session-problem.ts';
import { sendEvents } from '#server/streams/send-events.ts';
import { watchSessions } from '#server/streams/watch-sessions.ts';
import { renderFixes } from '#sources/session/fixes/find-fixes.ts';
import { renderHits, renderRecords, renderTimeline } from '#sources/session/render-hits.ts';

type SessionPorts = Pick<ServerPorts, 'sessions' | 'meaning' | 'version' | 'startedAt' | 'now' | 'log'>;

export function addSessionRoutes(router: Router, ports: SessionPorts): void {
  addRecordingRoutes(router, ports);
  addSearchRoutes(router, ports);
  addRecordRoutes(router, ports);
}

/** What a plugin sends during a session, and files. They come before the routes with a session's number in the same place. */
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

  answer(recordRoutes.prompts, ({ query }) => sessions.listRecords('prompt', query));
  answer(recordRoutes.observations, ({ query }) => sessions.listRecords('observation', query));
  answer(recordRoutes.summaries, ({ query }) => sessions.listRecords('summary', query));
  answer(recordRoutes.removePrompt, ({ id }) => sessions.removeRecord('prompt', id));
  answer(recordRoutes.removeObservation, ({ id }) => sessions.removeRecord('observation', id));
  answer(recordRoutes.removeSummary, ({ id }) => sessions.removeRecord('summary', id));

  answer(recordRoutes.projects, () => sessions.projects());
  answer(recordRoutes.activity, ({ query }) => sessions.activity(query));
  answer(recordRoutes.excludedProjects, async () => [...(await sessions.exclusions.list())]);
  answer(recordRoutes.excludeProject, ({ body }) => sessions.exclusions.exclude(body.project));
  answer(recordRoutes.includeProject, ({ query }) => sessions.exclusions.include(query.project));
  answer(recordRoutes.projectLanguage, ({ query }) => sessions.languages.get(query));
  answer(recordRoutes.setProjectLanguage, ({ body }) => sessions.languages.set(body));
  answer(recordRoutes.removeProject, ({ query }) => sessions.removeProject(query.project));
  answer(recordRoutes.stats, async () => {
    const uptimeMs = Math.max(0, Math.round(ports.now() - ports.startedAt));
    return { worker: { version, uptimeMs }, database: await sessions.counts() };
  });
  answer(recordRoutes.readiness, async () => {
    await sessions.ping();
    return { status: 'ok' as const };
  });
}
