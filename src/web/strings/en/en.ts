import { describeError, type ErrorCode } from '#schema/error-codes.ts';
import type { DetailLevel } from '#schema/language.ts';
import type { EntrySummary } from '#schema/reader-wire.ts';
import type { Issue } from '#schema/runs/issue.ts';
import type { Run, RunStatus, SourceRef, TaskType } from '#schema/runs/run.ts';
import type { RunEventBody } from '#schema/runs/run-event.ts';
import type { Formats } from '#web/strings/formats.ts';
import { enConversations } from './conversations.ts';
import { enGrounding } from './grounding.ts';
import { enReader } from './reader.ts';
import { enSearch } from './search.ts';
import { enSessions } from './sessions.ts';
import { enSettings } from './settings.ts';
import { enSpaces } from './spaces.ts';

type StaleReason = EntrySummary['stale'][number];
type Of<T extends RunEventBody['type']> = Extract<RunEventBody, { type: T }>;

/** The source of all keys. Every other language has the type of what this returns. */
export function en(format: Formats) {
  return {
    productName: 'Precis',
    separator: ' · ',
    none: '–',

    shell: {
      skip: 'Skip to content',
      navigation: 'Main',
      reader: 'Reader',
      spaces: 'Spaces',
      conversations: 'Conversations',
      sessions: 'Sessions',
      runs: 'Runs & Issues',
      issueCount: (count: number) => format.plural(count, { one: '# issue', other: '# issues' }),
      settings: 'Settings',
      appearance: 'Appearance',
      serverAway: 'Precis does not answer.',
      serverAwaySince: (at: number) => `Precis has not answered since ${format.hour(at)}.`,
      serverAwayRemedy: 'Check that it runs (precis serve). This page reconnects by itself.',
      offline: 'You are offline.',
      offlineRemedy: 'Precis cannot be reached. This page reconnects by itself.',
      lookNow: 'Try now',
      looking: 'Trying…',
      serverBack: 'Connected again.',
      notFound: 'There is no such page.',
      notFoundRemedy: 'Go to the Reader',
      crashed: 'This screen could not be shown.',
      notLoaded: 'This screen could not be loaded.',
      notLoadedNext:
        'Precis does not answer, or was updated meanwhile. The page is reloaded as soon as Precis answers.',
      reload: 'Reload the page',
    },

    appearance: {
      theme: 'Theme',
      themes: { system: 'System', light: 'Light', dark: 'Dark' },
      language: 'Language',
      automatic: 'Browser’s language',
    },

    problem: {
      /** The title says what happened; the detail adds the server’s own words where the title is general. */
      describe: (
        code: ErrorCode,
        message: string,
      ): { title: string; detail: string | null; remedy: string } => {
        const { summary, remedy: written } = describeError(code);
        // They are written for documents too.
        const remedy = written.replaceAll('`', '');
        if (message === '' || message === summary) return { title: summary, detail: null, remedy };
        // What a provider says is rarely plain; everything else is in words already.
        if (code.startsWith('model_')) return { title: summary, detail: message, remedy };
        return { title: message, detail: null, remedy };
      },
      /** After a colon: the server’s own words, or what happened in general. */
      reason: (code: ErrorCode, message: string) => (message === '' ? describeError(code).summary : message),
      reference: (reference: string) => `Reference: ${reference}`,
      retryIn: (ms: number) => `Possible again in ${format.duration(ms)}.`,
      retry: 'Retry',
      dismiss: 'Dismiss',
    },

    languages: {
      other: 'Other…',
      otherHeading: 'Other language',
      code: 'Language code',
      codeHint: 'For example sv, uk, vi or pt-PT.',
      unknown: 'Enter the code of a known language.',
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
      copyFailed: 'The browser does not allow copying here; select the text instead.',
      anyway: 'Summarize anyway',
      offlineExtract: 'Offline extract',
      offlineExplained: 'Made of the text’s own sentences by the built-in model; nothing left this machine.',
      starting: 'Starting…',
      queued: 'Waiting for its turn…',
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
      aborted: 'Stopped. Nothing was stored.',
      incomplete: 'This text is not complete.',
      previousKept: 'The previous summary is unchanged.',
      otherLanguage: (name: string) => `The text came out in ${name}.`,
      partsRead: (read: number, total: number) =>
        `${format.number(read)} of ${format.number(total)} parts read`,
      tokens: (input: number, output: number) =>
        `${format.number(input)} tokens read, ${format.number(output)} written`,
      cachedTokens: (count: number) => `${format.number(count)} of them from the provider’s cache`,
      tokensCounted: 'Counted here; the provider reported none.',
      costUnknown: 'No cost: the model profile has no prices.',
      usage: 'Tokens and cost',
      expand: 'Show the summary',
      collapse: 'Hide the summary',
      resize: 'Height of the summary',
      exists: 'There is a summary.',
      clear: 'Clear',
      cleared: 'Cleared.',
      undo: 'Undo',
      clearThis: 'Clear this summary',
      clearAll: 'Clear all summaries of this article',
      auto: 'Auto-summary',
      autoShort: 'Auto',
      autoCost: (model: string) => `Auto-summary uses ${model}, which costs money.`,
      autoCostNote: 'Each entry that you stay on and that has no summary is sent to it.',
      autoKeep: 'Keep it on',
      autoOff: 'Switch off',
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
      overridePlaceholder: 'Leave it empty to use the template’s own.',
      emptySlot: (language: string, detail: string) => `No summary in ${language}, ${detail}.`,
      emptyNext:
        'Press Summary to make one. It works offline; for written summaries, connect a model under Settings.',
    },

    grounding: enGrounding(format),

    settings: enSettings(format),

    reader: enReader(format),

    spaces: enSpaces(format),

    conversations: enConversations(format),

    sessions: enSessions(format),

    search: enSearch(),

    runs: {
      heading: 'Runs & Issues',
      tabRuns: 'Runs',
      tabIssues: 'Issues',
      filter: 'Status',
      all: 'All',
      status: {
        queued: 'Queued',
        running: 'Running',
        succeeded: 'Succeeded',
        failed: 'Failed',
        cancelled: 'Cancelled',
      } satisfies Record<RunStatus, string>,
      task: {
        summary: 'Summary',
        fold: 'Thread summary',
        reply: 'Answer',
        title: 'Title',
        'turn-summary': 'Reply in one sentence',
        'history-narrative': 'Story so far',
        session: 'Session summary',
      } satisfies Record<TaskType, string>,
      sourceKind: {
        text: 'Text',
        entry: 'Entry',
        thread: 'Thread',
        conversation: 'Conversation',
        session: 'Session',
      } satisfies Record<SourceRef['kind'], string>,
      untitled: 'Untitled text',
      columns: {
        time: 'Time',
        task: 'Task',
        source: 'Source',
        model: 'Model',
        status: 'Status',
        duration: 'Duration',
        tokens: 'Tokens',
        cost: 'Cost',
      },
      showMore: 'Show more',
      loading: 'Loading…',
      empty: 'No runs yet.',
      emptyNext: 'Each summary you make is listed here, with the model that answered and what it cost.',
      emptyAction: 'Go to the Reader',
      emptyFiltered: (status: string) => `No run is ${status.toLowerCase()}.`,
      showAll: 'Show all runs',
      detail: 'Run',
      close: 'Close',
      retry: 'Retry',
      cancel: 'Cancel',
      gone: 'This run is no longer kept.',
      fields: {
        created: 'Created',
        started: 'Started',
        finished: 'Finished',
        trigger: 'Started by',
        attempt: 'Attempt',
        source: 'Source',
        language: 'Language',
        detailLevel: 'Detail Level',
        model: 'Model that answered',
        route: 'Route',
        coverage: 'Coverage',
        usage: 'Tokens',
        cost: 'Cost',
        duration: 'Duration',
        id: 'Run id',
      },
      triggers: { manual: 'You', auto: 'Automatic' } satisfies Record<Run['trigger'], string>,
      routeArrow: ' → ',
      characters: (count: number) => format.plural(count, { one: '# character', other: '# characters' }),
      templateVersion: (id: string, version: string) => `${id}, version ${version}`,
      prompt: 'Prompt',
      template: 'Template',
      templateOrigin: 'Template origin',
      templateHash: 'Content hash',
      furtherTemplates: 'Also used',
      systemPrompt: 'System prompt',
      systemPromptOwn: 'From the template',
      systemPromptReplaced: 'Replaced for this run',
      parameters: 'Parameters',
      maxOutputTokens: 'Maximum output tokens',
      temperature: 'Temperature',
      temperatureDefault: 'Provider’s default',
      summary: 'Summary',
      summaryReplaced: 'A later run of the same source replaced this summary.',
      events: 'Last events',
      showEvents: 'Show last events',
    },

    issues: {
      kind: {
        'run-failed': 'Run failed',
        'run-cancelled': 'Stopped',
        'template-refused': 'Template refused',
        'feed-failed': 'Feed failed',
        'answer-refused': 'Answer refused',
      } satisfies Record<Issue['kind'], string>,
      filter: 'What',
      emptyFiltered: (kind: string) => `No issue of this kind: ${kind.toLowerCase()}.`,
      showAll: 'Show all issues',
      openEntry: 'Open entry',
      openThread: 'Open the thread',
      openConversation: 'Open the conversation',
      openSession: 'Open the session',
      openFeed: 'Open feed',
      columns: {
        time: 'Time',
        source: 'About',
        kind: 'What',
        task: 'Task',
        model: 'Model',
        message: 'Reason',
      },
      stopped: 'Stopped before it finished.',
      empty: 'No issues.',
      emptyNext:
        'Runs that fail or are stopped, templates that cannot be used and feeds that cannot be fetched appear here.',
      detail: 'Issue',
      gone: 'This issue is no longer kept.',
      openRun: 'Open run',
      clear: 'Clear issues',
      clearSure: (count: number) =>
        format.plural(count, { one: 'Remove # issue?', other: 'Remove all # issues?' }),
      clearYes: 'Remove',
      clearNo: 'Keep',
      details: 'Details',
      code: 'Code',
    },

    event: {
      'run-start': ({ attempt }: Of<'run-start'>) => `Attempt ${format.number(attempt)} began`,
      'model-start': (model: string) => `Asked ${model}`,
      'model-retry': ({ message, waitMs }: Of<'model-retry'>) =>
        `${message} Waiting ${format.duration(waitMs)}`,
      'model-failed': (model: string, message: string) => `${model} failed: ${message}`,
      progress: ({ phase, done, total }: Of<'progress'>) =>
        `${{ reading: 'Reading', merging: 'Merging', folding: 'Folding', writing: 'Writing', checking: 'Checking' }[phase]} ${done}/${total}`,
      'text-reset': ({ reason }: Of<'text-reset'>) =>
        `Text begins again (${{ fallback: 'next model', retry: 'another try', restart: 'another attempt', 'language-repair': 'wrong language' }[reason]})`,
      'fold-skipped': ({ characters, needed }: Of<'fold-skipped'>) =>
        `Nothing folded: ${format.number(characters)} of at least ${format.number(needed)} characters. The next fold includes these turns.`,
      'text-delta': ({ text }: Of<'text-delta'>) => `Text: ${text}`,
      'run-end': ({ message }: Of<'run-end'>) => (message === null ? 'Ended' : `Ended: ${message}`),
    },
  };
}

export type Strings = ReturnType<typeof en>;
