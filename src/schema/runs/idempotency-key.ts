import { z } from 'zod';
import { idempotencyKeyHeader } from '#schema/headers.ts';

/** A client's name for one request, so that it can be sent again without running again. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'Use 1 to 255 visible ASCII characters, without spaces.');

export const keyHeaders = z.object({ [idempotencyKeyHeader]: idempotencyKeySchema.optional() });
