import { z } from 'zod';

/** A client's name for one request, so that it can be sent again without running again. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'use 1 to 255 visible ASCII characters, without spaces');

export const idempotencyKeyHeader = 'idempotency-key';
/** Set on a replayed response. */
export const replayedHeader = 'Idempotency-Replayed';

export const keyHeaders = z.object({ [idempotencyKeyHeader]: idempotencyKeySchema.optional() });
