import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { firstImageKey } from '#text/article/image-links.ts';

/** Articles may be large, and all of them do not fit into memory. */
const perStep = 200;

/** The pictures of entries that were stored before lists showed pictures. */
export const oldPictures: Migration = {
  async up(db: Kysely<unknown>) {
    let last = 0;
    for (;;) {
      const { rows } = await sql<{ id: number | string; html: string }>`
        select entry_texts.entry_id as id, entry_texts.html as html
        from entry_texts join entries on entries.id = entry_texts.entry_id
        where entry_texts.entry_id > ${last} and entries.image_key is null and entry_texts.html like '%<img%'
        order by entry_texts.entry_id limit ${sql.lit(perStep)}`.execute(db);
      const found = rows.flatMap(({ id, html }) => {
        const key = firstImageKey(html, (text) => hash('sha256', text));
        return key === null ? [] : [sql`(cast(${id} as bigint), cast(${key} as text))`];
      });
      if (found.length > 0)
        await sql`with found (id, key) as (values ${sql.join(found)})
          update entries set image_key = (select key from found where found.id = entries.id)
          where id in (select id from found)`.execute(db);
      if (rows.length < perStep) return;
      last = Number(rows.at(-1)?.id);
    }
  },
};
