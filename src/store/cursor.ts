import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '#schema/app-error.ts';
import { timestampSchema } from '#schema/ids.ts';
import { parseJson } from '#schema/parse-json.ts';

/** The place where a page ended. Rows added in the meantime do not shift it, unlike an offset. */
interface Cursor {
  created_at: number;
  id: string;
}

const cursorSchema = z.tuple([timestampSchema, z.uuid()]);

/** Throws AppError `invalid_input` on an invalid cursor. */
export function isBeyond(cursor: string): RawBuilder<SqlBool> {
  const [createdAt, id] = decodeCursor(cursorSchema, cursor);
  return sql`(created_at, id) < (${createdAt}, ${id})`;
}

/**
 * Cuts a page of at most `limit` from rows that have one more. The extra row only shows that there is a next page.
 */
export function cutPage<T extends Cursor>(
  rows: T[],
  limit: number,
): { shown: T[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > limit && last ? encodeCursor([last.created_at, last.id]) : null };
}

export function encodeCursor(place: (number | string)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Throws AppError `invalid_input` on an invalid cursor. */
export function decodeCursor<T>(schema: z.ZodType<T>, cursor: string): T {
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) throw new AppError('invalid_input', 'cursor: use the nextCursor of an earlier page.');
  return parsed.data;
}
