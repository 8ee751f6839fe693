import { registerHooks } from 'node:module';

/** Resolves precis-memory to the source, so the examples run in a clone without installing the package. */
registerHooks({
  resolve(specifier, context, next) {
    const [, face = 'main'] = /^precis-memory(?:\/(.+))?$/.exec(specifier) ?? [null, null];
    if (face === null) return next(specifier, context);
    return next(new URL(`../src/adapters/package/${face}.ts`, import.meta.url).href, context);
  },
});
