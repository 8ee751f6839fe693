import { sql } from 'kysely';
import { type TranscriptClient, transcriptClients } from '#schema/sessions/hook-client.ts';
import type { SessionRuns } from '#schema/sessions/hooks-wire.ts';
import type { ClientStore } from '#sources/session/clients/ports.ts';
import type { ProjectClaim, SessionStore } from '#sources/session/ports.ts';
import type { ImportBatch, ImportPlace, TranscriptStore } from '#sources/session/transcripts/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { addRecognized } from '#store/memories/recognized-memories.ts';
import type { Store } from '#store/store.ts';
import { createSessionDeletes } from './session-deletes.ts';
import { createSessionFiles, importLines } from './session-files.ts';
import { createSessionLists } from './session-lists.ts';
import { createSessionOrders } from './session-orders.ts';
import { createSessionRecords } from './session-records.ts';
import { createSessionWrites } from './session-writes.ts';
import { takeSession } from './take-session.ts';

export function openSessions(database: Database): Store['sessions'] {
  return {
    ...createSessionWrites(database),
    ...createSessionOrders(database),
    ...createSessionProjects(database),
    ...createSessionRecords(database),
    ...createSessionLists(database),
    ...createSessionDeletes(database),
    ...createSessionFiles(database),
    ...createSessionTranscripts(database),
    ...createSessionClients(database),
  };
}

const counted = ['prompts', 'observations', 'summaries', 'contexts', 'context_tokens', 'lost'] as const;

/** Keeps sums for each client in one row. */
function createSessionClients({ db }: Database): ClientStore {
  return {
    async countClients(added) {
      if (added.length === 0) return;
      await db
        .insertInto('session_clients')
        .values(
          added.map(({ client, counts, at }) => ({
            client,
            prompts: counts.prompts ?? 0,
            observations: counts.observations ?? 0,
            summaries: counts.summaries ?? 0,
            contexts: counts.contexts ?? 0,
            context_tokens: counts.contextTokens ?? 0,
            lost: counts.lost ?? 0,
            last_event_at: at,
          })),
        )
        .onConflict((conflict) =>
          conflict.column('client').doUpdateSet({
            ...Object.fromEntries(
              counted.map((name) => [
                name,
                sql<number>`${sql.ref(`session_clients.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
              ]),
            ),
            // Another process may write an earlier event later.
            last_event_at: sql<number>`case when excluded.last_event_at > session_clients.last_event_at
              then excluded.last_event_at else session_clients.last_event_at end`,
          }),
        )
        .execute();
    },
    async listClients() {
      const rows = await db.selectFrom('session_clients').selectAll().orderBy('client').execute();
      return rows.map(({ context_tokens, last_event_at, ...row }) => ({
        ...row,
        contextTokens: context_tokens,
        lastEventAt: last_event_at,
      }));
    },
    async countSessionRuns() {
      const { rows } = await sql<{ kind: keyof SessionRuns; runs: number }>`
        select kind, cast(count(*) as bigint) as runs from (
          select case
            when task_type in ('check', 'repair') then 'checks'
            when task_type <> 'session' then 'observations'
            when provider = 'builtin' then 'offline'
            else 'summaries' end as kind
          from runs where source_kind = 'session' and provider is not null
            and (provider <> 'builtin' or task_type = 'session')
        ) as asked group by kind`.execute(db);
      const none: SessionRuns = { summaries: 0, offline: 0, checks: 0, observations: 0 };
      return { ...none, ...Object.fromEntries(rows.map(({ kind, runs }) => [kind, runs])) };
    },
  };
}

type Projects = Pick<SessionStore, 'claimProject' | 'findProject'>;
type Reader = Pick<TablesTransaction, 'selectFrom'>;

/** Maps repositories and folders to the names of projects. */
function createSessionProjects({ db, transaction }: Database): Projects {
  return {
    claimProject: (claim) => transaction((trx) => claimProject(trx, claim)),
    async findProject({ identities, names }) {
      const known = await findKnown(db, identities);
      if (known !== null) return known;
      const [name = ''] = names;
      const taken = await db
        .selectFrom('project_identities')
        .select('identity')
        .where('identity', '=', nameOf(name))
        .executeTakeFirst();
      return taken === undefined ? name : null;
    },
  };
}

/** Marks a name as taken by a separate row. One of two concurrent claims waits for the other and sees its row. */
function nameOf(project: string): string {
  return `name:${project}`;
}

