import { inject } from 'vitest';
import { type EntryHead, type EntryId, entrySchema } from '#schema/entry.ts';
import { entryPageSchema } from '#schema/reader-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import {
  type EntryTag,
  type EntryTags,
  entryTagsSchema,
  type SuggestionKeys,
  type Tag,
  type TagSuggestion,
} from '#schema/tag-wire.ts';
import { tagIdSchema } from '#schema/tags/tag.ts';
import type { Answers } from '../script-answers.ts';
import { openRuns } from '../translation/open-run.ts';

const recorded = inject('recordedAnswers');
export const { entryId, translatedId: otherId } = inject('world');
export const recordedTags = entryTagsSchema.parse(recorded['tags.ofEntry.get']?.[String(entryId)]);
const recordedPage = entryPageSchema.parse(recorded['reader.entries.list']?.['']);
const recordedEntry = entrySchema.parse(recorded['reader.entries.get']?.[String(entryId)]);

export function makeTag(id: number, name: string, more: Partial<Tag> = {}): Tag {
  return { id: tagIdSchema.parse(id), name, synonyms: [], entries: 0, createdAt: 0, ...more };
}

const none: EntryTags = { tags: [], suggestions: [], run: null };

/** Answers of a library and of entries whose tags change as the page requests. */
export function openTags({ library = [], of = none }: { library?: Tag[]; of?: EntryTags } = {}) {
  const runs = openRuns();
  const server = { library, of: new Map([[String(entryId), of]]) };
  let next = runs.open('tagging');
  const tagsOf = (id: EntryId) => server.of.get(String(id)) ?? none;

  function change(id: EntryId, patch: Partial<EntryTags>): EntryTags {
    const changed = { ...tagsOf(id), ...patch };
    server.of.set(String(id), changed);
    return changed;
  }

  function find(name: string): Tag {
    const known = server.library.find((tag) => tag.name === name || tag.synonyms.includes(name));
    if (known !== undefined) return known;
    const added = makeTag(server.library.length + 1, name, { entries: 1 });
    server.library = [...server.library, added];
    return added;
  }

  function add(id: EntryId, names: readonly string[]): EntryTags {
    const added = names.map((name) => toEntryTag(find(name)));
    const all = new Map([...tagsOf(id).tags, ...added].map((tag) => [tag.id, tag]));
    return change(id, { tags: [...all.values()].toSorted((a, b) => a.name.localeCompare(b.name)) });
  }

  function take(id: EntryId, { keys }: SuggestionKeys): TagSuggestion[] {
    const { suggestions } = tagsOf(id);
    const isTaken = ({ key }: TagSuggestion) => keys?.includes(key) ?? true;
    change(id, { suggestions: suggestions.filter((each) => !isTaken(each)) });
    return suggestions.filter(isTaken);
  }

  const withTags = (head: EntryHead) => ({
    ...head,
    tags: tagsOf(head.id).tags.map(({ id, name }) => ({ id, name })),
  });

  const answers: Answers = {
    reader: {
      entries: {
        // The app may read other entries in advance, and only these two can be read.
        list: () => ({
          ...recordedPage,
          items: recordedPage.items.filter(({ id }) => id === entryId || id === otherId).map(withTags),
        }),
        patch: () => recordedEntry,
      },
    },
    runs: { events: runs.events, cancel: () => endRun('cancelled') },
    threads: { search: { items: [], nextCursor: null } },
    tags: {
      list: () => server.library,
      ofEntry: {
        get: tagsOf,
        add,
        remove: (id, tagId) => change(id, { tags: tagsOf(id).tags.filter((tag) => tag.id !== tagId) }),
        suggest(id) {
          change(id, { run: next.run });
          return next.run;
        },
        accept: (id, keys = {}) =>
          add(
            id,
            take(id, keys).map(({ name }) => name),
          ),
        dismiss(id, keys = {}) {
          take(id, keys);
          return tagsOf(id);
        },
      },
    },
  };

  function endRun(status: 'succeeded' | 'failed' | 'cancelled', suggestions?: TagSuggestion[]): Run {
    const { run } = next;
    const message = 'The provider returned 401 (API key rejected).';
    const failed = { ...run, status, errorCode: 'model_unauthorized' as const, errorMessage: message };
    change(entryId, {
      run: status === 'failed' ? failed : null,
      suggestions: suggestions ?? tagsOf(entryId).suggestions,
    });
    next.end({ status });
    next = runs.open('tagging');
    return run;
  }

  return { answers, server, endRun };
}

function toEntryTag({ id, name }: Tag): EntryTag {
  return { id, name, origin: 'hand', passage: null, runId: null, at: 0 };
}
