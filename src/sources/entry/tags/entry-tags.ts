import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { TagId } from '#schema/tags/tag.ts';
import type { EntryTags, SuggestionKeys, TagPassage } from '#schema/tags/tag-wire.ts';
import { missingEntry, requireEntry } from '#sources/entry/require-entry.ts';
import { checkEntry } from '#sources/entry/summaries/entry-gate.ts';
import { planTagging } from './plan-tagging.ts';
import type { TagPorts } from './ports.ts';
import { refuseEmpty } from './tag-library.ts';

/** The tags of one entry. Throws AppError `not_found`. */
export function createEntryTags(ports: TagPorts) {
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

    /** A run of this entry in progress is returned instead of a second one. */
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
      // Other tabs show it too.
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
