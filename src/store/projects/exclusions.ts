import { sql } from 'kysely';
import type { ExclusionStore } from '#sources/session/projects/ports.ts';
import type { Database } from '#store/database.ts';

export function createExclusionStore({ db }: Database): ExclusionStore {
  return {
    async listExcluded() {
      const rows = await db.selectFrom('excluded_projects').select('project').orderBy('project').execute();
      return rows.map(({ project }) => project);
    },
    async excludeProject(project, at) {
      await db
        .insertInto('excluded_projects')
        .values({ project, created_at: at })
        .onConflict((conflict) => conflict.column('project').doNothing())
        .execute();
    },
    async includeProject(project) {
      const { numDeletedRows } = await db
        .deleteFrom('excluded_projects')
        .where('project', '=', project)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    async noteExcluded({ key, project, at }) {
      await db
        .insertInto('excluded_sessions')
        .values({ key, project, used_at: at })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ project, used_at: at }))
        .execute();
    },
    async isOfExcluded({ contentSessionId, key }) {
      const { rows } = await sql<{ project: string }>`
        select project from excluded_projects
        where project in (select project from sessions where content_session_id = ${contentSessionId})
          or project in (select project from excluded_sessions where key = ${key})
        limit 1
      `.execute(db);
      return rows.length > 0;
    },
    async forgetNotes(before) {
      await db.deleteFrom('excluded_sessions').where('used_at', '<', before).execute();
    },
  };
}
