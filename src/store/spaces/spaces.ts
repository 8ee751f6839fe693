import type { Selectable } from 'kysely';
import { type Space, spaceSchema } from '#schema/spaces/space.ts';
import type { ThreadStore } from '#sources/thread/ports.ts';
import type { Database } from '#store/database.ts';
import type { SpacesTable } from './space-tables.ts';

type Spaces = Pick<ThreadStore, 'listSpaces' | 'getSpace' | 'createSpace' | 'patchSpace'>;

export function createSpaces({ db, readRows }: Database): Spaces {
  return {
    async listSpaces() {
      const rows = await db.selectFrom('spaces').selectAll().orderBy('created_at').orderBy('id').execute();
      // Spaces are sorted here, because each database orders letters beyond the first 128 by its own rules.
      return readRows('spaces', rows, (row) => spaceSchema.parse(toSpace(row))).sort((a, b) =>
        a.name.localeCompare(b.name, 'en', { numeric: true }),
      );
    },

    async getSpace(id) {
      const row = await db.selectFrom('spaces').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toSpace(row) : null;
    },

    async createSpace(space) {
      await db
        .insertInto('spaces')
        .values({
          id: space.id,
          name: space.name,
          instructions: space.instructions,
          agent_id: space.agentId,
          created_at: space.createdAt,
          updated_at: space.updatedAt,
        })
        .execute();
    },

    async patchSpace(id, { name, instructions, agentId }, at) {
      const row = await db
        .updateTable('spaces')
        .set({
          ...(name === undefined ? {} : { name }),
          ...(instructions === undefined ? {} : { instructions }),
          ...(agentId === undefined ? {} : { agent_id: agentId }),
          updated_at: at,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row ? toSpace(row) : null;
    },
  };
}

export function toSpace(row: Selectable<SpacesTable>): Space {
  return {
    id: row.id,
    name: row.name,
    instructions: row.instructions,
    agentId: row.agent_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
