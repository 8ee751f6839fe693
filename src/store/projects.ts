import { sql } from 'kysely';
import type { ProjectStore } from '#sources/session/projects/ports.ts';
import { forgetVectorsOf } from '#store/meaning/meaning.ts';
import type { Database } from './database.ts';

export function createProjectStore({ db, transaction }: Database): ProjectStore {
  return {
    async listExcluded() {
      const rows = await db.selectFrom('excluded_projects').select('project').orderBy('project').execute();
      return rows.map(({ project }) => project);
    },
    async excludeProject(project, at) {
      await transaction(async (trx) => {
        await trx
          .insertInto('excluded_projects')
          .values({ project, created_at: at })
          .onConflict((conflict) => conflict.column('project').doNothing())
          .execute();
        await forgetVectorsOf(trx, project);
      });
    },
    async includeProject(project) {
      return transaction(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('excluded_projects')
          .where('project', '=', project)
          .executeTakeFirst();
        await forgetVectorsOf(trx, project);
        return numDeletedRows === 1n;
      });
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
    async getLanguage(project) {
      const row = await db
        .selectFrom('project_languages')
        .select('language')
        .where('project', '=', project)
        .executeTakeFirst();
      return row?.language ?? null;
    },
    async setLanguage(project, language) {
      if (language === null)
        await db.deleteFrom('project_languages').where('project', '=', project).execute();
      else
        await db
          .insertInto('project_languages')
          .values({ project, language })
          .onConflict((conflict) => conflict.column('project').doUpdateSet({ language }))
          .execute();
    },
    async isQuiet(project) {
      const row = await db
        .selectFrom('quiet_projects')
        .select('project')
        .where('project', '=', project)
        .executeTakeFirst();
      return row !== undefined;
    },
    async setQuiet(project, isQuiet, at) {
      if (isQuiet)
        await db
          .insertInto('quiet_projects')
          .values({ project, created_at: at })
          .onConflict((conflict) => conflict.column('project').doNothing())
          .execute();
      else await db.deleteFrom('quiet_projects').where('project', '=', project).execute();
    },
    async forgetNotes(before) {
      await db.deleteFrom('excluded_sessions').where('used_at', '<', before).execute();
    },
  };
}
