import type { RecordKind, Session, SummaryFields } from '#schema/sessions/session.ts';
import type { ImportReport, QueuedAnswer } from '#schema/sessions/sessions-wire.ts';
import type { HitType } from '#web/sessions/sessions-search.ts';
import type { Formats } from '#web/strings/formats.ts';
import { enGrounding } from './grounding.ts';

type SkipReason = Extract<QueuedAnswer, { status: 'skipped' }>['reason'];

/** The words of Sessions: projects, timeline, search and context. */
export function enSessions(format: Formats) {
  return {
    heading: 'Sessions',
    loading: 'Loading…',
    back: 'Back to the timeline',
    more: 'Show more',
    resizeProjects: 'Width of the projects',
    resizeContext: 'Width of the context',

    projects: {
      heading: 'Projects',
      all: 'All projects',
      unnamed: 'Without a project',
      sessions: (count: number) => format.plural(count, { one: '# session', other: '# sessions' }),
      counts: (counts: { prompts: number; observations: number; summaries: number }) =>
        [
          format.plural(counts.prompts, { one: '# prompt', other: '# prompts' }),
          format.plural(counts.observations, { one: '# observation', other: '# observations' }),
          format.plural(counts.summaries, { one: '# summary', other: '# summaries' }),
        ].join(', '),
      menu: 'More for these sessions',
      exportAll: 'Export as JSONL',
      importFile: 'Import JSONL…',
      delete: 'Delete project…',
      deleteSure: (name: string) => `Delete everything of ${name}?`,
      deleteNote: (sessions: number) =>
        `${format.plural(sessions, { one: '# session goes', other: '# sessions go' })} with prompts, observations and summaries, and will no longer be remembered. This cannot be undone.`,
      deleteYes: 'Delete',
    },

    import: {
      heading: 'Import sessions',
      choose: 'Choose a file',
      hint: 'Lines of JSON, as the export writes them. What is here already stays as it is.',
      importing: 'Importing…',
      done: 'Done',
      close: 'Close',
      report: ({ added, known }: ImportReport) =>
        `${format.plural(added, { one: '# record added', other: '# records added' })}, ${format.number(known)} known already.`,
      refused: (count: number) =>
        format.plural(count, { one: '# line was refused:', other: '# lines were refused:' }),
      refusedLine: (line: number, reason: string) => `Line ${format.number(line)}: ${reason}`,
    },

    first: {
      heading: 'Let OpenCode remember',
      text: 'What you ask for, what was done and what was learned is kept here, summed up turn by turn, and told to your next session. What you put between <private> and </private> is never kept.',
      steps: {
        serve: 'Precis runs (it does now, since you see this page):',
        install: 'Put the plugin in place, for all your projects:',
        start: 'Work as you always do. The first prompt appears here by itself:',
      },
      copy: (command: string) => `Copy ${command}`,
      copied: 'Copied',
      or: 'Or take in sessions from another machine:',
      importFile: 'Import JSONL…',
    },

    timeline: {
      heading: 'Timeline',
      turn: (number: number) =>
        number === 0 ? 'Before the first prompt' : `Prompt ${format.number(number)}`,
      openSession: 'Open the session',
      privatePrompt: 'Private, not kept',
      observations: 'Observations',
      showObservations: (count: number) =>
        format.plural(count, { one: 'Show # more observation', other: 'Show # more observations' }),
      input: 'Input',
      output: 'Output',
      folder: 'Folder',
      nothing: 'Nothing',
      gone: 'It is no longer there.',
      showAll: 'Show all',
      showLess: 'Show less',
      summary: 'Session summary',
      openRun: 'Open the run',
      empty: 'Nothing is kept here.',
      emptyNext: 'It was deleted, or nothing has happened yet. What happens next appears by itself.',
      moreFailed: 'Older records could not be read.',
    },

    fields: {
      request: 'Request',
      investigated: 'Investigated',
      learned: 'Learned',
      completed: 'Completed',
      next_steps: 'Next steps',
      notes: 'Notes',
    } satisfies Record<keyof SummaryFields, string>,

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
      title: (startedAt: string) => `Session of ${startedAt}`,
      status: { active: 'Active', completed: 'Completed' } satisfies Record<Session['status'], string>,
      prompts: (count: number) => format.plural(count, { one: '# prompt', other: '# prompts' }),
      gone: 'This session is no longer there.',
      goneNext: 'It was deleted, or the address is wrong.',
      delete: 'Delete session…',
      deleteSure: 'Delete this session?',
      deleteNote:
        'Its prompts, observations and summaries go, and will no longer be remembered. This cannot be undone.',
      deleteYes: 'Delete',
      summarize: 'Summarize now',
      summarizing: 'Summarizing…',
      stop: 'Stop',
      upToDate: 'Nothing new since the last summary.',
      skipped: {
        private: 'The newest prompt is private: its turn is not summarized.',
        empty: 'There is nothing to summarize yet.',
        summarized: 'This turn already has a summary.',
      } satisfies Record<SkipReason, string>,
      failed: 'The summary failed.',
      openRun: 'Open the run',
    },

    search: {
      type: 'What',
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
      results: 'Found in sessions',
      none: 'Nothing found.',
      noneNext: 'Try fewer or other words, or another project or time.',
    },

    kinds: {
      prompt: 'Prompt',
      observation: 'Observation',
      summary: 'Summary',
    } satisfies Record<RecordKind, string>,

    grounding: {
      ...enGrounding(format, { name: 'the session', says: 'says' }),
      sentences: 'Sentences: arrow keys go from one to the next',
    },

    context: {
      heading: 'Context',
      note: (project: string) => `What the next session in ${project} is told when it begins.`,
      noteAll: 'What a session without a project is told when it begins.',
      tokens: (tokens: number, budget: number) =>
        `${format.number(tokens)} of ${format.number(budget)} tokens`,
      copy: 'Copy',
      copied: 'Copied',
      copyFailed: 'The browser does not allow copying here; select the text instead.',
      empty: 'Nothing is told yet.',
      emptyNext: 'It fills with the first prompts and summaries.',
      show: 'Show the context',
      hide: 'Hide the context',
    },
  };
}
