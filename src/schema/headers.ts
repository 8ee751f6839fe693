/** The header with the name of a request, so that it can be sent again without running again. */
export const idempotencyKeyHeader = 'idempotency-key';
/** The header that marks a replayed response. */
export const replayedHeader = 'Idempotency-Replayed';

/** The header of an exported agent that lists the parts whose stored key is left out, separated by commas. */
export const keysLeftOutHeader = 'x-precis-keys-left-out';

/**
 * The header with the main file of the server's web app. An app with the same file was built together with the
 * server.
 */
export const buildHeader = 'x-precis-build';
