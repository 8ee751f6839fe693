/**
 * Zod compiles schemas with `new Function` and probes whether that is allowed. The content security policy forbids
 * it, and the browser reports the probe. This is the flag of `z.config({ jitless: true })`, set before any schema.
 */
const zod = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
zod.__zod_globalConfig ??= {};
zod.__zod_globalConfig.jitless = true;
