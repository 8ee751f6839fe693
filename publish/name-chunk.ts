import type { CodeSplittingGroup } from 'rolldown';

type NameChunk = Exclude<CodeSplittingGroup['name'], string>;
type Context = Parameters<NameChunk>[1];

/**
 * Puts modules that the same starts load into one file, because finding and reading many small files takes longer
 * than running them. Modules that a thread loads too are in other files, and so is everything that is loaded on first
 * use. What the most frequent start loads is in one file, whoever else loads it, and one for what threads load too.
 */
export function createChunkNames(given: {
  frequent?: string;
  starts: Readonly<Record<string, string>>;
  threads: Readonly<Record<string, string>>;
}): NameChunk {
  let starts: Reached[] | undefined;
  let threads: Reached[] | undefined;
  return (module, context) => {
    starts ??= reachAll(given.starts, context);
    threads ??= reachAll(given.threads, context);
    const names = namesOf(module, starts);
    const shared = namesOf(module, threads);
    const { frequent } = given;
    if (frequent !== undefined && names.includes(frequent))
      return shared.length === 0 ? frequent : `${frequent}-thread`;
    return names.length === 0 ? null : [...names, ...shared].join('-');
  };
}

type Reached = [name: string, modules: ReadonlySet<string>];

function reachAll(files: Readonly<Record<string, string>>, context: Context): Reached[] {
  return Object.entries(files).map(([name, file]) => {
    const found = new Set([file]);
    // The set grows while the loop goes over it.
    for (const one of found)
      for (const other of context.getModuleInfo(one)?.importedIds ?? []) found.add(other);
    return [name, found];
  });
}

function namesOf(module: string, reached: readonly Reached[]): string[] {
  return reached.flatMap(([name, modules]) => (modules.has(module) ? name : []));
}
