import { describeError, type ErrorCode } from '#schema/error-codes.ts';
import type { DetailLevel } from '#schema/language.ts';
import type { EntrySummary } from '#schema/reader-wire.ts';
import type { ReceiptFormat } from '#schema/runs/receipt.ts';
import type { RunEventBody } from '#schema/runs/run-event.ts';
import type { Formats } from '#web/strings/formats.ts';
import type { Look, LookPart } from '#web/theme/look.ts';
import { enPalette } from './palette.ts';
import { enReader } from './reader.ts';
import { enSearch } from './search.ts';
import { enTags } from './tags.ts';
import { enTranslation } from './translation.ts';

type StaleReason = EntrySummary['stale'][number];
type Of<T extends RunEventBody['type']> = Extract<RunEventBody, { type: T }>;

/** The strings that load with the first screen. All others load later. */
export function enFirst(format: Formats) {
  return {
    productName: 'Precis',
    separator: ' · ',
    none: '–',
    loading: 'Loading…',
    showMore: 'Show more',

    shell: {
      skip: 'Skip to content',
      navigation: 'Main',
      reader: 'Reader',
      read: 'Read',
      more: 'More',
      spaces: 'Spaces',
      conversations: 'Conversations',
      sessions: 'Sessions',
      runs: 'Runs & Issues',
      issueCount: (count: number) => format.plural(count, { one: '# issue', other: '# issues' }),
      settings: 'Settings',
      appearance: 'Appearance',
      serverAway: 'Precis isn’t responding.',
      serverAwaySince: (at: number) => `Precis hasn’t responded since ${format.hour(at)}.`,
      serverAwayRemedy: 'Check that it’s running (precis serve). This page reconnects automatically.',
      offline: 'You are offline.',
      offlineRemedy: 'Precis can’t be reached. This page reconnects automatically.',
      lookNow: 'Try now',
      looking: 'Trying…',
      serverBack: 'Reconnected.',
      notFound: 'Page not found.',
      notFoundRemedy: 'Go to the Reader',
      crashed: 'This screen could not be displayed.',
      notLoaded: 'This screen could not be loaded.',
      notLoadedNext:
        'Precis isn’t responding, or it was updated. This page reloads as soon as Precis responds.',
      reload: 'Reload the page',
    },

    appearance: {
      parts: {
        theme: 'Theme',
        font: 'Font',
        size: 'Text size',
        leading: 'Line height',
        measure: 'Line length',
        align: 'Alignment',
        density: 'List layout',
      } satisfies Record<LookPart, string>,
      choices: {
        theme: { system: 'System', light: 'Light', sepia: 'Sepia', dark: 'Dark', black: 'Black' },
        font: { serif: 'Serif', sans: 'Sans', system: 'System', easy: 'Easy-read' },
        size: { smallest: 'Smallest', small: 'Small', medium: 'Medium', large: 'Large', largest: 'Largest' },
        leading: { tight: 'Tight', normal: 'Normal', loose: 'Loose' },
        measure: { narrow: 'Narrow', normal: 'Normal', wide: 'Wide' },
        align: { start: 'Standard', justify: 'Justified' },
        density: { compact: 'Compact', comfortable: 'Comfortable', cards: 'Cards' },
      } satisfies { [Part in LookPart]: Record<Look<Part>, string> },
      text: 'Text and theme',
      language: 'Language',
      automatic: 'Browser language',
    },

    problem: {
      /** The title says what happened. The detail adds the server’s message where the title is general. */
      describe: (
        code: ErrorCode,
        message: string,
      ): { title: string; detail: string | null; remedy: string | null } => {
        const { summary, remedy: written } = describeError(code);
        // Remedies are also used in Markdown, hence the backticks.
        const remedy = written.replaceAll('`', '');
        if (code === 'conflict' && message !== '') return { title: message, detail: null, remedy: null };
        if (message === '' || message === summary) return { title: summary, detail: null, remedy };
        // Provider messages are rarely readable on their own; all other messages are written for people.
        if (code.startsWith('model_')) return { title: summary, detail: message, remedy };
        return { title: message, detail: null, remedy };
      },
      /** Text to follow a colon: the server’s message, or the general description of the code. */
      reason: (code: ErrorCode, message: string) => (message === '' ? describeError(code).summary : message),
      reference: (reference: string) => `Reference: ${reference}`,
      retryIn: (ms: number) => `Try again in ${format.duration(ms)}.`,
      retry: 'Retry',
      dismiss: 'Dismiss',
    },

    languages: {
      other: 'Other…',
      otherHeading: 'Other language',
      name: 'Language',
      nameHint: 'A name or a code, for example Hebrew, Svenska, vi or pt-PT.',
      unknown: 'Language not found.',
      choose: 'Choose',
      cancel: 'Cancel',
      close: 'Close',
    },

    panel: {
      heading: 'Summary',
      targetLanguage: 'Target Language',
      detailLevel: 'Detail Level',
      detail: { short: 'Short', medium: 'Medium', detailed: 'Detailed' } satisfies Record<
        DetailLevel,
        string
      >,
      detailInitial: { short: 'S', medium: 'M', detailed: 'L' } satisfies Record<DetailLevel, string>,
      summary: 'Summary',
      abort: 'Abort',
      copy: 'Copy',
      copied: 'Copied',
      copyFailed: 'Your browser blocked copying. Select the text and copy it instead.',
      receipts: 'With receipt',
      copyReceipt: 'Copy with receipt',
      exportReceipt: 'Export with receipt',
      receiptFormats: { md: 'Markdown', html: 'Web page (HTML)', json: 'JSON' } satisfies Record<
        ReceiptFormat,
        string
      >,
      anyway: 'Summarize anyway',
      sampleSummary: 'Sample with a mistake',
      sampleExplained: 'Written by hand for the sample feed, with one wrong number.',
      offlineExtract: 'Offline extract',
      offlineExplained: 'Sentences picked from the text by the built-in model. Nothing left this machine.',
      starting: 'Starting…',
      queued: 'Queued…',
      running: 'Working…',
      progress: ({ phase, done, total }: Pick<Of<'progress'>, 'phase' | 'done' | 'total'>) => {
        const part = `${format.number(Math.min(done + 1, total))} of ${format.number(total)}`;
        if (phase === 'reading') return `Reading part ${part}`;
        if (phase === 'merging') return `Merging part ${part}`;
        if (phase === 'folding') return `Folding part ${part}`;
        return phase === 'writing' ? 'Writing…' : 'Checking the language…';
      },
      retrying: (code: ErrorCode, waitMs: number) =>
        `${describeError(code).summary} Trying again in ${format.duration(waitMs)}.`,
      aborting: 'Stopping…',
      aborted: 'Stopped. Nothing was saved.',
      incomplete: 'This text is incomplete.',
      previousKept: 'The previous summary is unchanged.',
      otherLanguage: (name: string) => `The summary came back in ${name}.`,
      partsRead: (read: number, total: number) =>
        `${format.number(read)} of ${format.number(total)} parts read`,
      tokens: (input: number, output: number) =>
        `${format.number(input)} input tokens, ${format.number(output)} output tokens`,
      cachedTokens: (count: number) => `${format.number(count)} input tokens from the provider’s cache`,
      tokensCounted: 'Counted by Precis; the provider reported no usage.',
      costUnknown: 'Cost unknown: the model profile has no prices.',
      usage: 'Tokens and cost',
      expand: 'Show summary',
      collapse: 'Hide summary',
      resize: 'Summary height',
      resizeWidth: 'Summary width',
      dockBeside: 'Move beside the article',
      dockBelow: 'Move below the article',
      exists: 'Summary available.',
      clear: 'Clear',
      cleared: 'Cleared.',
      undo: 'Undo',
      clearThis: 'Clear this summary',
      clearAll: 'Clear all summaries for this article',
      auto: 'Auto-summary',
      autoShort: 'Auto',
      autoCost: (model: string) => `Auto-summary uses ${model}, which costs money.`,
      autoCostNote: 'Each entry you stay on that has no summary is sent to this model.',
      autoKeep: 'Keep it on',
      autoOff: 'Turn off',
      checkNote: (model: string) => `${model} now checks all sentences of each new summary.`,
      checkCost: {
        line: (tokens: string, cost: string) =>
          `A check is one more call of at most about ${tokens} tokens (${cost}).`,
        most: (cost: string) => `at most about ${cost}`,
        free: 'no cost',
        unknown: 'cost unknown',
      },
      checkKeep: 'OK',
      checkChange: 'Turn off or choose another model',
      stale: {
        article: 'Article changed',
        template: 'Template changed',
        model: 'Model changed',
      } satisfies Record<StaleReason, string>,
      fallback: ({ answered, failed, reason }: Record<'answered' | 'failed' | 'reason', string>) =>
        `Answered by ${answered} because ${failed} failed: ${reason}`,
      fallingBack: (failed: string, next: string) => `${failed} failed. Asking ${next}…`,
      slot: (language: string, detail: string) => `${language}, ${detail}`,
      shownSlot: (slot: string) => `Shown: ${slot}.`,
      selectedSlot: (slot: string) => `Selected: ${slot}.`,
      wantedSlot: (slot: string) => `Your choice: ${slot}`,
      elsewhere: (language: string, detail: string) => `Working on ${language}, ${detail}…`,
      details: 'Details',
      advanced: 'Advanced',
      template: 'Template',
      systemPrompt: 'System prompt',
      prompt: 'Rendered prompt',
      override: 'System prompt for the next run only',
      overridePlaceholder: 'Leave empty to use the template’s system prompt.',
      emptySlot: (language: string, detail: string) => `No summary in ${language}, ${detail}.`,
      emptyNext: 'Press Summary to create one.',
      emptyOffline:
        'Press Summary to create one. It works offline; for AI-written summaries, connect a model in Settings.',
      emptyUnused: (name: string) =>
        `Press Summary to create one. It works offline: “${name}” is connected, but not chosen for summaries in Settings.`,
    },

    reader: enReader(format),
    tags: enTags(format),
    translation: enTranslation(format),
    search: enSearch(),
    palette: enPalette(),
    offline: enOffline(format),
  };
}

