import type { ProfileFieldName, Provider } from '#schema/models/profile-fields.ts';
import type { ModelPath } from '#schema/named-in-settings.ts';
import type { Formats } from '#web/strings/formats.ts';

export function enModels(format: Formats) {
  return {
    heading: 'Models',
    note: 'Each profile is a model Precis can use. Keys are stored encrypted on this machine and sent only to the URL they were entered for.',
    add: 'Add model',
    gone: (id: string) => `Model profile “${id}” no longer exists.`,
    builtin: 'Offline model',
    builtinNote:
      'Built in, free and always available. It picks sentences from the text; nothing leaves this machine.',
    suggestion: 'For AI-written summaries, connect a model. Most people start with OpenAI gpt-5.2.',
    suggestionAction: 'Add OpenAI gpt-5.2',
    uses: {
      'summaryAgent.primaryModelProfileId': 'Used for summaries',
      'summaryAgent.fallbackModelProfileId': 'Fallback',
      'check.modelProfileId': 'Checks sentences',
      'check.repairModelProfileId': 'Corrects sentences',
      'translation.primaryModelProfileId': 'Translates',
      'translation.fallbackModelProfileId': 'Translates (fallback)',
      'tagging.primaryModelProfileId': 'Suggests tags',
      'tagging.fallbackModelProfileId': 'Suggests tags (fallback)',
      'search.embeddingModelProfileId': 'Search by meaning',
    } satisfies Record<ModelPath, string>,
    meaning: {
      heading: 'Search by meaning',
      note: 'Finds records of coding sessions by what they mean, not only by their words. The model reads all records, so their text is sent to its provider. Private text never is.',
      model: 'Embedding model',
      help: 'For example nomic-embed-text in Ollama, or text-embedding-3-small of OpenAI.',
      off: 'Off',
      state: (read: string, total: string) => `${read} of ${total} records read.`,
      unavailable: 'Your database can’t compare vectors. Install the PostgreSQL extension pgvector.',
      failed: (message: string) => `The last attempt failed: ${message}`,
    },
    use: 'Use for summaries',
    useHelp:
      'Instead of the model used now. Translations, tags and checks use it too, unless you choose another model for them.',
    useForAll: 'Use for summaries, chats and sessions',
    chooseModel: (model: string) => `Use ${model}`,
    presets: 'Providers',
    showModels: 'Show models',
    loadingModels: 'Asking the provider…',
    foundModels: (count: number) =>
      count === 0
        ? 'The provider lists no models. Type the name.'
        : `${format.plural(count, { one: '# model', other: '# models' })}. Choose one or type its name.`,
    offered: 'Models of this provider',
    context: (tokens: string) => `${tokens} tokens of context`,
    ollamaFound: 'Ollama is running on this machine',
    ollamaAt: (host: string) => `Ollama is running at ${host}`,
    ollamaChoose: 'Choose one of its models for summaries, chats and sessions.',
    ollamaNote:
      'Its models are free and nothing leaves this machine. Choose one for summaries, chats and sessions.',
    test: 'Test connection',
    saveAndTest: 'Save and test',
    testing: 'Asking the model for one word…',
    testOk: (model: string, duration: string) => `${model} answered in ${duration}.`,
    testFailed: (message: string) => `Test failed. ${message}`,
    removeSure: (name: string) => `Remove ${name}?`,
    removeNote: 'Its key is deleted too. Everything it wrote is kept.',
    usedByAgent: (name: string) => `agent “${name}”`,
    replaceBy: (uses: string[]) => `In use: ${uses.join(', ')}. Choose a replacement.`,
    replacement: 'Replacement',
    idTaken: 'A profile with this ID already exists.',
    baseUrlNeeded: 'This provider has no default URL. Enter one.',
    noPrices: 'No prices',
    priced: (input: string, output: string) => `${input} in, ${output} out per million tokens`,
    empty: { provider: 'Provider default', unlimited: 'No limit' },
    limits: 'Limits',
    prices: 'Prices',
    pricesNote:
      'In US dollars per million tokens. Without prices, Precis can’t calculate the cost of a run. Those filled in for OpenAI and Anthropic are their list prices of October 2026: check them.',
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
      key: 'API key',
      baseUrl: 'Base URL',
      temperature: 'Temperature',
      name: 'Name',
      id: 'ID',
      contextTokens: 'Context size (tokens)',
      maxOutputTokens: 'Maximum output (tokens)',
      concurrency: 'Concurrent requests',
      requestsPerMinute: 'Requests per minute',
      'timeouts.firstTokenMs': 'First token timeout (seconds)',
      'timeouts.idleMs': 'Idle timeout (seconds)',
      'timeouts.runMs': 'Run timeout (seconds)',
      'prices.inputPerMillionUsd': 'Input',
      'prices.cachedInputPerMillionUsd': 'Cached input',
      'prices.outputPerMillionUsd': 'Output',
    } satisfies Record<ProfileFieldName | 'id', string>,
    help: {
      provider:
        'Who runs the model. “OpenAI-compatible” is any server with an OpenAI-compatible API. Ollama runs on your own machine.',
      model: 'The model’s name as the provider spells it, for example gpt-5.2.',
      key: 'The API key from your provider. It is never shown again. An environment variable is read when Precis starts.',
      baseUrl:
        'The provider’s API endpoint. Leave empty for its default URL. A key is sent only to the URL it was entered for.',
      temperature:
        'From 0 (always the most likely word) to 2. Leave empty for the provider default; some models allow nothing else.',
      name: 'The profile’s name in Precis.',
      id: 'Identifies the profile in settings, agents and the command line. It cannot be changed later.',
      contextTokens:
        'How much the model can read at once. Longer texts are read in parts. Enter the model’s actual size.',
      maxOutputTokens: 'The most the model may write in one answer.',
      concurrency: 'How many requests can run at the same time. Further requests wait.',
      requestsPerMinute: 'The most requests started per minute. Match it to your plan with the provider.',
      'timeouts.firstTokenMs': 'The request fails if the model has not started to answer by then.',
      'timeouts.idleMs': 'The request fails if the model pauses for this long during its answer.',
      'timeouts.runMs': 'A run that takes longer is stopped.',
      'prices.inputPerMillionUsd': 'Price of a million input tokens.',
      'prices.cachedInputPerMillionUsd':
        'Price of a million input tokens from the provider’s cache. Leave empty if it is the same as other input.',
      'prices.outputPerMillionUsd': 'Price of a million output tokens.',
    } satisfies Record<ProfileFieldName | 'id', string>,
  };
}
