import { inSentences } from '#schema/faults/say-faults.ts';
import {
  type ModelProfile,
  type ModelProfileInput,
  modelProfileInputSchema,
  type TestedAs,
} from '#schema/models/model-profile.ts';
import {
  type AvailableModel,
  type ProfileNumber,
  type Provider,
  profileNumberNames,
  profileNumbers,
  readProfileNumber,
  toProfileInput,
} from '#schema/models/profile-fields.ts';
import { findModelUses } from '#schema/named-in-settings.ts';
import type { Settings } from '#schema/settings.ts';
import {
  fromTexts,
  type KeyDraft,
  keptKey,
  type NumberTexts,
  newKey,
  toProfileKey,
  toTexts,
} from '#web/settings/form/draft-values.ts';
import { type Finding, readFindings } from '#web/settings/form/field-errors.ts';
import type { Checked } from '#web/settings/form/form.tsx';
import type { Strings } from '#web/strings/en/en.ts';
import knownList from './known-prices.json' with { type: 'json' };

export type RemoteProvider = Exclude<Provider, 'builtin'>;

/** A profile as form values, in which everything typed is text. An empty field means the default. */
export interface ModelDraft extends NumberTexts<ProfileNumber> {
  id: string;
  name: string;
  provider: RemoteProvider;
  model: string;
  baseUrl: string;
  key: KeyDraft;
  /** Whether a new profile writes summaries from now on. */
  isChosen: boolean;
}

/** The model that is suggested for the first profile. */
export const suggestedModel = { provider: 'openai', model: 'gpt-5.2' } as const;

const priceNames = profileNumberNames.filter((name) => profileNumbers[name].group === 'prices');

interface NewModel {
  provider: RemoteProvider;
  model: string;
  isChosen: boolean;
}

export function draftNew({ provider, model, isChosen }: NewModel): ModelDraft {
  const draft: ModelDraft = {
    id: '',
    name: '',
    provider,
    model,
    baseUrl: '',
    key: newKey,
    isChosen,
    ...toTexts(profileNumberNames, () => null),
  };
  return { ...draft, ...priceTexts(draft) };
}

/** Returns a change with the prices of the model that is then named. Prices that the user typed stay. */
export function withPrices(draft: ModelDraft, patch: Partial<ModelDraft>): Partial<ModelDraft> {
  const before = priceTexts(draft);
  const isTyped = priceNames.some((name) => draft[name] !== '' && draft[name] !== before[name]);
  return isTyped ? patch : { ...priceTexts({ ...draft, ...patch }), ...patch };
}

/** Returns the change that chooses a model which the provider offers. */
export function chooseOffered(
  draft: ModelDraft,
  { model, contextTokens, prices }: AvailableModel,
): Partial<ModelDraft> {
  return {
    ...withPrices(draft, { model }),
    // Ollama would reserve memory for all the text that the model could read.
    ...(contextTokens !== null && draft.provider !== 'ollama' && { contextTokens: String(contextTokens) }),
    ...(prices && toTexts(priceNames, (name) => readProfileNumber({ prices }, name))),
  };
}

function priceTexts({ provider, baseUrl, model }: ModelDraft): NumberTexts<ProfileNumber> {
  const prices = knownPrices({ provider, model, baseUrl: baseUrl.trim() === '' ? null : baseUrl });
  return toTexts(priceNames, (name) => readProfileNumber({ prices }, name));
}

export function draftOf(profile: ModelProfile): ModelDraft {
  return {
    id: profile.id,
    name: profile.name,
    provider: profile.provider as RemoteProvider,
    model: profile.model,
    baseUrl: profile.baseUrl ?? '',
    key: keptKey,
    isChosen: false,
    ...toTexts(profileNumberNames, (name) => readProfileNumber(profile, name)),
  };
}

/** Derives an id from the provider and the model. A number is appended if the id is taken. */
export function suggestId({ provider, model }: ModelDraft, taken: readonly string[]): string {
  const stem = `${provider}-${model}`
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 120);
  let id = stem;
  for (let count = 2; taken.includes(id); count++) id = `${stem}-${count}`;
  return id;
}

export function suggestName({ provider, model }: ModelDraft, words: Strings): string {
  return `${words.settings.models.providers[provider]} ${model}`.trim();
}

interface CheckOptions {
  draft: ModelDraft;
  /** The ids of the other profiles. */
  taken: readonly string[];
  isNew: boolean;
  words: Strings;
}