export type FirstStrings = ReturnType<typeof enFirst>;

function enOffline(format: Formats) {
  return {
    shown: (at: number) => `Showing what was kept on this device, last updated ${format.time(at)}.`,
    waiting: (count: number) =>
      format.plural(count, {
        one: '# change isn’t sent yet.',
        other: '# changes aren’t sent yet.',
      }),
    heading: 'On this device',
    note: 'This browser keeps the entries of the last 7 days and those you opened, with their summaries, to read when Precis can’t be reached. Signing out deletes them.',
    impossible:
      'Installing Precis and reading offline need https, or a browser on the machine that runs Precis. Private windows may not allow it either.',
    keep: 'Keep entries for offline reading',
    choices: { on: 'On', off: 'Off' },
    nothing: 'Nothing is kept yet.',
    kept: (entries: number, size: string, updated: string) =>
      `${format.plural(entries, { one: '# entry', other: '# entries' })}, ${size}, last updated ${updated}.`,
    clear: 'Delete what is kept',
    clearNote: 'Deleting also discards changes that were not sent yet.',
    share: {
      heading: 'Save to Precis',
      nothing: 'Nothing to save.',
      nothingNext: 'Share a link or a text with Precis to save it as an entry.',
      save: 'Save',
      saving: 'Saving…',
      cancel: 'Cancel',
    },
  };
}
