import type { Agent, AgentPart, MemoryPolicyName } from '#schema/models/agent.ts';
import type { Formats } from '#web/strings/formats.ts';

type ValueOrigin = Agent['effective']['summarizer']['model']['from'];

export function enAgents(format: Formats) {
  return {
    heading: 'Agents',
    note: 'An agent answers in a Space. It sets the model, how much of a thread is sent word for word, and what summarizes the rest.',
    add: 'New agent',
    gone: (id: string) => `Agent “${id}” no longer exists.`,
    isDefault: 'Default',
    primary: (name: string) => `Primary (${name})`,
    noSummarizer: 'Summarizes with its own model',
    ownSummarizer: 'Has its own summarizer',
    keyWaits: 'A key needs your confirmation before it is sent to another URL.',
    exportShort: 'Export',
    exportOne: (name: string) => `Export ${name}`,
    exported: (keysLeftOut: number) =>
      keysLeftOut === 0
        ? 'Exported.'
        : format.plural(keysLeftOut, {
            one: 'Exported, without the stored key.',
            other: 'Exported, without the # stored keys.',
          }),
    resetShort: 'Reset',
    reset: (name: string) => `Reset ${name}`,
    resetSure: (name: string) => `Reset ${name}?`,
    resetNote:
      'The default agent returns to its original settings and answers with the primary model, also in existing threads. Its keys are deleted.',
    removeSure: (name: string) => `Remove ${name}?`,
    removeNote: 'Its keys are deleted too. Messages it wrote stay.',
    replaceBy: (spaces: string[]) =>
      `${format.plural(spaces.length, { one: 'One Space uses it', other: '# Spaces use it' })}: ${spaces.map((name) => `“${name}”`).join(', ')}. Threads there are sent to the agent you choose.`,
    replacement: 'Replacement',
    chooseReplacement: 'Choose an agent…',
    afterReset: (name: string) => `${name}, reset`,
    importShort: 'Import',
    importFile: 'Agent file',
    importTitle: (file: string) => `Import ${file}`,
    importFound: (name: string) => `The file contains the agent “${name}”.`,
    importReplaces: (name: string) => `It replaces ${name}. Keys that aren’t in the file are kept.`,
    importYes: 'Import',
    importReplace: 'Replace',
    importCancel: 'Cancel',
    importNotJson: 'The file is not valid JSON.',
    importRefused: 'The file does not contain an agent.',
    idTaken: 'An agent with this ID already exists.',
    idForm: 'Use lowercase letters, digits and “-”.',
    notJson: 'This is not valid JSON.',

    coding: {
      heading: 'Coding agents',
      note: 'Claude Code, Codex, Cursor and others that use the tools of Precis.',
      articles: 'Your articles',
      choices: { on: 'May read', off: 'May not read' },
      help: 'Lets them search and read your articles, with summaries, checks and tags, and send them to their model’s provider. An agent that is running sees the tools once it connects again.',
    },

    llm: 'Model',
    llmNote: 'The model that answers.',
    summarizer: 'Summarizer',
    summarizerNote: 'The model that summarizes older turns. Each empty field has its own fallback.',
    memory: 'Memory',
    memoryNote:
      'How much of a thread is sent word for word, and when older turns are folded into the summary.',
    autonomy: 'Autonomy',
    autonomyNote: 'Precis stores and validates this for other programs. It has no effect in Precis itself.',

    asAgent: 'Same as agent',
    anotherModel: 'Another model…',
    anotherModelName: (label: string) => `${label}: name`,
    anotherModelPlaceholder: 'The model’s name at the URL entered here',
    summarizerModelPlaceholder: 'The model’s name, for example gpt-5-mini',
    profilesOwn: 'Same as model profile',
    profileKey: 'The model profile’s key',
    onlyTurns: 'Count turns only',
    saveToTest: 'Save to test the connection.',
    test: { llm: 'Test the model', summarizer: 'Test the summarizer' } satisfies Record<AgentPart, string>,

    effective: (value: string, origin: string) => `${value} — ${origin}`,
    from: {
      summarizer: 'set here',
      llm: 'from the agent’s model',
      profile: 'from the model profile',
      default: 'default',
    } satisfies Record<ValueOrigin, string>,
    unset: {
      model: 'No model',
      temperature: 'Provider default',
      tokenBudget: 'None',
      timeoutMs: 'None',
      apiBase: 'Provider’s default URL',
    },

    keyMissing: 'A key is missing.',
    keyMissingTitle: {
      llm: 'The model’s key is missing',
      summarizer: 'The summarizer’s key is missing',
    } satisfies Record<AgentPart, string>,
    keyVariable: (name: string, origin: string) =>
      `The key for ${origin} is read from the variable ${name}, which is not set. Set it and restart Precis, or enter a key.`,
    keyLeft: (origin: string) =>
      `No key is set for ${origin}, and the key of the agent’s model is not sent there. Enter a key for the summarizer if that server needs one.`,
    originTitle: {
      llm: 'The model’s key needs your confirmation',
      summarizer: 'The summarizer’s key needs your confirmation',
    } satisfies Record<AgentPart, string>,
    origin: (givenFor: string, wouldGoTo: string) =>
      `The key was entered for ${givenFor} and would be sent to ${wouldGoTo}.`,
    originNext:
      'Nothing is sent there with this key until you allow it or enter a separate key for this URL.',
    originConfirm: (origin: string) => `Send this key to ${origin}`,

    policies: {
      adaptive: {
        name: 'Adaptive',
        note: 'Six turns before the first summary, four after it. Folds one turn at a time.',
      },
      batched: {
        name: 'Batched',
        note: 'Folds rarely, many turns at once, with far fewer summarizer calls.',
      },
      segments: {
        name: 'Segments',
        note: 'Like Batched, but each fold adds a part that is never rewritten. Facts stay unchanged, and providers can reuse their cache.',
      },
      frugal: {
        name: 'Frugal',
        note: 'Like Segments, with short parts. Also folds after a pause of an hour, when the provider’s cache is gone anyway. Usually costs least.',
      },
    } satisfies Record<MemoryPolicyName, { name: string; note: string }>,

    fields: {
      name: 'Name',
      id: 'ID',
      description: 'Description',
      systemPrompt: 'System prompt',
      model: 'Model',
      temperature: 'Temperature',
      maxOutputTokens: 'Maximum output tokens',
      tokenBudget: 'Token budget',
      timeoutMs: 'Summary timeout (ms)',
      policy: 'Policy',
      hotPathTokenBudget: 'Window token budget',
      hotPathMarginPct: 'Margin (%)',
      recentMessageFloor: 'Recent messages always sent',
      autonomy: 'Autonomy (JSON)',
    },
    help: {
      name: 'The agent’s name in Spaces.',
      id: 'Identifies the agent in Spaces, files and the command line. It cannot be changed later.',
      description: 'A note to yourself about what the agent is for.',
      systemPrompt: 'Sent to the model before everything else. The Space’s custom instructions follow it.',
      model:
        'A model profile, the primary model from Settings (whichever it is at the time), or a model’s name at the URL entered here.',
      temperature: 'From 0 (always the most likely word) to 2. Leave empty to use the model profile’s value.',
      maxOutputTokens:
        'The most the model may write in one answer. Leave empty to use the model profile’s value.',
      apiBase: 'Calls the model at a different URL than its profile.',
      apiKey:
        'A key for this agent only. It is never shown again, and is sent only to the URL it was entered for.',
      summarizerModel:
        'A cheaper model for the summary: a model profile, or another model’s name. A name alone uses the provider, URL and key of the agent’s model profile.',
      summarizerTemperature:
        'Leave empty for 0, whatever the agent’s temperature. Summaries should not be inventive.',
      tokenBudget:
        'The most one summarizer call reads. Longer input is read in parts, in order; nothing is cut.',
      timeoutMs:
        'Summaries are updated between messages. If you send a message sooner, it waits at most this long for the update, then is sent with all live messages.',
      summarizerApiBase: 'Calls the summarizer at a different URL. Leave empty to use the agent’s URL.',
      summarizerApiKey: 'A key for the summarizer only. “Same as agent” uses the agent’s key.',
      policy: 'When older turns leave the window and are folded into the summary.',
      hotPathTokenBudget:
        'When the live turns exceed this, older ones are folded even if there are few. Leave empty to count turns only.',
      hotPathMarginPct: 'The share of the budget kept free, because token counts are not exact.',
      recentMessageFloor:
        'This many of the newest messages are always sent word for word, however large they are.',
      autonomy:
        'Whether and how the agent may act on its own, for programs that read this. Leave empty for none.',
    },
  };
}
