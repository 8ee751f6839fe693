import type { Issue } from '#schema/runs/issue.ts';
import type { Run, RunStatus, SourceRef, TaskType } from '#schema/runs/run.ts';
import type { RunEventBody } from '#schema/runs/run-event.ts';
import type { Formats } from '#web/strings/formats.ts';
import { enConversations } from './conversations.ts';
import { enGrounding } from './grounding.ts';
import { enSessions } from './sessions.ts';
import { enSettings } from './settings.ts';
import { enSpaces } from './spaces.ts';

type Of<T extends RunEventBody['type']> = Extract<RunEventBody, { type: T }>;

/** The strings of screens and parts that load after the first screen. */
export function enLater(format: Formats) {
  return {
    grounding: enGrounding(format),
    settings: enSettings(format),
    spaces: enSpaces(format),
    conversations: enConversations(format),
    sessions: enSessions(format),

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
        'turn-summary': 'Reply summary',
        'history-narrative': 'Story so far',
        session: 'Session summary',
        check: 'Check',
        repair: 'Correction',
        translation: 'Translation',
        'title-translation': 'Translation of titles',
        'text-translation': 'Translation of a text',
        tagging: 'Tags',
        embedding: 'Reading for search',
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
      empty: 'No runs yet.',
      emptyNext: 'Every summary you create is listed here, with the model that answered and the cost.',
      emptyAction: 'Go to the Reader',
      emptyFiltered: (status: string) => `No runs with status “${status}”.`,
      showAll: 'Show all runs',
      detail: 'Run',
      close: 'Close',
      retry: 'Retry',
      cancel: 'Cancel',
      gone: 'This run no longer exists.',
      fields: {
        task: 'Task',
        created: 'Created',
        started: 'Started',
        finished: 'Finished',
        trigger: 'Started by',
        attempt: 'Attempt',
        source: 'Source',
        language: 'Language',
        detailLevel: 'Detail Level',
        model: 'Answered by',
        route: 'Route',
        coverage: 'Coverage',
        usage: 'Tokens',
        cost: 'Cost',
        duration: 'Duration',
        id: 'Run ID',
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
      temperatureDefault: 'Provider default',
      summary: 'Summary',
      summaryReplaced: 'A later run for the same source replaced this summary.',
      events: 'Recent events',
      showEvents: 'Show recent events',
    },

    issues: {
      kind: {
        'run-failed': 'Run failed',
        'run-cancelled': 'Stopped',
        'template-refused': 'Template rejected',
        'feed-failed': 'Feed failed',
        'answer-refused': 'Answer rejected',
      } satisfies Record<Issue['kind'], string>,
      filter: 'Type',
      emptyFiltered: (kind: string) => `No issues of type “${kind}”.`,
      showAll: 'Show all issues',
      openEntry: 'Open entry',
      openThread: 'Open thread',
      openConversation: 'Open conversation',
      openSession: 'Open session',
      openFeed: 'Open feed',
      columns: {
        time: 'Time',
        source: 'Source',
        kind: 'Type',
        task: 'Task',
        model: 'Model',
        message: 'Message',
      },
      stopped: 'Stopped before it finished.',
      empty: 'No issues.',
      emptyNext:
        'Runs that fail or are stopped, templates that can’t be used and feeds that can’t be fetched appear here.',
      detail: 'Issue',
      gone: 'This issue no longer exists.',
      openRun: 'Open run',
      clear: 'Clear issues',
      clearSure: (count: number) =>
        format.plural(count, { one: 'Delete # issue?', other: 'Delete all # issues?' }),
      clearYes: 'Delete',
      clearNo: 'Cancel',
      details: 'Details',
      code: 'Code',
    },

    event: {
      'run-start': ({ attempt }: Of<'run-start'>) => `Attempt ${format.number(attempt)} started`,
      'model-start': (model: string) => `Called ${model}`,
      'model-retry': ({ message, waitMs }: Of<'model-retry'>) =>
        `${message} Retrying in ${format.duration(waitMs)}`,
      'model-failed': (model: string, message: string) => `${model} failed: ${message}`,
      progress: ({ phase, done, total }: Of<'progress'>) =>
        `${{ reading: 'Reading', merging: 'Merging', folding: 'Folding', writing: 'Writing', checking: 'Checking', translating: 'Translating' }[phase]} ${done}/${total}`,
      'text-reset': ({ reason }: Of<'text-reset'>) =>
        `Text restarted (${{ fallback: 'next model', retry: 'retry', restart: 'new attempt', 'language-repair': 'wrong language' }[reason]})`,
      'fold-skipped': ({ characters, needed }: Of<'fold-skipped'>) =>
        `Nothing folded: ${format.number(characters)} of at least ${format.number(needed)} characters. The next fold includes these turns.`,
      verdict: ({ opinion: { state, reason } }: Of<'verdict'>) =>
        `Sentence ${{ supported: 'confirmed', contradicted: 'contradicted', 'not-found': 'not in the source', undecided: 'undecided' }[state]}${reason === '' ? '' : `: ${reason}`}`,
      paragraph: ({ text }: Of<'paragraph'>) =>
        text === null ? 'Paragraph not translated' : `Paragraph: ${text}`,
      'text-delta': ({ text }: Of<'text-delta'>) => `Text: ${text}`,
      'run-end': ({ message }: Of<'run-end'>) => (message === null ? 'Ended' : `Ended: ${message}`),
    },
  };
}

export type LaterStrings = ReturnType<typeof enLater>;
