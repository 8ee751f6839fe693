import type { CodeSplittingGroup } from 'rolldown';

type NameChunk = Exclude<CodeSplittingGroup['name'], string>;

/**
 * Puts modules that the same starts load into one file: finding and reading many small ones takes longer than all they
 * do. What is loaded on first use keeps files of its own.
 */
export function createChunkNames(starts: Readonly<Record<string, readonly string[]>>): NameChunk {
  let reached: [name: string, modules: Set<string>][] | undefined;
  const files = new Set(Object.values(starts).flat());
  return (module, context) => {
    reached ??= Object.entries(starts).map(([name, modules]) => [name, reachFrom(modules)]);
    if (files.has(module)) return null;
    const names = reached.flatMap(([name, modules]) => (modules.has(module) ? name : []));
    return names.length === 0 ? null : names.join('-');

    function reachFrom(modules: readonly string[]): Set<string> {
      const found = new Set(modules);
      // Grows while it is walked.
      for (const one of found) for (const other of context.getModuleInfo(one)?.importedIds ?? []) found.add(other);
      return found;
    }
  };
}
