import { sql } from 'kysely';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { ActivityDay, Project, SessionCounts } from '#schema/sessions/sessions-wire.ts';
import type { SessionStore } from '#sources/session/ports.ts';
import { quarterMs } from '#store/counters/counted.ts';
import type { Database } from '#store/database.ts';
import { toSession } from './session-row.ts';

type Lists = Pick<
  SessionStore,
  'getSession' | 'findSession' | 'listSessions' | 'listProjects' | 'listActivity' | 'countSessions' | 'ping'
>;

const minuteMs = 60_000;
const dayMs = 86_400_000;
const quartersPerDay = dayMs / quarterMs;

export function createSessionLists({ db }: Database): Lists {
  return {
    async getSession(id) {
      const row = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toSession(row) : null;
    },

    async findSession(contentSessionId) {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('content_session_id', '=', contentSessionId)
        .executeTakeFirst();
      return row ? toSession(row) : null;
    },

    async listSessions({ project, offset, limit }) {
      let select = db.selectFrom('sessions').selectAll();
      if (project !== undefined) select = select.where('project', '=', project);
      const rows = await select
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(toSession);
    },

    async listProjects() {
      const { rows } = await sql<Project>`
        select counts.*, (select max(updated_at) from sessions where sessions.project = counts.project) as "lastAt"
        from (
          select project, cast(sum(sessions) as bigint) as sessions, cast(sum(prompts) as bigint) as prompts,
            cast(sum(observations) as bigint) as observations, cast(sum(summaries) as bigint) as summaries
          from project_counts group by project having sum(sessions) > 0
        ) as counts
        order by "lastAt" desc, project
      `.execute(db);
      return rows;
    },

    async listActivity({ project, days, utcOffsetMinutes, now }) {
      // Time zones differ by whole quarters of an hour.
      const offset = Math.round((utcOffsetMinutes * minuteMs) / quarterMs);
      const today = Math.floor((Math.floor(now / quarterMs) + offset) / quartersPerDay);
      const conditions = [
        sql`quarter >= ${(today - days + 1) * quartersPerDay - offset}`,
        sql`quarter < ${(today + 1) * quartersPerDay - offset}`,
        ...(project === undefined ? [] : [sql`project = ${project}`]),
      ];
      const countOf = (kind: RecordKind) =>
        sql`cast(sum(case when kind = ${kind} then count else 0 end) as bigint)`;
      // The casts give whole numbers, since SQLite would otherwise divide with fractions.
      const { rows } = await sql<Omit<ActivityDay, 'day'> & { day: number }>`
        select (quarter + cast(${offset} as bigint)) / cast(${quartersPerDay} as bigint) as day,
          ${countOf('prompt')} as prompts, ${countOf('observation')} as observations,
          ${countOf('summary')} as summaries
        from record_counts where ${sql.join(conditions, sql` and `)}
        group by 1 having sum(count) > 0 order by 1
      `.execute(db);
      return rows.map((row) => ({ ...row, day: new Date(row.day * dayMs).toISOString().slice(0, 10) }));
    },

    async countSessions() {
      const { rows } = await sql<SessionCounts>`
        select cast(coalesce(sum(sessions), 0) as bigint) as sessions,
          cast(coalesce(sum(active), 0) as bigint) as "activeSessions",
          cast(coalesce(sum(prompts), 0) as bigint) as prompts,
          cast(coalesce(sum(observations), 0) as bigint) as observations,
          cast(coalesce(sum(summaries), 0) as bigint) as summaries,
          count(*) as projects
        from (
          select sum(sessions) as sessions, sum(active) as active, sum(prompts) as prompts,
            sum(observations) as observations, sum(summaries) as summaries
          from project_counts group by project having sum(sessions) > 0
        ) as counts
      `.execute(db);
      const [counts] = rows;
      if (!counts) throw new TypeError('an aggregate without groups always returns one row');
      return counts;
    },

    async ping() {
      await sql`select 1`.execute(db);
    },
  };
}