export function checkModel({ draft, taken, isNew, words }: CheckOptions): Checked<ModelProfileInput> {
  const { form, models } = words.settings;
  const id = draft.id.trim() === '' ? suggestId(draft, taken) : draft.id.trim();
  if (isNew && taken.includes(id)) return { ok: false, errors: new Map([['id', models.idTaken]]) };
  // A new profile may have no key, but replacing a saved key requires one.
  const isMissing =
    draft.key.kind === 'env'
      ? draft.key.variable.trim() === ''
      : draft.key.kind === 'value' && !isNew && draft.key.value.trim() === '';
  if (isMissing) return { ok: false, errors: new Map([['key', form.required]]) };
  if (draft.provider === 'openai-compatible' && draft.baseUrl.trim() === '')
    return { ok: false, errors: new Map([['baseUrl', models.baseUrlNeeded]]) };
  const parsed = modelProfileInputSchema.safeParse(
    {
      id,
      name: draft.name.trim() === '' ? suggestName(draft, words) : draft.name,
      provider: draft.provider,
      model: draft.model,
      baseUrl: draft.baseUrl.trim() === '' ? null : draft.baseUrl.trim(),
      key: toProfileKey(draft.key),
      ...toProfileInput(fromTexts(profileNumberNames, draft)),
    },
    inSentences,
  );
  if (parsed.success) return { ok: true, input: parsed.data };
  const findings: Finding[] = parsed.error.issues;
  return { ok: false, errors: readFindings(findings.map(inSeconds), form) };
}

function inSeconds(finding: Finding): Finding {
  const row = profileNumbers[finding.path.join('.') as ProfileNumber];
  if (!row?.inSeconds) return finding;
  const { minimum, maximum } = finding;
  return {
    ...finding,
    ...(minimum === undefined ? {} : { minimum: Number(minimum) / 1000 }),
    ...(maximum === undefined ? {} : { maximum: Number(maximum) / 1000 }),
  };
}

type Prices = NonNullable<ModelProfile['prices']>;
type Priced = Pick<ModelProfile, 'provider' | 'baseUrl' | 'model'>;

/** The known prices in US dollars per million tokens, as of October 2026. The form names this month. */
const list = new Map(
  Object.entries<Record<string, Record<'input' | 'cached' | 'output', number>>>(knownList),
);

const free: Prices = { inputPerMillionUsd: 0, cachedInputPerMillionUsd: 0, outputPerMillionUsd: 0 };

/**
 * Returns what a model costs at the provider’s own address, or null if that is not known. A date at the end of a name
 * does not change the price.
 */
export function knownPrices({ provider, baseUrl, model }: Priced): Prices | null {
  const name = model.trim().toLowerCase();
  // Ollama also sells models that run elsewhere.
  if (provider === 'ollama') return name === '' || baseUrl !== null || name.endsWith('cloud') ? null : free;
  if (baseUrl !== null) return null;
  const found = list.get(provider)?.[name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '')];
  if (found === undefined) return null;
  return {
    inputPerMillionUsd: found.input,
    cachedInputPerMillionUsd: found.cached,
    outputPerMillionUsd: found.output,
  };
}

interface Preset {
  /** The name as the company or program writes it. */
  name: string;
  provider: RemoteProvider;
  /** The address, which is empty for the provider’s default. */
  baseUrl: string;
  model: string;
  contextTokens?: number;
}

/** Ollama reserves memory for the whole context that is requested. This much fits small machines. */
export const ollamaContextTokens = 8192;

export const presets: readonly Preset[] = [
  { name: 'OpenAI', provider: 'openai', baseUrl: '', model: 'gpt-5.2' },
  { name: 'Anthropic', provider: 'anthropic', baseUrl: '', model: 'claude-sonnet-5' },
  { name: 'Google', provider: 'google', baseUrl: '', model: '' },
  { name: 'Ollama', provider: 'ollama', baseUrl: '', model: '', contextTokens: ollamaContextTokens },
  { name: 'LM Studio', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234/v1', model: '' },
  { name: 'OpenRouter', provider: 'openai-compatible', baseUrl: 'https://openrouter.ai/api/v1', model: '' },
  { name: 'Mistral', provider: 'openai-compatible', baseUrl: 'https://api.mistral.ai/v1', model: '' },
  { name: 'Groq', provider: 'openai-compatible', baseUrl: 'https://api.groq.com/openai/v1', model: '' },
  { name: 'DeepSeek', provider: 'openai-compatible', baseUrl: 'https://api.deepseek.com/v1', model: '' },
];

/**
 * Returns how a model is tested, because an embedding model writes no text. If a model is not in use yet, its name
 * decides.
 */
export function testedAs(settings: Settings, { id, model }: Pick<ModelProfile, 'id' | 'model'>): TestedAs {
  const uses = findModelUses(settings, id);
  const embeds =
    uses.length === 0
      ? /embed/i.test(model)
      : uses.every((path) => path === 'search.embeddingModelProfileId');
  return embeds ? 'embedding' : 'text';
}
