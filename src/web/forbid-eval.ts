/**
 * Zod compiles schemas with `new Function` and probes whether that is allowed. The content security policy forbids
 * it, and the browser reports each probe. This flag is the same as `z.config({ jitless: true })`, but must be set
 * before any schema is created.
 */
const zod = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
zod.__zod_globalConfig ??= {};
zod.__zod_globalConfig.jitless = true;
