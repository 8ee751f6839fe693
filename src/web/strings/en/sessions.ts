import type { ImportReport } from '#schema/sessions/export-wire.ts';
import type { SearchMeaning } from '#schema/sessions/meaning-wire.ts';
import type { RecordKind, Session, SummaryFields } from '#schema/sessions/session.ts';
import type { QueuedAnswer } from '#schema/sessions/sessions-wire.ts';
import type { HitType } from '#web/sessions/sessions-search.ts';
import type { Formats } from '#web/strings/formats.ts';
import { enAudit, enGiven } from './given.ts';
import { enGrounding } from './grounding.ts';
import { enMemories } from './memories.ts';

type SkipReason = Extract<QueuedAnswer, { status: 'skipped' }>['reason'];

export function enSessions(format: Formats) {
  return {
    heading: 'Sessions',
    back: 'Back to timeline',
    resizeProjects: 'Projects width',
    resizeContext: 'Context width',
    /** Separators of a list of names: between names, and before the last one. */
    anyOf: { comma: ', ', last: ' or ' },

    projects: {
      heading: 'Projects',
      all: 'All projects',
      unnamed: 'No project',
      sessions: (count: number) => format.plural(count, { one: '# session', other: '# sessions' }),
      counts: (counts: { prompts: number; observations: number; summaries: number }) =>
        [
          format.plural(counts.prompts, { one: '# prompt', other: '# prompts' }),
          format.plural(counts.observations, { one: '# observation', other: '# observations' }),
          format.plural(counts.summaries, { one: '# summary', other: '# summaries' }),
        ].join(', '),
      menu: 'More options for these sessions',
      exportAll: 'Export as JSONL',
      importFile: 'Import JSONL…',
      failed: 'That didn’t work',
      exclude: 'Stop recording this project',
      include: 'Record this project again',
      excluded: 'Not recorded',
      recallOff: 'Stop adding memory to prompts',
      recallOn: 'Add memory to prompts again',
      delete: 'Delete project…',
      deleteSure: (name: string) => `Delete everything in ${name}?`,
      deleteNote: (sessions: number) =>
        `${format.plural(sessions, { one: '# session is deleted', other: '# sessions are deleted' })} with all prompts, observations and summaries, and will no longer be remembered. This cannot be undone.`,
      deleteYes: 'Delete',
    },

    import: {
      heading: 'Import sessions',
      choose: 'Choose a file',
      hint: 'A JSONL file written by the export. Existing records are not changed.',
      fromClients: (clients: string) => `To import past sessions of ${clients} on this machine, run:`,
      importing: 'Importing…',
      done: 'Done',
      close: 'Close',
      report: ({ added, known }: ImportReport) =>
        `${format.plural(added, { one: '# record added', other: '# records added' })}, ${format.number(known)} already here.`,
      refused: (count: number) =>
        format.plural(count, { one: '# line was rejected:', other: '# lines were rejected:' }),
      refusedLine: (line: number, reason: string) => `Line ${format.number(line)}: ${reason}`,
    },

    first: {
      heading: 'Give OpenCode a memory',
      text: 'Precis keeps what you asked for, what was done and what was learned, summarizes it turn by turn, and passes it to your next session. Text between <private> and </private> is never stored.',
      steps: {
        serve: 'Start Precis (it is already running, since you see this page):',
        install: 'Install the plugin for all your projects:',
        start: 'Work as usual. Your first prompt appears here automatically:',
      },
      copy: (command: string) => `Copy ${command}`,
      copied: 'Copied',
      past: (clients: string) => `Start with what you already did: import past sessions of ${clients}.`,
      or: 'Or import sessions from another machine:',
      importFile: 'Import JSONL…',
      memory: 'Tell every session what to keep to:',
      openMemory: 'Open Memory',
    },

    timeline: {
      heading: 'Timeline',
      searchPlaceholder: 'Search sessions',
      turn: (number: number) =>
        number === 0 ? 'Before the first prompt' : `Prompt ${format.number(number)}`,
      turns: (count: number) => format.plural(count, { one: '# turn', other: '# turns' }),
      span: (from: string, to: string) => `${from}–${to}`,
      openSession: 'Open session',
      privatePrompt: 'Private, not stored',
      observations: 'Observations',
      showObservations: (count: number) =>
        format.plural(count, { one: 'Show # more observation', other: 'Show # more observations' }),
      input: 'Input',
      output: 'Output',
      folder: 'Folder',
      nothing: 'Nothing',
      gone: 'It no longer exists.',
      showAll: 'Show all',
      showLess: 'Show less',
      summary: 'Session summary',
      openRun: 'Open run',
      empty: 'Nothing here.',
      emptyNext: 'It was deleted, or nothing has happened yet. New activity appears here automatically.',
      emptyFiltered: 'No records match these filters.',
      emptyFilteredNext: 'Choose another day, type or project, or clear the filters.',
      moreFailed: 'Older records could not be loaded.',
    },

    activity: {
      heading: 'Activity',
      bars: 'Days with records: use arrow keys to move between them',
      total: (count: number) =>
        `${format.plural(count, { one: '# record', other: '# records' })} in the last 8 weeks`,
      none: 'No records in the last 8 weeks',
      to: ' to ',
      bar: (days: string, counts: string) => `${days}: ${counts}`,
    },

    fields: {
      request: 'Request',
      investigated: 'Investigated',
      learned: 'Learned',
      completed: 'Completed',
      next_steps: 'Next steps',
      notes: 'Notes',
    } satisfies Record<keyof SummaryFields, string>,

    changes: {
      files: (count: number) => format.plural(count, { one: '# file changed', other: '# files changed' }),
      commands: (count: number) => format.plural(count, { one: '# command', other: '# commands' }),
      failed: (count: number) => `${format.number(count)} failed`,
      read: (count: number) => format.plural(count, { one: '# file read', other: '# files read' }),
      root: 'Project folder',
      actions: { created: 'Created', changed: 'Changed', deleted: 'Deleted' },
      lines: (added: number, removed: number) =>
        `${format.plural(added, { one: '# line added', other: '# lines added' })}, ${format.number(removed)} removed`,
      edit: (time: string) => `Edit at ${time}`,
      exit: (code: number) => `exit ${code}`,
      same: (count: number) => format.plural(count, { one: '# unchanged line', other: '# unchanged lines' }),
      showLines: (count: number) =>
        format.plural(count, { one: 'Show # more line', other: 'Show # more lines' }),
      more: (count: number) => `Show ${format.number(count)} more`,
      partial: 'Older turns are not included yet.',
      loadOlder: 'Load older turns',
      none: 'No changes recorded.',
      noneNext: 'Edited files and commands appear here as soon as a tool uses them.',
    },

    record: {
      delete: {
        prompt: 'Delete this prompt',
        observation: 'Delete this observation',
        summary: 'Delete this summary',
      } satisfies Record<RecordKind, string>,
      deleteSure: {
        prompt: 'Delete this prompt?',
        observation: 'Delete this observation?',
        summary: 'Delete this summary?',
      } satisfies Record<RecordKind, string>,
      deleteNote: 'It will no longer be found or remembered. This cannot be undone.',
      deleteYes: 'Delete',
    },

    session: {
      heading: 'Session',
      title: (startedAt: string) => `Session from ${startedAt}`,
      status: { active: 'Active', completed: 'Completed' } satisfies Record<Session['status'], string>,
      prompts: (count: number) => format.plural(count, { one: '# prompt', other: '# prompts' }),
      gone: 'This session no longer exists.',
      goneNext: 'It was deleted, or the URL is wrong.',
      view: 'View',
      views: { turns: 'Turns', changes: 'Changes' },
      delete: 'Delete session…',
      deleteSure: 'Delete this session?',
      deleteNote:
        'Its prompts, observations and summaries are deleted and will no longer be remembered. This cannot be undone.',
      deleteYes: 'Delete',
      summarize: 'Summarize now',
      summarizing: 'Summarizing…',
      stop: 'Stop',
      upToDate: 'Nothing new since the last summary.',
      skipped: {
        private: 'The newest prompt is private, so its turn is not summarized.',
        empty: 'There is nothing to summarize yet.',
        summarized: 'This turn already has a summary.',
        excluded: 'This project is not recorded.',
      } satisfies Record<SkipReason, string>,
      failed: 'The summary failed.',
      openRun: 'Open run',
    },

    search: {
      type: 'Type',
      types: {
        observations: 'Observations',
        sessions: 'Summaries',
        prompts: 'Prompts',
      } satisfies Record<HitType, string>,
      anyType: 'Everything',
      project: 'Project',
      from: 'From',
      to: 'To',
      clear: 'Clear filters',
      results: 'Matching records',
      none: 'No results.',
      noneNext: 'Try fewer or different words, or another project or date range.',
      unindexed: (count: number) =>
        format.plural(count, {
          one: '# older record is still being indexed and was not searched.',
          other: '# older records are still being indexed and were not searched.',
        }),
      meaning: {
        slow: 'Found by words only: the embedding model didn’t answer in time. Search again.',
        failed: 'Found by words only: search by meaning failed. See Settings, Models.',
        unavailable: 'Found by words only: the database can’t compare vectors.',
      } satisfies Partial<Record<SearchMeaning, string>>,
    },

    kinds: {
      prompt: 'Prompt',
      observation: 'Observation',
      summary: 'Summary',
    } satisfies Record<RecordKind, string>,

    grounding: {
      ...enGrounding(format, { name: 'the session', says: 'says' }),
      sentences: 'Sentences: use arrow keys to move between them',
    },

    memories: enMemories,
    given: enGiven(format),
    audit: enAudit(format),

    language: {
      choose: 'Summary language…',
      heading: 'Summary language',
      label: 'Language',
      ofPrompts: 'Same as the prompts',
      hint: 'New summaries of this project that a model writes are in this language. The offline model quotes sentences and keeps their language.',
      save: 'Save',
      cancel: 'Cancel',
    },

    context: {
      heading: 'Context',
      note: (project: string) => `What the next session in ${project} receives when it starts.`,
      noteAll: 'What a session without a project receives when it starts.',
      tokens: (tokens: number, budget: number) =>
        `${format.number(tokens)} of ${format.number(budget)} tokens`,
      bar: (tokens: number, budget: number) =>
        `Token budget: ${format.number(tokens)} of ${format.number(budget)} used`,
      parts: {
        memories: 'Memory',
        summaries: 'Summaries',
        prompts: 'Prompts without a summary',
        frame: 'Introduction and dates',
      },
      share: (part: string, tokens: number, percent: number) =>
        `${part}: ${format.plural(tokens, { one: '# token', other: '# tokens' })}, ${format.number(percent)}% of the budget`,
      count: (tokens: number) => format.plural(tokens, { one: '# token', other: '# tokens' }),
      free: 'Free',
      copy: 'Copy',
      copied: 'Copied',
      copyFailed: 'Your browser blocked copying. Select the text and copy it instead.',
      empty: 'No context yet.',
      emptyNext: 'Context builds up with your first prompts and summaries.',
      show: 'Show context',
      hide: 'Hide context',
    },
  };
}
