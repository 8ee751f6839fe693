import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Settings } from '#schema/settings.ts';
import type {
  EntryTags,
  SuggestionKeys,
  Tag,
  TagExport,
  TagImportReport,
  TagInput,
  TagPassage,
  TagPatch,
} from '#schema/tag-wire.ts';
import type { TagId, TagRef } from '#schema/tags/tag.ts';
import { missingEntry, requireEntry } from '#sources/entry/require-entry.ts';
import { checkEntry } from '#sources/entry/summaries/entry-gate.ts';
import { planTagging } from '#sources/entry/tasks/tagging.ts';
import { tagKey } from '#text/tags/tag-name.ts';
import type { TagPorts, WishedTags } from './ports.ts';
import { createBatchDriver, createTaggingBatches } from './tagging-batches.ts';

export type Tags = ReturnType<typeof createTags>;

/** Everything about tags: the library, the tags of entries, batches, and feeds that tag automatically. */
export function createTags(ports: TagPorts) {
  const driver = createBatchDriver(ports);
  return {
    library: createTagLibrary(ports),
    ofEntry: createEntryTags(ports),
    batches: createTaggingBatches(ports, driver),
    driver,
    auto: createAutoTags(ports),
  };
}

/** Limit for one feed at one refresh. Older new entries can be tagged as a batch. */
const mostNewEntries = 50;
/** Longer than fetching the full text of an entry takes. After a crash, others wait this long to take over. */
const holdMs = 60_000;
const tickMs = 10_000;

/**
 * Tags the new entries of feeds that ask for it. The request is stored with the entry and contains the id of its run,
 * so that a crash loses none and no entry gets two runs.
 */
function createAutoTags(ports: TagPorts) {
  const { store, entries, engine, clock, log } = ports;
  let current: Promise<void> = Promise.resolve();
  let isStopped = false;
  let stopTimer = () => {};

  async function startRuns(wished: readonly WishedTags[]): Promise<void> {
    if (wished.length === 0) return;
    const settings = await ports.getSettings();
    for (const ofFeed of Map.groupBy(wished, ({ feedId }) => feedId).values()) {
      const left = ofFeed.slice(0, -mostNewEntries).map(({ entryId }) => entryId);
      await store.dropWished(left);
      for (const wish of ofFeed.slice(-mostNewEntries)) {
        if (isStopped) return;
        await startRun(wish, settings);
      }
    }
  }

  async function startRun({ entryId, mode, runId }: WishedTags, settings: Settings): Promise<void> {
    const entry = await entries.getEntry(entryId);
    try {
      if (entry !== null && checkEntry(entry) === null) {
        await engine.submit({ ...planTagging(entry, { mode, trigger: 'auto', settings }), runId });
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'database_unavailable') throw error;
      // New entries stay untagged while a spending cap is reached.
      if (error.code !== 'spending_capped') log.warn({ entryId, err: error }, 'a new entry was not tagged');
    }
    await store.dropWished([entryId]);
  }

  async function takeOver(): Promise<void> {
    try {
      await startRuns(await store.listWished({ at: clock.now() }));
    } catch (error) {
      log.warn({ err: error }, 'new entries could not be tagged; will retry');
    }
  }

  function tick(): void {
    current = takeOver().then(() => {
      if (!isStopped) stopTimer = clock.after(tickMs, tick);
    });
  }

  return {
    /** Starts the runs of a feed's new entries. Failures are retried later. */
    async tagNew(feedId: FeedId): Promise<void> {
      try {
        await startRuns(await store.listWished({ feedId }));
      } catch (error) {
        log.warn({ feedId, err: error }, 'new entries could not be tagged; will retry');
      }
    },
    /** Holds the runs while the text of the entries is being fetched. */
    holdNew: (feedId: FeedId) => store.holdWished(feedId, clock.now() + holdMs),
    /** Takes over the work of processes that died. */
    start: tick,
    async stop() {
      isStopped = true;
      stopTimer();
      await current;
    },
  };
}

