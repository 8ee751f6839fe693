/**
 * Zod compiles its schemas with `new Function`, and tries whether it may. The content security policy forbids it, and
 * the browser reports the try. This is what `z.config({ jitless: true })` sets; it must be there before any schema is.
 */
const zod = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
zod.__zod_globalConfig ??= {};
zod.__zod_globalConfig.jitless = true;