async function claimProject(
  trx: TablesTransaction,
  { identities, names, at }: ProjectClaim & { at: number },
): Promise<string> {
  const add = (values: string[], project: string) =>
    trx
      .insertInto('project_identities')
      .values(values.map((identity) => ({ identity, project, created_at: at })))
      .onConflict((conflict) => conflict.column('identity').doNothing())
      .returning('identity')
      .execute();

  for (const name of names) {
    const known = await findKnown(trx, identities);
    if (known !== null) {
      await add(identities, known);
      return known;
    }
    if ((await add([nameOf(name)], name)).length === 0) continue;
    await add(identities, name);
    const holder = (await findKnown(trx, identities)) ?? name;
    // Another process named the same repository in the meantime.
    if (holder !== name)
      await trx.deleteFrom('project_identities').where('identity', '=', nameOf(name)).execute();
    return holder;
  }
  return (await findKnown(trx, identities)) ?? names.at(-1) ?? '';
}

/**
 * Finds the project by the most reliable known identity. A weaker identity counts only if the project has no more
 * reliable one. For example, a fork has the same first commit and another remote.
 */
async function findKnown(db: Reader, identities: readonly string[]): Promise<string | null> {
  const rows = await db
    .selectFrom('project_identities')
    .selectAll()
    .where('identity', 'in', [...identities])
    .execute();
  const projectOf = new Map(rows.map(({ identity, project }) => [identity, project]));
  for (const [at, identity] of identities.entries()) {
    const project = projectOf.get(identity);
    if (project === undefined) continue;
    const surer = identities.slice(0, at).map(kindOf);
    if (surer.length === 0) return project;
    const own = await db
      .selectFrom('project_identities')
      .select('identity')
      .where('project', '=', project)
      .execute();
    if (!own.some((row) => surer.includes(kindOf(row.identity)))) return project;
  }
  return null;
}

function kindOf(identity: string): string {
  return identity.slice(0, identity.indexOf(':'));
}

function createSessionTranscripts(database: Database): TranscriptStore {
  const { db, transaction, relaxedTransaction, recordQueue } = database;
  return {
    async listPlaces(client) {
      const rows = await db
        .selectFrom('import_places')
        .select(['path', 'position', 'mark'])
        .where('client', '=', client)
        .where('path', '<>', wholeClient)
        .execute();
      return rows.map((row) => ({ client, ...row }));
    },
    takeIn: (batch) => relaxedTransaction((trx) => takeIn(database, trx, batch)),
    // A durable write comes last, and it is on disk only when all earlier writes are.
    settleImport: (client) => transaction((trx) => countBatch(trx, client)),
    async countBatches() {
      const rows = await db
        .selectFrom('import_places')
        .select('position')
        .where('client', 'in', transcriptClients)
        .where('path', '=', wholeClient)
        .execute();
      return rows.reduce((sum, { position }) => sum + position, 0);
    },
    withoutIndexing: (work) => recordQueue.hold(work),
  };
}

/** The path of a row whose position grows with each batch of the client. */
const wholeClient = '';

async function countBatch(trx: TablesTransaction, client: TranscriptClient): Promise<void> {
  await trx
    .insertInto('import_places')
    .values({ client, path: wholeClient, position: 1, mark: '' })
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'path'])
        .doUpdateSet((eb) => ({ position: eb('import_places.position', '+', 1) })),
    )
    .execute();
}

async function takeIn(
  database: Database,
  trx: TablesTransaction,
  { sessions, lines, recognized, places }: ImportBatch,
): Promise<{ added: number; known: number }> {
  const total = { added: 0, known: 0 };
  const add = ({ added, known }: typeof total) => {
    total.added += added;
    total.known += known;
  };
  // Sessions are taken in the order of their names, so that two imports of the same sessions do not deadlock.
  const byName = sessions.toSorted((one, other) => (one.contentSessionId < other.contentSessionId ? -1 : 1));
  const excluded = new Set(await listExcluded(trx));
  for (const session of byName) {
    if (excluded.has(session.project)) total.known += session.records.length;
    else add(await takeSession(database, trx, session));
  }
  const kept = lines.filter(({ line }) => !excluded.has(line.project));
  total.known += lines.length - kept.length;
  if (kept.length > 0) add(await importLines(database, trx, kept));
  if (recognized.length > 0) await addRecognized(database, trx, recognized);
  await putPlaces(trx, places);
  for (const client of new Set(places.map((place) => place.client))) await countBatch(trx, client);
  return total;
}

async function listExcluded(trx: TablesTransaction): Promise<string[]> {
  const rows = await trx.selectFrom('excluded_projects').select('project').execute();
  return rows.map(({ project }) => project);
}

async function putPlaces(trx: TablesTransaction, places: ImportPlace[]): Promise<void> {
  // The same place may occur twice. The later one counts.
  const rows = new Map(places.map((place) => [`${place.client} ${place.path}`, place]));
  for (const row of rows.values()) {
    const { position, mark } = row;
    await trx
      .insertInto('import_places')
      .values(row)
      .onConflict((conflict) => conflict.columns(['client', 'path']).doUpdateSet({ position, mark }))
      .execute();
  }
}
