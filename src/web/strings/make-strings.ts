import type { Strings } from './en/en.ts';
import type { Formats } from './formats.ts';
import { type Catalogue, completeCatalogue } from './load-catalogue.ts';

/** The strings of parts that are loaded later. */
export interface LaterPart {
  isLoaded(): boolean;
  load(): Promise<void>;
}

/** Those that are loaded later join the others in the same object, so that nothing on the screen is drawn again. */
export function makeStrings(catalogue: Catalogue, formats: Formats): { strings: Strings; later: LaterPart } {
  const strings = catalogue.makeFirst(formats) as Strings;
  let isLoaded = false;
  let loading: Promise<void> | null = null;

  function add(makeLater: Catalogue['makeLater']): void {
    Object.assign(strings, makeLater?.(formats));
    isLoaded = makeLater !== null;
  }

  add(catalogue.makeLater);
  return {
    strings,
    later: {
      isLoaded: () => isLoaded,
      async load() {
        if (isLoaded) return;
        loading ??= completeCatalogue(catalogue).then(({ makeLater }) => add(makeLater));
        try {
          await loading;
        } catch (error) {
          loading = null;
          throw error;
        }
      },
    },
  };
}
