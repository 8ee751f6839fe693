import type { Provider } from '#schema/model-profile.ts';

/** The words of the model profiles. */
export function enModels() {
  return {
    heading: 'Models',
    note: 'Each profile is a model that Precis may ask. Keys are stored encrypted on this machine and sent only to the address they were given for.',
    add: 'Add model',
    gone: (id: string) => `There is no model profile “${id}” any more.`,
    builtin: 'Offline model',
    builtinNote: 'Built in, free and always there. It picks sentences; nothing leaves this machine.',
    suggestion:
      'For summaries that are written rather than picked, connect a model. Most people begin with OpenAI gpt-5.2.',
    suggestionAction: 'Add OpenAI gpt-5.2',
    isPrimary: 'Used for summaries',
    isFallback: 'Fallback',
    use: 'Use for summaries',
    test: 'Test connection',
    saveAndTest: 'Save and test',
    testing: 'Asking the model for one word…',
    testOk: (model: string, duration: string) => `${model} answered in ${duration}.`,
    testFailed: (message: string) => `It did not work. ${message}`,
    removeSure: (name: string) => `Remove ${name}?`,
    removeNote: 'Its key is removed as well. What it wrote stays.',
    removePrimary:
      'Its key is removed as well. Summaries are made by the offline model from then on. What it wrote stays.',
    idTaken: 'There is a profile of this id already.',
    baseUrlNeeded: 'This kind of provider has no usual address: give one.',
    noPrices: 'No prices',
    priced: (input: string, output: string) => `${input} in, ${output} out per million tokens`,
    providersOwn: 'The provider’s own',
    unlimited: 'No limit',
    limits: 'Limits',
    prices: 'Prices',
    pricesNote: 'In US dollars per million tokens. Without them Precis cannot say what a run costs.',
    providers: {
      builtin: 'Built in',
      openai: 'OpenAI',
      anthropic: 'Anthropic',
      google: 'Google',
      'openai-compatible': 'OpenAI-compatible',
      ollama: 'Ollama',
    } satisfies Record<Provider, string>,
    fields: {
      provider: 'Provider',
      model: 'Model',
      key: 'Key',
      baseUrl: 'Address',
      temperature: 'Temperature',
      name: 'Name',
      id: 'Id',
      contextTokens: 'Context, in tokens',
      maxOutputTokens: 'Output, in tokens',
      concurrency: 'Requests at once',
      requestsPerMinute: 'Requests per minute',
      firstTokenSeconds: 'Wait for the first word, in seconds',
      idleSeconds: 'Wait between words, in seconds',
      runSeconds: 'Longest run, in seconds',
      inputPrice: 'Read',
      cachedInputPrice: 'Read from cache',
      outputPrice: 'Written',
    },
    help: {
      provider:
        'Who runs the model. “OpenAI-compatible” is any server that speaks OpenAI’s protocol; Ollama runs on your own machine.',
      model: 'The model’s name as the provider writes it, for instance gpt-5.2.',
      key: 'The secret that the provider gave you. It goes in here and never comes out again. An environment variable is read when Precis starts.',
      baseUrl:
        'Where the provider is called. Empty: its usual address. A key is sent only to the address it was given for.',
      temperature:
        'From 0 (always the likeliest word) to 2. Empty: as the provider has it. Some models allow no other.',
      name: 'What the profile is called in Precis.',
      id: 'How settings, agents and the command line name the profile. It cannot be changed later.',
      contextTokens:
        'How much the model can read at once. Longer texts are read in parts. Set it to the model’s real size.',
      maxOutputTokens: 'The most that the model may write in one answer.',
      concurrency: 'How many requests may be under way at the same time. More wait for their turn.',
      requestsPerMinute:
        'How many requests are begun in a minute at most, as your plan with the provider allows.',
      firstTokenSeconds: 'A model that has not begun to answer by then is given up.',
      idleSeconds: 'A model that falls silent for so long in the middle of its answer is given up.',
      runSeconds: 'A run that takes longer is stopped.',
      inputPrice: 'What a million tokens of input cost.',
      cachedInputPrice:
        'What a million tokens cost that the provider still had in its cache. Empty: the same as other input.',
      outputPrice: 'What a million tokens of output cost.',
    },
  };
}
