import { hookRoutes } from '#schema/routes/hook-routes.ts';
import { recordRoutes, sessionRoutes } from '#schema/routes/session-routes.ts';
import type { ImportReport } from '#schema/sessions/export-wire.ts';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import type { Api } from './call-api.ts';
import { type CallOptions, deriveClient } from './derive-client.ts';
import { readEvents } from './read-events.ts';

/** Under the server's limit of a body, escapes of JSON included. */
const importCharacters = 4_000_000;

export type SessionsClient = ReturnType<typeof createSessionsClient>;

export const sessionClientRoutes = { ...sessionRoutes, ...recordRoutes, hooks: hookRoutes } as const;

export function createSessionsClient(api: Api) {
  const derived = deriveClient(api, sessionClientRoutes);
  const removers = {
    prompt: derived.removePrompt,
    observation: derived.removeObservation,
    summary: derived.removeSummary,
  };
  return {
    ...derived,
    records: (refs: readonly string[]) => derived.records({ refs: refs.join(',') }),
    removeRecord: (kind: RecordKind, id: number) => removers[kind](id as never),
    async importLines(jsonl: string): Promise<ImportReport> {
      const report: ImportReport = { added: 0, known: 0, refused: [] };
      for (const { text, linesBefore } of piecesOf(jsonl)) {
        const { added, known, refused } = await derived.importLines(text);
        report.added += added;
        report.known += known;
        report.refused.push(...refused.map(({ line, reason }) => ({ line: line + linesBefore, reason })));
      }
      return report;
    },
    /** Events from now on; `connected` after each connect means: reload the lists. Ends with the signal. */
    follow: (options?: CallOptions) => follow(api, options),
  };
}

async function* follow(api: Api, { signal }: CallOptions = {}): AsyncGenerator<SessionNews> {
  const { path, answer: schema } = sessionRoutes.events;
  for await (const news of readEvents(api, { nextCall: () => ({ path }), schema, signal })) {
    if (news !== null) yield news;
  }
}

/** Whole lines, as many per request as the server accepts. */
function* piecesOf(jsonl: string): Generator<{ text: string; linesBefore: number }> {
  let lines: string[] = [];
  let length = 0;
  let linesBefore = 0;
  for (const line of jsonl.split('\n')) {
    if (lines.length > 0 && length + line.length > importCharacters) {
      yield { text: lines.join('\n'), linesBefore };
      linesBefore += lines.length;
      lines = [];
      length = 0;
    }
    lines.push(line);
    length += line.length + 1;
  }
  yield { text: lines.join('\n'), linesBefore };
}
