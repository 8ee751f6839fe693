import { registerHooks } from 'node:module';

/** Lets an example run from a clone as it runs in a project that has installed precis-memory. */
registerHooks({
  resolve(specifier, context, next) {
    const [, face = 'main'] = /^precis-memory(?:\/(.+))?$/.exec(specifier) ?? [null, null];
    if (face === null) return next(specifier, context);
    return next(new URL(`../src/adapters/package/${face}.ts`, import.meta.url).href, context);
  },
});
