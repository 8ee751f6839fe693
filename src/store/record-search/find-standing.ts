import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#store/tables.ts';
import type { Within } from './rank-records.ts';
import type { FoundRecord, RecordIndex } from './record-index.ts';

/** How many of the newest instructions may hold for a question. */
const maxStanding = 40;

/** The prompts that the newest instructions and preferences are from, as far as these hold. */
export async function findStanding(
  db: Kysely<Tables>,
  index: RecordIndex,
  within: Within,
): Promise<FoundRecord[]> {
  const { kinds, projects } = within;
  if (kinds?.includes('prompt') === false) return [];
  // Each is a range of an index; together they would all have to be sorted.
  const sources: Source[] = [];
  for (const project of projects === undefined ? [undefined] : [null, ...projects]) {
    const { rows } = await selectSources(within, project).execute(db);
    sources.push(...rows);
  }
  const newest = sources.sort((one, other) => other.at - one.at || other.id - one.id).slice(0, maxStanding);
  return index.read(db, 'prompt', [...new Set(newest.map(({ id }) => id))]);
}

interface Source {
  id: number;
  at: number;
}

/** Of the memories of a project, of all projects (null), or of any. */
export function selectSources(
  { projects, sessionId, from, to }: Within,
  project: string | null | undefined,
): RawBuilder<Source> {
  const conditions = [
    ...(project === undefined
      ? []
      : [project === null ? sql`m.project is null` : sql`m.project = ${project}`]),
    // A memory may have been moved to another project, and one of all projects comes from one of them.
    ...(projects === undefined ? [] : [sql`p.project in (${sql.join(projects)})`]),
    ...(sessionId === undefined ? [] : [sql`p.session_id = ${sessionId}`]),
    ...(from > 0 ? [sql`p.created_at >= ${from}`] : []),
    ...(to < Number.MAX_SAFE_INTEGER ? [sql`p.created_at <= ${to}`] : []),
  ];
  // A cross join keeps SQLite from reading all prompts of the project first.
  return sql<Source>`
    select p.id as id, m.changed_at as at from memories as m cross join prompts as p
    where p.id = m.source_id and m.source_kind = 'prompt' and m.kind in ('instruction', 'preference')
      and ${sql.join([sql`m.deleted_at is null and m.superseded_at is null`, ...conditions], sql` and `)}
    order by m.changed_at desc, m.id desc limit ${maxStanding}
  `;
}
