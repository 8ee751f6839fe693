import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '#client/create-client.ts';
import type { ExportLine } from '#schema/sessions/export-wire.ts';
import type { SessionHit } from '#schema/sessions/sessions-wire.ts';
import type { Dialog } from './dialogs.ts';

interface Source {
  message: string;
  session: string;
}

/** Finds the message and the session of a dialog that belong to a hit. */
export type FindSource = (hit: SessionHit) => Source | undefined;

/**
 * Stores each dialog as a project and waits until all of it is indexed. Sessions keep their dates. What users wrote
 * is stored as prompts, and the answers as observations.
 */
export async function loadDialogs(client: Client, dialogs: readonly Dialog[]): Promise<FindSource> {
  const sources = new Map<string, Source>();
  for (const dialog of dialogs) {
    const places: { contentSessionId: string; place: string; source: Source }[] = [];
    const lines = linesOf(dialog, (place) => places.push(place));
    const { added, refused } = await client.sessions.importLines(
      lines.map((line) => JSON.stringify(line)).join('\n'),
    );
    if (added !== lines.length)
      throw new Error(
        `${dialog.id}: ${lines.length - added} of ${lines.length} messages are not stored. ${refused[0]?.reason ?? 'Some have the same id.'}`,
      );
    const ids = new Map(
      (await listSessions(client, dialog.id)).map((session) => [session.contentSessionId, session.id]),
    );
    for (const { contentSessionId, place, source } of places)
      sources.set(`${ids.get(contentSessionId)}\t${place}`, source);
  }
  while ((await client.sessions.search({ query: 'indexed' })).unindexed > 0) await pause(200);
  return ({ sessionDbId, kind, promptNumber }) => sources.get(`${sessionDbId}\t${kind}\t${promptNumber}`);
}

async function listSessions(client: Client, project: string) {
  const all: { id: number; contentSessionId: string }[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await client.sessions.list({ project, offset: all.length, limit: 100 });
    all.push(...page.items);
    ({ hasMore } = page);
  }
  return all;
}

function linesOf(
  { id: project, sessions }: Dialog,
  addPlace: (place: { contentSessionId: string; place: string; source: Source }) => void,
): ExportLine[] {
  return sessions.flatMap(({ id: session, at, messages }) => {
    const contentSessionId = `${project} ${session}`;
    let promptNumber = 0;
    return messages.map(({ id, role, text }, place): ExportLine => {
      if (role === 'user') promptNumber += 1;
      const kind = role === 'user' ? 'prompt' : 'observation';
      const common = {
        contentSessionId,
        project,
        promptNumber,
        eventKey: `${project} ${id}`,
        createdAt: at + place * 60_000,
      };
      addPlace({
        contentSessionId,
        place: `${kind}\t${promptNumber}`,
        source: { message: id, session },
      });
      return kind === 'prompt'
        ? { ...common, type: 'prompt', text }
        : { ...common, type: 'observation', toolName: 'reply', toolInput: '', toolResponse: text, cwd: '' };
    });
  });
}