/** The tags of one entry. Throws AppError `not_found`. */
function createEntryTags(ports: TagPorts) {
  const { store, entries, runs, engine, bus, clock } = ports;

  async function show(id: EntryId): Promise<EntryTags> {
    const entry = await requireEntry({ store: entries }, id);
    const { tags, suggestions } = await store.getEntryTags(id);
    return {
      tags: tags.map(({ quote, ...tag }) => ({
        ...tag,
        passage: quote === null ? null : place(entry, quote),
      })),
      suggestions: suggestions.map(({ quote, ...rest }) => ({ ...rest, passage: place(entry, quote) })),
      run: await findRun(id),
    };
  }

  async function findRun(id: EntryId): Promise<Run | null> {
    const newest = {
      taskType: 'tagging' as const,
      sourceKind: 'entry' as const,
      sourceId: String(id),
      limit: 1,
    };
    const [run] = (await runs.listRuns(newest)).items;
    return run === undefined || run.status === 'succeeded' || run.status === 'cancelled' ? null : run;
  }

  async function changed(id: EntryId): Promise<EntryTags> {
    for (const what of ['tags', 'entries'] as const) await bus.publish({ kind: 'changed', what });
    return show(id);
  }

  return {
    get: show,

    async add(id: EntryId, names: string[]): Promise<EntryTags> {
      refuseEmpty(names);
      if (!(await store.addEntryTags({ entryId: id, names, at: clock.now() }))) throw missingEntry(id);
      return changed(id);
    },

    async replace(id: EntryId, names: string[]): Promise<EntryTags> {
      refuseEmpty(names);
      if (!(await store.replaceEntryTags({ entryId: id, names, at: clock.now() }))) throw missingEntry(id);
      return changed(id);
    },

    async remove(id: EntryId, tagId: TagId): Promise<EntryTags> {
      await requireEntry({ store: entries }, id);
      if (!(await store.removeEntryTag({ entryId: id, tagId, at: clock.now() })))
        throw new AppError('not_found', `Entry ${id} does not have tag ${tagId}.`);
      return changed(id);
    },

    /** Returns a run of this entry in progress instead of starting a second one. */
    async suggest(id: EntryId, { runId }: { runId?: RunId | undefined } = {}): Promise<Run> {
      const entry = await requireEntry({ store: entries }, id);
      const finding = checkEntry(entry);
      if (finding !== null) throw new AppError(finding.code, finding.message);
      const [active] = await entries.listActiveRuns({ entryId: id, taskType: 'tagging' });
      if (active !== undefined) return active;
      const planned = planTagging(entry, {
        mode: 'suggest',
        trigger: 'manual',
        settings: await ports.getSettings(),
      });
      const run = await engine.submit({ ...planned, runId });
      // Other tabs show the run too.
      await bus.publish({ kind: 'changed', what: 'tags' });
      return run;
    },

    async accept(id: EntryId, { keys }: SuggestionKeys): Promise<EntryTags> {
      await requireEntry({ store: entries }, id);
      await store.acceptSuggestions({ entryId: id, keys: keys ?? null, at: clock.now() });
      return changed(id);
    },

    async dismiss(id: EntryId, { keys }: SuggestionKeys): Promise<EntryTags> {
      await requireEntry({ store: entries }, id);
      await store.dismissSuggestions({ entryId: id, keys: keys ?? null, at: clock.now() });
      return changed(id);
    },
  };
}

function place({ text }: Pick<Entry, 'text'>, quote: string): TagPassage {
  const start = quote === '' ? -1 : text.indexOf(quote);
  return { quote, place: start < 0 ? null : { start, end: start + quote.length } };
}

type Ports = Pick<TagPorts, 'store' | 'bus' | 'clock'>;

/** Operations of the tag library. Throws AppError `not_found`, and `conflict` with the tag that has the name. */
function createTagLibrary({ store, bus, clock }: Ports) {
  async function announce<T>(result: T): Promise<T> {
    for (const what of ['tags', 'entries'] as const) await bus.publish({ kind: 'changed', what });
    return result;
  }

  return {
    list: () => store.listTags(),

    async create(input: TagInput): Promise<Tag> {
      refuseEmpty([input.name, ...input.synonyms]);
      const created = await store.createTag(input, clock.now());
      if ('taken' in created) throw nameTaken(created.taken);
      return announce(created);
    },

    async patch(id: TagId, patch: TagPatch): Promise<Tag> {
      refuseEmpty([patch.name, ...(patch.synonyms ?? [])].filter((name) => name !== undefined));
      const patched = await store.patchTag(id, patch);
      if (patched === null) throw missingTag(id);
      if ('taken' in patched) throw nameTaken(patched.taken);
      return announce(patched);
    },

    async merge(id: TagId, into: TagId): Promise<Tag> {
      if (id === into)
        throw new AppError('conflict', 'A tag cannot be merged into itself. Choose another one.');
      const merged = await store.mergeTag({ id, into });
      if (merged === null) throw new AppError('not_found', `Tag ${id} or tag ${into} not found.`);
      return announce(merged);
    },

    async remove(id: TagId): Promise<void> {
      if (!(await store.deleteTag(id))) throw missingTag(id);
      await announce(null);
    },

    async exportTags(): Promise<TagExport> {
      return { format: 'precis-tags', version: 1, ...(await store.exportTags()) };
    },

    importTags: async (file: TagExport): Promise<TagImportReport> =>
      announce(await store.importTags(file, clock.now())),
  };
}

function refuseEmpty(names: readonly string[]): void {
  const empty = names.find((name) => tagKey(name) === '');
  if (empty !== undefined)
    throw new AppError('invalid_input', `“${empty}” is not a name. Use letters or digits.`);
}

function nameTaken({ id, name }: TagRef): AppError {
  return new AppError(
    'conflict',
    `The tag “${name}” already has this name. Choose another name, or merge the two.`,
    {
      details: { tagId: id, name },
    },
  );
}

function missingTag(id: TagId): AppError {
  return new AppError('not_found', `Tag ${id} not found.`);
}
