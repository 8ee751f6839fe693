import type { KeyState } from '#schema/models/model-profile.ts';
import type { Settings } from '#schema/settings.ts';
import type { TemplateSummary } from '#schema/template.ts';
import type { Check, ClearStorageRequest, Health, StorageReport } from '#schema/wire.ts';
import type { Formats } from '#web/strings/formats.ts';
import { enAgents } from './agents.ts';
import { enModels } from './models.ts';

export function enSettings(format: Formats) {
  return {
    heading: 'Settings',
    sections: {
      models: 'Models',
      agents: 'Agents',
      summaries: 'Summaries',
      translation: 'Translation',
      tags: 'Tags',
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
      note: 'You have unsaved changes in Settings. They will be lost if you leave.',
      stay: 'Stay here',
      go: 'Leave without saving',
    },

    form: {
      save: 'Save',
      saving: 'Saving…',
      saved: 'Saved.',
      unsaved: 'Unsaved changes',
      discard: 'Discard changes',
      fix: 'Fix the highlighted field, then save again.',
      about: (label: string) => `About ${label}`,
      required: 'Required.',
      number: 'Enter a number.',
      whole: 'Enter a whole number.',
      address: 'Enter a URL that starts with http:// or https://.',
      characters: 'Contains characters that aren’t allowed.',
      over: (least: number) => `Enter a number greater than ${format.number(least)}.`,
      atLeast: (least: number) => `Enter ${format.number(least)} or more.`,
      atMost: (most: number) => `Enter ${format.number(most)} or less.`,
      tooLong: (most: number) => `Use at most ${format.number(most)} characters.`,
    },

    key: {
      none: 'No key',
      state: (key: KeyState) => {
        if (key.kind === 'none') return 'No key';
        if (key.kind === 'stored') return 'Key stored';
        return `Key from ${key.name} (${key.present ? 'set' : 'not set'})`;
      },
      enter: 'Enter a key',
      replace: 'Replace the key',
      remove: 'Remove the key',
      fromEnvironment: 'Use an environment variable',
      value: (label: string) => `${label}: value`,
      variable: (label: string) => `${label}: variable name`,
      placeholder: 'Stored encrypted and never shown again.',
      waits: (origin: string) =>
        `This key was entered for ${origin} and isn’t sent to the current URL. Enter it again to allow that.`,
    },

    models: enModels(format),

    agents: enAgents(format),

    summaries: {
      heading: 'Summaries',
      note: 'Defaults for new summaries. You can choose other values when you create one.',
      primary: 'Model',
      fallback: 'Fallback model',
      noFallback: 'None',
      ownTemplate: (id: string) => `${id} (yours)`,
      help: {
        language: 'The language of new summaries, whatever the language of the text.',
        detail: 'How much of the text a summary keeps.',
        primary: 'The model used first. Agents whose model is “Primary” use it too.',
        fallback: 'Used when the first model fails. Without a fallback, the error is shown.',
        template: 'The prompt used for summaries. Your own templates are listed under Templates.',
      },
      check: {
        heading: 'Check with a model',
        note: 'Rules check the numbers, dates, names and quotations of a summary. A model checks what its sentences say, such as free paraphrase, cause, or a summary in another language.',
        mode: 'Sentences to check automatically',
        modes: {
          off: 'Off',
          all: 'All sentences',
        } satisfies Record<Settings['check']['mode'], string>,
        model: 'Checking model',
        sameModels: 'Same as summaries',
        sameModelsNamed: (name: string) => `Same as summaries (${name})`,
        answers: 'How it answers',
        answerKinds: {
          auto: 'Automatic',
          list: 'All sentences in one call',
          'yes-no': 'Yes or no for each sentence',
        } satisfies Record<Settings['check']['answers'], string>,
        recipe:
          'For a small local checker: install Ollama, run “ollama pull bespoke-minicheck” (about 5 GB), and add a model profile for it.',
        recipeLink: 'Add a model',
        repair: 'Correct contradicted sentences automatically',
        repairModel: 'Correcting model',
        help: {
          mode: 'The model checks all sentences of each new summary in one more call. You can check any summary yourself at any time.',
          model: 'The model that checks. Another model than the one that wrote the summary finds more.',
          answers:
            'Fact-checking models such as MiniCheck only answer yes or no. Automatic recognizes them by name.',
          repair:
            'Once per summary. A correction is kept only if fewer sentences are contradicted, and you can bring back the text before.',
          repairModel: 'The model that rewrites contradicted sentences.',
        },
      },
    },

    translation: {
      heading: 'Translation',
      note: 'Defaults for new translations. You can choose another language when you translate an article.',
      help: {
        language: 'The language that articles are translated into.',
        primary: 'The model that translates. The offline model can’t.',
        fallback: 'Used when the first model fails.',
        template: 'The prompt used for translations. Your own templates are listed under Templates.',
      },
      glossary: {
        heading: 'Glossary',
        note: 'Terms to keep as they are, or to translate in a fixed way. Models are told about the terms in a text, and each paragraph is checked for them.',
        add: 'Add a term',
        empty: 'No terms yet.',
        any: 'Any language',
        all: 'All languages',
        term: 'Term',
        rule: 'Translation of the term',
        rules: { keep: 'Keep as is', render: 'Translate as' },
        keep: 'keep as is',
        rendering: 'Translation',
        from: 'From',
        to: 'Into',
        pair: (from: string, to: string) => `${from} → ${to}`,
        taken: 'This term is already in the glossary for these languages.',
        oneLanguage: 'Choose the language of the translation.',
        removed: (term: string) => `Removed “${term}”.`,
      },
    },

    templates: {
      heading: 'Templates',
      note: 'The prompts Precis sends to models. Open one to copy it to your folder and edit the copy, which then replaces it.',
      folder: 'Your folder',
      replaced: 'Yours, replaces built-in',
      unused: 'Not valid: built-in used',
      edit: 'Edit',
      origin: { builtin: 'Built in', user: 'Yours' } satisfies Record<TemplateSummary['origin'], string>,
      refused: (file: string) => `${file} is not used`,
      version: (version: string) => `version ${version}`,
      versionLabel: 'Version',
      hash: 'Content hash',
      inUse: 'In use',
      yours: 'Your file',
      builtinUsed: 'The built-in template',
      builtinMeanwhile: 'The built-in template, until your file is valid',
      nothingMeanwhile: 'Nothing, until your file is valid',
      path: 'Your file',
      copyPath: 'A copy goes to',
      copyPathAction: 'Copy path',
      pathCopied: 'Copied',
      copy: 'Copy to my folder',
      revert: 'Revert to built-in',
      reverted: 'Your copy was removed. The built-in template is used again.',
      undo: 'Undo',
      editorLabel: 'Edit template',
      text: 'Text',
      check: 'Check',
      valid: 'No problems found.',
      savedNote: 'Saved. Used from the next run on.',
      invalid: 'This text can’t be used',
      line: (line: number) => `Line ${line}`,
      goToLine: 'Go to line',
      required: 'Required placeholders',
      optional: 'Optional placeholders',
      defaults: 'Defaults',
      reload: 'Reload',
      preview: 'Preview',
      previewNote: 'What the model receives, with a short sample text.',
      raw: 'Template text',
    },

    spending: {
      heading: 'Spending',
      note: 'Calculated from the prices in your model profiles. This is not a bill.',
      paused: 'Automatic runs are paused',
      pausedNote:
        'You reached a cap. Runs you start yourself still work. Automatic runs resume the next day or month, or when you raise the cap.',
      caps: 'Caps',
      spent: { dailyCapUsd: 'Today', monthlyCapUsd: 'This month' },
      ofCap: (spent: string, cap: string) => `${spent} of ${cap}`,
      fields: { dailyCapUsd: 'Daily cap (US dollars)', monthlyCapUsd: 'Monthly cap (US dollars)' },
      help: 'Automatic summaries pause once this much is spent. Runs you start yourself are never stopped. Leave empty for no cap.',
      noCap: 'No cap',
      over: 'Spending over time',
      scale: 'Period',
      scales: {
        days: (count: number) => `${format.number(count)} days`,
        months: (count: number) => `${format.number(count)} months`,
      },
      chart: (cost: string, when: string) =>
        `Bar chart of spending. The highest is ${cost}, ${when}. The table below has all the numbers.`,
      chartEmpty: 'No spending in this period.',
      asTable: 'Show as a table',
      columns: { when: 'When', runs: 'Runs', tokens: 'Tokens', cost: 'Cost' },
      byModel: 'By model',
      byTask: 'By task',
      noModel: 'No model answered',
      unknown: 'unknown',
      unpriced: (count: number) =>
        format.plural(count, {
          one: '# run used a model without prices and is not included. Add prices to the model to count its future runs.',
          other:
            '# runs used models without prices and are not included. Add prices to the models to count their future runs.',
        }),
      empty: 'No spending yet.',
      emptyNext: 'The offline model is free. Costs appear here when a model with prices answers.',
    },

    storage: {
      heading: 'Storage',
      note: 'Precis keeps everything in one database.',
      size: (size: string, store: string) => `${size} in ${store}`,
      kinds: {
        summaries: 'Summaries',
        translations: 'Translations',
        runs: 'Runs',
        issues: 'Issues',
        entries: 'Entries',
        threads: 'Threads',
        messages: 'Messages',
        tags: 'Tags',
        images: 'Pictures',
      } satisfies Record<keyof StorageReport['counts'], string>,
      clearShort: 'Clear…',
      clearYes: 'Clear',
      cleared: (count: number) => `${format.number(count)} deleted`,
      clear: {
        summaries: {
          action: 'Clear summaries…',
          sure: (count: number) =>
            format.plural(count, { one: 'Delete # summary?', other: 'Delete all # summaries?' }),
          note: 'Articles and thread summaries are kept. This cannot be undone.',
        },
        translations: {
          action: 'Clear translations…',
          sure: (count: number) =>
            format.plural(count, { one: 'Delete # translation?', other: 'Delete all # translations?' }),
          note: 'Articles are kept. This cannot be undone.',
        },
        'finished-runs': {
          action: 'Clear finished runs…',
          sure: (count: number) =>
            format.plural(count, {
              one: 'Delete all finished runs? There is # run in total.',
              other: 'Delete all finished runs? There are # runs in total.',
            }),
          note: 'This deletes their records (model, outcome and cost), also from Spending. Runs whose summary or answer still exists are kept. This cannot be undone.',
        },
        issues: {
          action: 'Clear issues…',
          sure: (count: number) =>
            format.plural(count, { one: 'Delete # issue?', other: 'Delete all # issues?' }),
          note: 'Past problems are no longer listed. This cannot be undone.',
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
        summaryCap: 'Maximum summaries',
        translationCap: 'Maximum translations',
        runRetentionDays: 'Keep runs for (days)',
        issueRetentionDays: 'Keep issues for (days)',
      },
      help: {
        summaryCap: 'Above this number, the oldest article summaries are deleted.',
        translationCap: 'Above this number, the oldest translations are deleted.',
        runRetentionDays: 'Finished runs older than this are deleted. Their summaries are kept.',
        issueRetentionDays: 'Issues older than this are deleted.',
      },
      sessions: 'Coding sessions',
      sessionFields: {
        contextTokens: 'Context tokens',
        recallTokens: 'Tokens per prompt',
        retentionDays: 'Keep sessions for (days)',
      },
      sessionHelp: {
        contextTokens: 'Maximum tokens of earlier context given to a new session.',
        recallTokens: 'Maximum tokens from memory added to each prompt. Enter 0 to add none.',
        retentionDays: 'Sessions unused for this many days are deleted. Leave empty to keep them forever.',
      },
      forever: 'Forever',
      excluded: 'Projects that are not recorded',
      excludedHelp: 'Prompts, observations and summaries of these projects are not stored.',
      noneExcluded: 'None. Stop recording a project in the menu of its sessions.',
      include: 'Record again',
      includeName: (project: string) => `Record ${project} again`,
    },

    appearance: {
      heading: 'Appearance and language',
      note: 'Applies to this browser only.',
      articles: 'Articles',
      articlesNote: 'Applies to every browser that uses this server.',
      pictures: 'Pictures',
      pictureChoices: { on: 'Load', off: 'Don’t load' },
      picturesHelp:
        'This server fetches an article’s pictures as you scroll to them. Sites see the server’s address, not your browser.',
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
        'You’re signed in with the server’s token for 30 days. To sign in again, open Precis with ?token=… in the URL.',
      signOut: 'Sign out',
      signOutEverywhere: 'Sign out everywhere',
      diagnosisNote:
        'Checks the data folder, the database, the templates and the network, and asks each model in use for one word.',
      check: 'Run checks',
      checkAgain: 'Run again',
      checking: 'Checking…',
      states: { ok: 'OK', warning: 'Warning', failed: 'Failed' } satisfies Record<Check['state'], string>,
    },
  };
}
