import type { TaggingBatch, TaggingMode, TagImportReport } from '#schema/tag-wire.ts';
import type { AutoTagRule } from '#schema/tags/tag.ts';
import type { Formats } from '#web/strings/formats.ts';

type BatchCounts = Pick<
  TaggingBatch,
  'tags' | 'suggestions' | 'differentTags' | 'taggedEntries' | 'suggestedEntries'
>;
type FinishedBatch = Pick<TaggingBatch, 'mode' | 'done' | 'emptyEntries' | 'failed'>;

export function enTags(format: Formats) {
  const entries = (count: number) => format.plural(count, { one: '# entry', other: '# entries' });
  const tags = (count: number) => format.plural(count, { one: '# tag', other: '# tags' });
  const suggestions = (count: number) =>
    format.plural(count, { one: '# suggestion', other: '# suggestions' });
  const listed = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts);
  return {
    heading: 'Tags',
    add: 'Add tag',
    edit: 'Edit tags',
    input: 'Tag',
    inputHint: 'Enter adds, Escape clears, Backspace removes the last tag.',
    done: 'Done',
    alreadyAdded: (name: string) => `“${name}” is already added.`,
    tooLong: (most: number, count: number) => `Enter at most ${most} characters. This is ${count}.`,
    notAName: 'Use at least one letter or digit.',
    newTag: (name: string) => `Add “${name}”`,
    leadsTo: (synonym: string) => `also “${synonym}”`,
    remove: (name: string) => `Remove tag ${name}`,
    open: (name: string) => `Show entries tagged ${name}`,
    inRow: (names: string) => `tags: ${names}`,

    suggest: 'Suggest',
    suggesting: (progress: { done: number; total: number } | null) =>
      progress === null || progress.total < 2
        ? 'Finding tags…'
        : `Finding tags… part ${progress.done + 1} of ${progress.total}`,
    abort: 'Abort',
    suggested: 'Suggested tags',
    accept: (name: string) => `Accept suggested tag ${name}`,
    acceptShort: 'Accept',
    dismiss: (name: string) => `Dismiss suggested tag ${name}`,
    acceptAll: 'Accept all',
    dismissAll: 'Dismiss all',
    noSuggestions: 'No further tags found.',
    notEnoughText: 'This entry doesn’t have enough text to suggest tags.',
    failed: (reason: string) => `Couldn’t suggest tags: ${reason}`,
    tryAgain: 'Try again',
    fromArticle: 'From the article',
    showPassage: 'Show in the article',
    passageGone: 'The article has changed and no longer contains this passage.',

    all: 'All tags…',
    expand: 'Show tags',
    collapse: 'Hide tags',
    gone: 'This tag no longer exists.',
    goneHeading: 'Unknown tag',
    goneNext: 'It was deleted or merged into another tag.',
    unknown: (name: string) => `No tag named “${name}”.`,
    unknownNext: 'Enter tag: to choose from your tags.',
    emptyPlace: (name: string) => `No entries tagged ${name}.`,
    emptyPlaceNext: 'Add the tag to an entry below its title.',

    auto: 'Auto-tag',
    autoRules: {
      off: 'Off',
      suggest: 'Suggest tags',
      accept: 'Add tags',
    } satisfies Record<AutoTagRule, string>,

    models: {
      heading: 'Model for suggestions',
      note: 'Defaults for suggested tags, including those of feeds and batches.',
      primary: 'The model that suggests tags. The offline model takes key terms and names from the article.',
      fallback: 'Used when the first model fails.',
      template: 'The prompt used for tags. Your own templates are listed under Templates.',
    },

    library: {
      note: 'Rename, merge and delete tags. Typing a synonym adds or finds its tag.',
      search: 'Search tags',
      sort: 'Sort by',
      sorts: { name: 'Name', entries: 'Most used' },
      entries,
      synonyms: (names: string) => `Also: ${names}`,
      menu: (name: string) => `More options for ${name}`,
      empty: 'No tags yet.',
      emptyNext: 'Add a tag below the title of an entry, or have tags suggested.',
      none: (query: string) => `No tags match “${query}”.`,
      create: 'New tag',
      rename: 'Rename…',
      renameHeading: 'Rename tag',
      renameTaken: (name: string) => `The tag “${name}” already exists.`,
      takenNext: 'Choose another name or merge the tags.',
      mergeInstead: (name: string, into: string) =>
        `Merge “${name}” into “${into}”? Its entries move there, and “${name}” becomes a synonym. You can’t undo this.`,
      merge: 'Merge into…',
      mergeHeading: (name: string) => `Merge “${name}”`,
      mergeInto: 'Merge into',
      mergeNote: (name: string, into: string, count: number) =>
        `${format.plural(count, { one: '# entry moves', other: '# entries move' })} to “${into}”. “${name}” becomes a synonym. You can’t undo this.`,
      mergeYes: 'Merge',
      synonymsMenu: 'Synonyms…',
      synonymsHeading: (name: string) => `Synonyms of “${name}”`,
      synonymsNote: 'Entering a synonym, or a suggestion with that name, adds this tag instead.',
      newSynonym: 'New synonym',
      addSynonym: 'Add',
      removeSynonym: (name: string) => `Remove synonym ${name}`,
      delete: 'Delete…',
      deleteSure: (name: string) => `Delete the tag “${name}”?`,
      deleteNote: (count: number) =>
        count === 0
          ? 'No entry has it.'
          : `It is removed from ${entries(count)}. The entries themselves are kept.`,
      deleteYes: 'Delete',
      export: 'Export',
      import: 'Import',
      importing: 'Importing…',
      notTags: 'This file isn’t an export of tags.',
      notTagsNext: 'Choose a file that you exported here.',
      imported: (report: TagImportReport) => {
        const added = [
          ...(report.tags === 0 ? [] : [`${tags(report.tags)} to the library`]),
          ...(report.synonyms === 0
            ? []
            : [format.plural(report.synonyms, { one: '# synonym', other: '# synonyms' })]),
          ...(report.entryTags === 0 ? [] : [`${tags(report.entryTags)} to entries`]),
        ];
        const unknown = format.plural(report.unknownEntries, {
          one: ' # entry in the file isn’t here.',
          other: ' # entries in the file aren’t here.',
        });
        return `${added.length === 0 ? 'Nothing new to import.' : `Added ${listed(added)}.`}${
          report.unknownEntries === 0 ? '' : unknown
        }`;
      },
    },

    batch: {
      menu: 'Tag entries…',
      menuShown: 'Tag these entries…',
      heading: 'Tag entries',
      of: (place: string) => `All entries in ${place}`,
      ofShown: (place: string) => `The entries shown in ${place}`,
      entries: 'Entries',
      skipped: (count: number) =>
        format.plural(count, {
          one: '# without enough text is skipped',
          other: '# without enough text are skipped',
        }),
      isCut: 'Only the newest entries fit into one batch.',
      tokens: 'Estimated tokens',
      cost: 'Estimated cost',
      costFree: 'Free: the built-in model runs on this machine.',
      costUnknown: 'Unknown: the model profile has no prices.',
      model: 'Model',
      mode: 'What to do with the tags',
      modes: { suggest: 'Suggest', accept: 'Add' } satisfies Record<TaggingMode, string>,
      modeNotes: {
        suggest: 'Suggestions wait for you to accept them.',
        accept: 'Tags are added without asking. You can review and undo them.',
      } satisfies Record<TaggingMode, string>,
      start: 'Start',
      nothing: 'No entry here has enough text to tag.',
      progressHeading: 'Tagging entries',
      progress: (done: number, total: number) => `${format.number(done)} of ${format.number(total)}`,
      indicator: (done: number, total: number) => `Tagging ${format.number(done)} of ${format.number(total)}`,
      show: 'Show the progress of tagging',
      status: {
        running: 'Running',
        done: 'Done',
        aborted: 'Stopped',
        undone: 'Undone',
      } satisfies Record<TaggingBatch['status'], string>,
      failed: (count: number) => `${format.number(count)} failed`,
      skippedCount: (count: number) => `${format.number(count)} skipped`,
      /** Empty if none of the added tags and suggestions remain. */
      added: (batch: BatchCounts) =>
        [
          ...(batch.tags === 0 ? [] : [`${tags(batch.differentTags)} on ${entries(batch.taggedEntries)}`]),
          ...(batch.suggestions === 0
            ? []
            : [`${suggestions(batch.suggestions)} for ${entries(batch.suggestedEntries)}`]),
        ].join(', '),
      emptyCount: (count: number) => `no new tags for ${format.number(count)}`,
      emptyEntries: (count: number) =>
        format.plural(count, { one: '# entry without new tags', other: '# entries without new tags' }),
      all: (count: number) => entries(count),
      spent: (cost: string) => `${cost} so far`,
      abort: 'Abort',
      resume: 'Resume',
      retryFailed: 'Retry failed',
      review: 'Review',
      hideReview: 'Hide review',
      acceptAll: (count: number) =>
        format.plural(count, { one: 'Accept # suggestion', other: 'Accept all # suggestions' }),
      accepting: 'Accepting…',
      selected: {
        entries: (count: number) =>
          format.plural(count, { one: '# selected entry', other: '# selected entries' }),
        search: (query: string) => `Search for “${query}”`,
        goneFeed: 'A deleted feed',
        goneFolder: 'A deleted folder',
        goneTag: 'A deleted tag',
      },
      undo: 'Undo…',
      undoSure: 'Undo this batch?',
      undoNote:
        'Removes the tags and suggestions it added, also those accepted all at once. Tags you added or accepted one by one are kept.',
      undoYes: 'Undo',
      undone: (batch: BatchCounts) => {
        const removed = [
          ...(batch.tags === 0 ? [] : [`${tags(batch.differentTags)} from ${entries(batch.taggedEntries)}`]),
          ...(batch.suggestions === 0
            ? []
            : [`${suggestions(batch.suggestions)} from ${entries(batch.suggestedEntries)}`]),
        ];
        return removed.length === 0 ? 'There was nothing to remove.' : `Removed ${listed(removed)}.`;
      },
      close: 'Close',
      hide: 'Hide',
      finished: ({ mode, done, emptyEntries, failed }: FinishedBatch) =>
        done === emptyEntries
          ? failed === 0
            ? 'No new tags found'
            : `Tagging failed for ${entries(failed)}`
          : mode === 'accept'
            ? `Tagged ${entries(done - emptyEntries)}`
            : `Suggestions for ${entries(done - emptyEntries)}`,
      stopped: (done: number, total: number) =>
        `Tagging stopped at ${format.number(done)} of ${format.number(total)}`,
      noneYet: 'No entries processed yet.',
      shown: 'Show',
      shownDone: 'Tagged',
      shownFailed: 'Failed',
      nothingLeft: 'Nothing to review.',
      recent: 'Recent tagging',
    },
  };
}
