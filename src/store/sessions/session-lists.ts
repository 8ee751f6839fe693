import { sql } from 'kysely';
import type { Project, SessionCounts } from '#schema/sessions/sessions-wire.ts';
import type { SessionStore } from '#sources/session/ports.ts';
import type { Database } from '#store/database.ts';
import { toSession } from './session-row.ts';

type Lists = Pick<SessionStore, 'getSession' | 'listSessions' | 'listProjects' | 'countSessions' | 'ping'>;

export function createSessionLists({ db }: Database): Lists {
  return {
    async getSession(id) {
      const row = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
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
