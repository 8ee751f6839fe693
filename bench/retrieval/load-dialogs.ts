import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '#client/create-client.ts';
import type { ExportLine, SessionHit } from '#schema/sessions/sessions-wire.ts';
import type { Dialog } from './dialogs.ts';

/** Which message and which session of a dialog a hit is. */
export type FindSource = (hit: SessionHit) => { message: string; session: string } | undefined;

/**
 * Stores each dialog as a project, its sessions with their dates, what users wrote as prompts and the answers as
 * observations, and waits until all of it is indexed.
 */
export async function loadDialogs(client: Client, dialogs: readonly Dialog[]): Promise<FindSource> {
  const sources = new Map<string, { message: string; session: string }>();
  for (const dialog of dialogs) {
    const places = new Map<string, { message: string; session: string }>();
    const lines = linesOf(dialog, (place, message, session) => places.set(place, { message, session }));
    const report = await client.sessions.importLines(lines.map((line) => JSON.stringify(line)).join('\n'));
    if (report.added !== lines.length) throw new Error(`${dialog.id}: ${JSON.stringify(report)}`);
    for (const { id, contentSessionId } of await listSessions(client, dialog.id)) {
      for (const [place, source] of places) {
        const [session = '', ...rest] = place.split('\t');
        if (session === contentSessionId) sources.set([id, ...rest].join('\t'), source);
      }
    }
  }
  while ((await client.sessions.search({ query: 'indexed' })).unindexed > 0) await pause(200);
  return ({ sessionDbId, kind, promptNumber }) => sources.get([sessionDbId, kind, promptNumber].join('\t'));
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
  addPlace: (place: string, message: string, session: string) => void,
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
      addPlace([contentSessionId, kind, promptNumber].join('\t'), id, session);
      return kind === 'prompt'
        ? { ...common, type: 'prompt', text }
        : { ...common, type: 'observation', toolName: 'reply', toolInput: '', toolResponse: text, cwd: '' };
    });
  });
}
