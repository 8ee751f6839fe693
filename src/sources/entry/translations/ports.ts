import type { EntryStore, ReaderPorts } from '#sources/entry/ports.ts';

/** What the use cases of translations need. */
export interface TranslationPorts
  extends Pick<
    ReaderPorts,
    | 'translations'
    | 'getSettings'
    | 'getProfile'
    | 'engine'
    | 'markup'
    | 'bus'
    | 'clock'
    | 'newId'
    | 'hash'
    | 'runs'
    | 'templates'
  > {
  store: Pick<EntryStore, 'getEntry' | 'listActiveRuns' | 'listTitles'>;
}
