import type { KeyState } from '#schema/models/model-profile.ts';
import type { TemplateSummary } from '#schema/template.ts';
import type { Check, ClearStorageRequest, Health, StorageReport } from '#schema/wire.ts';
import type { Formats } from '#web/strings/formats.ts';
import { enAgents } from './agents.ts';
import { enModels } from './models.ts';

/** The words of Settings. */
export function enSettings(format: Formats) {
  return {
    heading: 'Settings',
    loading: 'Loading…',
    sections: {
      models: 'Models',
      agents: 'Agents',
      summaries: 'Summaries',
      templates: 'Templates',
      spending: 'Spending',
      storage: 'Storage',
      appearance: 'Appearance',
      about: 'About',
    },
    edit: (name: string) => `Edit ${name}`,
    editShort: 'Edit',
    remove: (name: string) => `Remove ${name}`,
    removeShort: 'Remove',

    leave: {
      title: 'Leave without saving?',
      note: 'Some of what you changed in Settings is not saved. It is lost when you leave.',
      stay: 'Stay here',
      go: 'Leave without saving',
    },

    form: {
      save: 'Save',
      saving: 'Saving…',
      saved: 'Saved.',
      unsaved: 'Not saved yet',
      discard: 'Discard changes',
      mend: 'Mend the marked field, then save again.',
      about: (label: string) => `About ${label}`,
      required: 'This is needed.',
      number: 'Give a number.',
      whole: 'Give a whole number.',
      address: 'Give an address that begins with http:// or https://.',
      characters: 'It holds characters that are not allowed here.',
      over: (least: number) => `Give more than ${format.number(least)}.`,
      atLeast: (least: number) => `Give at least ${format.number(least)}.`,
      atMost: (most: number) => `Give at most ${format.number(most)}.`,
      tooLong: (most: number) => `Give at most ${format.number(most)} characters.`,
    },

    key: {
      none: 'No key',
      state: (key: KeyState) => {
        if (key.kind === 'none') return 'No key';
        if (key.kind === 'stored') return 'Key stored';
        return `Key from ${key.name} (${key.present ? 'set' : 'not set'})`;
      },
      enter: 'Enter a key',
      replace: 'Replace it with another key',
      remove: 'Remove the key',
      fromEnvironment: 'From an environment variable',
      value: (label: string) => `${label}: value`,
      variable: (label: string) => `${label}: name of the variable`,
      placeholder: 'It is stored encrypted and never shown again.',
      waits: (origin: string) =>
        `The key was given for ${origin} and is not sent to the present address. Enter it again to allow that.`,
    },

    models: enModels(),

    agents: enAgents(format),

    summaries: {
      heading: 'Summaries',
      note: 'What a new summary is made with, unless you choose otherwise where you make it.',
      primary: 'Model',
      fallback: 'Fallback model',
      noFallback: 'None',
      ownTemplate: (id: string) => `${id} (yours)`,
      help: {
        language: 'The language that summaries are written in, whatever the language of the text.',
        detail: 'How much of the text a summary keeps.',
        primary: 'The model that is asked first. Agents with the model “Primary” talk through it as well.',
        fallback: 'Asked when the first model fails. Without one, a failure is shown as it is.',
        template:
          'The prompt that summaries are made with. Templates of your own are listed under Templates.',
      },
    },

    templates: {
      heading: 'Templates',
      note: 'The prompts that Precis sends. A YAML file in the folder “templates” of your data folder adds one, or replaces the built-in one with the same id.',
      origin: { builtin: 'Built in', user: 'Yours' } satisfies Record<TemplateSummary['origin'], string>,
      refused: (file: string) => `${file} is not used`,
      version: (version: string) => `version ${version}`,
      versionLabel: 'Version',
      hash: 'Content hash',
      file: 'File',
      required: 'Needs',
      optional: 'May use',
      defaults: 'Defaults',
      reload: 'Reload',
      preview: 'Preview',
      previewNote: 'What a model is sent, with a short sample text.',
      previewFailed: 'This template cannot be used as it is',
      raw: 'As it stands in the file',
    },

    spending: {
      heading: 'Spending',
      note: 'Counted from the prices of your model profiles. Nothing here is a bill.',
      paused: 'Automatic runs are paused',
      pausedNote:
        'A cap is reached. What you start by hand goes on; the rest begins again with the next day or month, or with a higher cap.',
      caps: 'Caps',
      spent: { dailyCapUsd: 'Today', monthlyCapUsd: 'This month' },
      ofCap: (spent: string, cap: string) => `${spent} of ${cap}`,
      fields: { dailyCapUsd: 'Daily cap, in US dollars', monthlyCapUsd: 'Monthly cap, in US dollars' },
      help: 'When so much is spent, automatic summaries pause. Runs that you start by hand are never stopped. Empty: no cap.',
      noCap: 'No cap',
      over: 'What was spent',
      scale: 'Period',
      scales: {
        days: (count: number) => `${format.number(count)} days`,
        months: (count: number) => `${format.number(count)} months`,
      },
      chart: (cost: string, when: string) =>
        `Bars of what was spent. The highest is ${cost}, ${when}. The table below has all numbers.`,
      chartEmpty: 'Nothing was spent in this period.',
      asTable: 'Show as a table',
      columns: { when: 'When', runs: 'Runs', tokens: 'Tokens', cost: 'Cost' },
      byModel: 'By model',
      byTask: 'By task',
      noModel: 'No model answered',
      unknown: 'not known',
      unpriced: (count: number) =>
        format.plural(count, {
          one: '# run of a model without prices is not in these sums. Give the model its prices to have it counted from then on.',
          other:
            '# runs of models without prices are not in these sums. Give the models their prices to have them counted from then on.',
        }),
      empty: 'Nothing was spent.',
      emptyNext: 'The offline model is free. When a model with prices answers, its cost is shown here.',
    },

    storage: {
      heading: 'Storage',
      note: 'Everything is kept in one database of your own.',
      size: (size: string, store: string) => `${size} in ${store}`,
      kinds: {
        summaries: 'Summaries',
        runs: 'Runs',
        issues: 'Issues',
        entries: 'Entries',
        threads: 'Threads',
        messages: 'Messages',
        images: 'Pictures',
      } satisfies Record<keyof StorageReport['counts'], string>,
      clearShort: 'Clear…',
      clearYes: 'Clear',
      cleared: (count: number) => `${format.number(count)} removed`,
      clear: {
        summaries: {
          action: 'Clear summaries…',
          sure: (count: number) =>
            format.plural(count, { one: 'Remove # summary?', other: 'Remove all # summaries?' }),
          note: 'The articles stay, and so do the summaries of threads. It cannot be undone.',
        },
        'finished-runs': {
          action: 'Clear finished runs…',
          sure: (count: number) =>
            format.plural(count, {
              one: 'Remove # run, if it has ended?',
              other: 'Remove the runs that have ended, of # in all?',
            }),
          note: 'Their records go: which model was asked, how it ended and what it cost, in Spending too. A run whose summary or answer is still kept stays with it. It cannot be undone.',
        },
        issues: {
          action: 'Clear issues…',
          sure: (count: number) =>
            format.plural(count, { one: 'Remove # issue?', other: 'Remove all # issues?' }),
          note: 'What went wrong so far is no longer listed. It cannot be undone.',
        },
        images: {
          action: 'Clear pictures…',
          sure: (count: number) =>
            format.plural(count, { one: 'Delete # picture?', other: 'Delete all # pictures?' }),
          note: 'Pictures are fetched again when you open their articles.',
        },
      } satisfies Record<ClearStorageRequest['what'], unknown>,
      limits: 'Limits',
      fields: {
        summaryCap: 'Summaries kept',
        runRetentionDays: 'Days that runs are kept',
        issueRetentionDays: 'Days that issues are kept',
      },
      help: {
        summaryCap: 'When there are more, the oldest summaries of articles are removed.',
        runRetentionDays: 'Finished runs older than this are removed. Their summaries stay.',
        issueRetentionDays: 'Issues older than this are removed.',
      },
      sessions: 'Coding sessions',
      sessionFields: {
        contextTokens: 'Tokens of context',
        retentionDays: 'Days that sessions are kept',
      },
      sessionHelp: {
        contextTokens: 'What a new session is told of the earlier ones takes at most so many.',
        retentionDays: 'Sessions that were not used for so long are removed. Empty: they are kept for ever.',
      },
      forEver: 'For ever',
    },

    appearance: {
      heading: 'Appearance and language',
      note: 'For this browser only.',
      articles: 'Articles',
      articlesNote: 'For every browser that uses this server.',
      pictures: 'Pictures',
      pictureChoices: { on: 'Load', off: 'Don’t load' },
      picturesHelp:
        'This server fetches the pictures of an article as you scroll to them. Sites see its address, not your browser.',
    },

    about: {
      heading: 'About and diagnostics',
      version: 'Version',
      store: 'Database',
      stores: { sqlite: 'SQLite, embedded', postgres: 'PostgreSQL' } satisfies Record<
        Health['store'],
        string
      >,
      startedAt: 'Running since',
      diagnosis: 'Diagnostics',
      login: 'This browser',
      loginNote:
        'You are signed in with the server’s token for 30 days. To sign in again, open Precis with ?token=… in the address.',
      signOut: 'Sign out',
      signOutEverywhere: 'Sign out everywhere',
      diagnosisNote:
        'Looks at the data folder, the database, the templates and the network, and asks each model in use for one word.',
      check: 'Run the checks',
      checkAgain: 'Run them again',
      checking: 'Checking…',
      states: { ok: 'In order', warning: 'Warning', failed: 'Failed' } satisfies Record<
        Check['state'],
        string
      >,
    },
  };
}
