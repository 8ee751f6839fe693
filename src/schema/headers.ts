/** Names a request, so that it can be sent again without running again. */
export const idempotencyKeyHeader = 'idempotency-key';
/** Set on a replayed response. */
export const replayedHeader = 'Idempotency-Replayed';

/** On an exported agent: the parts whose stored key is left out, separated by commas. */
export const keysLeftOutHeader = 'x-precis-keys-left-out';

/** The main file of the web app that the server has: an app with the same one was built together with the server. */
export const buildHeader = 'x-precis-build';
