import type { Agent, AgentPart, MemoryPolicyName } from '#schema/models/agent.ts';
import type { Formats } from '#web/strings/formats.ts';

type ValueOrigin = Agent['effective']['summarizer']['model']['from'];

/** The words of the agents. */
export function enAgents(format: Formats) {
  return {
    heading: 'Agents',
    note: 'An agent answers in a Space: its model, how much of a thread it remembers word for word, and who keeps the summary of the rest.',
    add: 'New agent',
    gone: (id: string) => `There is no agent “${id}” any more.`,
    isDefault: 'Default',
    primary: (name: string) => `Primary (${name})`,
    noSummarizer: 'Summarizes by its own model',
    ownSummarizer: 'Has its own summarizer',
    keyWaits: 'A key waits for your word before it is sent to another address.',
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
    resetNote: 'The default agent becomes what it was at first. Its keys are removed.',
    removeSure: (name: string) => `Remove ${name}?`,
    removeNote: 'Its keys are removed as well. Spaces that use it go on with the default agent.',
    importShort: 'Import',
    importFile: 'File of an agent',
    importTitle: (file: string) => `Import ${file}`,
    importFound: (name: string) => `The file holds the agent “${name}”.`,
    importReplaces: (name: string) => `It replaces ${name}. A key that the file leaves out stays as it is.`,
    importYes: 'Import',
    importReplace: 'Replace',
    importCancel: 'Cancel',
    importNotJson: 'The file is not valid JSON.',
    importRefused: 'The file is not an agent.',
    idTaken: 'There is an agent of this id already.',
    idForm: 'Use small letters, digits and “-”.',
    notJson: 'This is not valid JSON.',

    llm: 'Model',
    llmNote: 'Who answers.',
    summarizer: 'Summarizer',
    summarizerNote:
      'Who keeps the summary of older turns. Each field that you leave empty falls back on its own.',
    memory: 'Memory',
    memoryNote:
      'How much of a thread is sent word for word, and when older turns are folded into the summary.',
    autonomy: 'Autonomy',
    autonomyNote: 'Precis keeps and checks this for programs that act by it; it does nothing here itself.',

    asAgent: 'As the agent',
    anotherModel: 'Another model…',
    anotherModelName: (label: string) => `${label}: name`,
    anotherModelPlaceholder: 'The model’s name at the address given here',
    summarizerModelPlaceholder: 'The model’s name, for example gpt-5-mini',
    profilesOwn: 'As the model profile',
    profileKey: 'The model profile’s key',
    onlyTurns: 'Only turns count',
    saveToTest: 'Save to test the connection.',
    test: { llm: 'Test the model', summarizer: 'Test the summarizer' } satisfies Record<AgentPart, string>,

    effective: (value: string, origin: string) => `${value} — ${origin}`,
    from: {
      summarizer: 'set here',
      llm: 'from the agent’s model',
      profile: 'from the model profile',
      default: 'by default',
    } satisfies Record<ValueOrigin, string>,
    unset: {
      model: 'No model',
      temperature: 'The provider’s own',
      tokenBudget: 'None',
      timeoutMs: 'None',
      apiBase: 'The provider’s address',
    },

    originTitle: {
      llm: 'The model’s key waits for your word',
      summarizer: 'The summarizer’s key waits for your word',
    } satisfies Record<AgentPart, string>,
    origin: (givenFor: string, wouldGoTo: string) =>
      `The key was given for ${givenFor}, and would be sent to ${wouldGoTo}.`,
    originNext:
      'Nothing is sent there with this key until you allow it, or give this address a key of its own.',
    originConfirm: (origin: string) => `Send this key to ${origin}`,

    policies: {
      adaptive: {
        name: 'Adaptive',
        note: 'Six turns before the first summary, four after it; folds one turn at a time.',
      },
      batched: {
        name: 'Batched',
        note: 'Folds rarely, many turns at once: far fewer calls of the summarizer.',
      },
      segments: {
        name: 'Segments',
        note: 'As batched, but each fold adds a part that is never rewritten: facts stay as they were, and providers can reuse their cache.',
      },
    } satisfies Record<MemoryPolicyName, { name: string; note: string }>,

    fields: {
      name: 'Name',
      id: 'Id',
      description: 'Description',
      systemPrompt: 'System prompt',
      model: 'Model',
      temperature: 'Temperature',
      maxOutputTokens: 'Longest answer, in tokens',
      tokenBudget: 'Token budget',
      timeoutMs: 'Longest wait for a summary, in ms',
      policy: 'Policy',
      hotPathTokenBudget: 'Token budget of the window',
      hotPathMarginPct: 'Margin, in percent',
      recentMessageFloor: 'Newest messages always kept',
      autonomy: 'Autonomy, as JSON',
    },
    help: {
      name: 'What the agent is called in Spaces.',
      id: 'How Spaces, files and the command line name the agent. It cannot be changed later.',
      description: 'For yourself: what the agent is for.',
      systemPrompt:
        'Said to the model before everything else; the custom instructions of the Space come after it.',
      model:
        'A model profile, the primary model of the settings (whatever that is at the time), or a model’s name at the address given here.',
      temperature: 'From 0 (always the likeliest word) to 2. Empty: as the model profile has it.',
      maxOutputTokens: 'The most that the model may write in one answer. Empty: as the model profile has it.',
      apiBase: 'Calls the model at another address than its profile does.',
      apiKey:
        'A key for this agent only. It goes in here and never comes out again, and is sent only to the address it was given for.',
      summarizerModel:
        'A cheaper model for the summary: a model profile, or another model’s name. A name alone uses the provider, address and key of the agent’s model profile.',
      summarizerTemperature: 'Empty: 0, whatever the agent’s own is. Summaries should not be inventive.',
      tokenBudget:
        'The most that one call of the summarizer reads. More is read in parts, in order; nothing is cut.',
      timeoutMs:
        'Summaries are updated between messages. If you send one sooner, its answer waits this long at most, then goes out with all live messages.',
      summarizerApiBase: 'Calls the summarizer at another address. Empty: the agent’s address.',
      summarizerApiKey: 'A key for the summarizer only. As the agent: the agent’s key.',
      policy: 'When older turns leave the window and go into the summary.',
      hotPathTokenBudget:
        'When the live turns are larger than this, older ones are folded even if they are few. Empty: only the number of turns counts.',
      hotPathMarginPct: 'Kept free of the budget, for counts that are not exact.',
      recentMessageFloor: 'However large they are, so many of the newest messages are sent word for word.',
      autonomy: 'Whether and how the agent may act on its own, for programs that read it. Empty: none.',
    },
  };
}
