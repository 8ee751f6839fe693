import { z } from 'zod';

/** A name that a client gives to one request, so that it can be sent again without being carried out again. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'use 1 to 255 visible ASCII characters, without spaces');

export const idempotencyKeyHeader = 'idempotency-key';
/** On an answer that was given before. */
export const replayedHeader = 'Idempotency-Replayed';
