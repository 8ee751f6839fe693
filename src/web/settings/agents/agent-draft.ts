import { inSentences, readFaults } from '#schema/faults/say-faults.ts';
import { mapFields } from '#schema/field-table.ts';
import {
  type Agent,
  type AgentConfig,
  type AgentId,
  type AgentInput,
  agentConfigSchema,
  agentIdSchema,
  agentInputSchema,
  llmNumberNames,
  type llmNumbers,
  type MemoryPolicyName,
  memoryConfigSchema,
  memoryNumberNames,
  type memoryNumbers,
  primaryModelName,
  summarizerNumberNames,
  summarizerNumbers,
} from '#schema/models/agent.ts';
import type { KeyState } from '#schema/models/model-profile.ts';
import { parseJson } from '#schema/parse-json.ts';
import {
  fromTexts,
  type KeyDraft,
  keptKey,
  keyStateAfter,
  type NumberTexts,
  toAgentKey,
  toTexts,
} from '#web/settings/form/draft-values.ts';
import { readFindings } from '#web/settings/form/field-errors.ts';
import type { Checked } from '#web/settings/form/form.tsx';
import type { Strings } from '#web/strings/en/en.ts';

interface PartDraft {
  model: string;
  apiBase: string;
  apiKey: KeyDraft;
}

/** An agent as form values, in which everything typed is text. Empty summarizer fields are inherited. */
export interface AgentDraft {
  id: string;
  name: string;
  description: string;
  systemPrompt: string;
  llm: PartDraft & NumberTexts<keyof typeof llmNumbers>;
  summarizer: PartDraft & NumberTexts<keyof typeof summarizerNumbers>;
  memory: { policy: MemoryPolicyName } & NumberTexts<keyof typeof memoryNumbers>;
  /** The autonomy settings as JSON. */
  autonomy: string;
}

const emptyPart: PartDraft = { model: '', apiBase: '', apiKey: keptKey };
const firstMemory = memoryConfigSchema.parse({});

export const newAgent: AgentDraft = {
  id: '',
  name: '',
  description: '',
  systemPrompt: '',
  llm: { ...emptyPart, model: primaryModelName, ...toTexts(llmNumberNames, () => null) },
  summarizer: { ...emptyPart, ...toTexts(summarizerNumberNames, () => null) },
  memory: draftMemory(firstMemory),
  autonomy: '',
};

export function draftOf(agent: Agent): AgentDraft {
  const { llm, summarizer } = agent;
  return {
    id: agent.id,
    name: agent.name,
    description: agent.description ?? '',
    systemPrompt: agent.systemPrompt ?? '',
    llm: {
      model: llm.model,
      ...toTexts(llmNumberNames, (name) => llm[name]),
      apiBase: llm.apiBase ?? '',
      apiKey: keptKey,
    },
    summarizer: {
      model: summarizer?.model ?? '',
      ...toTexts(summarizerNumberNames, (name) => summarizer?.[name]),
      apiBase: summarizer?.apiBase ?? '',
      apiKey: keptKey,
    },
    memory: draftMemory(agent.memory),
    autonomy: agent.autonomy === undefined ? '' : JSON.stringify(agent.autonomy, null, 2),
  };
}

/** Returns the saved values so that they can be saved again. The keys are unchanged. */
export function inputOf(agent: Agent): AgentInput {
  const { apiKey: _llmKey, ...llm } = agent.llm;
  const { apiKey: _summarizerKey, ...summarizer } = agent.summarizer ?? { apiKey: null };
  return {
    name: agent.name,
    description: agent.description,
    systemPrompt: agent.systemPrompt,
    memory: agent.memory,
    autonomy: agent.autonomy,
    llm,
    ...(agent.summarizer === null ? {} : { summarizer }),
  };
}

/** Derives an id from a name. A number is appended if the id is taken. */
export function suggestAgentId(name: string, taken: readonly string[]): string {
  const stem =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'agent';
  let id = stem;
  for (let count = 2; taken.includes(id); count++) id = `${stem}-${count}`;
  return id;
}

interface CheckOptions {
  draft: AgentDraft;
  /** Null for a new agent. */
  saved: Agent | null;
  /** The ids of the other agents. */
  taken: readonly string[];
  words: Strings;
}

export function checkAgent(options: CheckOptions): Checked<{ id: AgentId; input: AgentInput }> {
  const { draft, saved, taken, words } = options;
  const { form, agents } = words.settings;
  const id = agentIdSchema.safeParse(draft.id.trim() || suggestAgentId(draft.name, taken));
  if (!id.success) return fail('id', agents.idForm);
  if (saved === null && taken.includes(id.data)) return fail('id', agents.idTaken);
  for (const part of ['llm', 'summarizer'] as const) {
    const { kind, value, variable } = draft[part].apiKey;
    if ((kind === 'value' && value.trim() === '') || (kind === 'env' && variable.trim() === ''))
      return fail(`${part}.apiKey`, form.required);
  }
  const autonomy = parseJson(draft.autonomy);
  if (autonomy === undefined && draft.autonomy.trim() !== '') return fail('autonomy', agents.notJson);
  const parsed = agentInputSchema.safeParse(
    {
      name: draft.name,
      description: draft.description.trim() || undefined,
      systemPrompt: draft.systemPrompt.trim() || undefined,
      llm: {
        ...toPart(draft.llm),
        model: draft.llm.model,
        ...fromTexts(llmNumberNames, draft.llm),
      },
      summarizer: toSummarizer(draft.summarizer, saved),
      memory: {
        policy: draft.memory.policy,
        ...fromTexts(memoryNumberNames, draft.memory),
      },
      autonomy,
    },
    inSentences,
  );
  if (parsed.success) return { ok: true, input: { id: id.data, input: parsed.data } };
  return { ok: false, errors: readFindings(parsed.error.issues, form) };
}

function fail(field: string, words: string): Checked<never> {
  return { ok: false, errors: new Map([[field, words]]) };
}

function draftMemory(memory: Agent['memory']): AgentDraft['memory'] {
  return {
    policy: memory.policy,
    ...toTexts(memoryNumberNames, (name) => memory[name]),
  };
}

function toPart({ model, apiBase, apiKey }: PartDraft) {
  return {
    model: model.trim() || undefined,
    apiBase: apiBase.trim() || undefined,
    apiKey: toAgentKey(apiKey),
  };
}

/** Returns undefined if nothing in the part is set, because the agent then has no summarizer of its own. */
function toSummarizer(draft: AgentDraft['summarizer'], saved: Agent | null) {
  const fields = {
    ...toPart(draft),
    ...fromTexts(summarizerNumberNames, draft),
  };
  const { apiKey, ...others } = fields;
  const keepsKey = apiKey === undefined && (saved?.summarizer?.apiKey.kind ?? 'none') !== 'none';
  const isSet = Object.values(others).some((value) => value !== undefined) || typeof apiKey === 'string';
  return isSet || keepsKey ? fields : undefined;
}

export type AgentFile =
  | { ok: true; config: AgentConfig }
  /** `findings` name a field and the reason from the schema. */
  | { ok: false; reason: 'not-json' | 'not-an-agent'; findings: string[] };

/** Reads an agent from a file, or reports why the file is not one. */
export function readAgentFile(text: string): AgentFile {
  const value = parseJson(text);
  if (value === undefined) return { ok: false, reason: 'not-json', findings: [] };
  const parsed = agentConfigSchema.safeParse(value, inSentences);
  if (parsed.success) return { ok: true, config: parsed.data };
  const findings = readFaults(parsed.error, '').map(({ field, reason }) =>
    field === '' ? reason : `${field}: ${reason}`,
  );
  return { ok: false, reason: 'not-an-agent', findings };
}

type Summarizer = Agent['effective']['summarizer'];
type From = Summarizer['model']['from'];

export interface EffectiveValue {
  /** Null means that the value is unknown until it is saved, or that it is the provider's default. */
  value: string | null;
  from: From;
}

export interface EffectiveSummarizer extends Record<keyof typeof summarizerNumbers, EffectiveValue> {
  model: EffectiveValue;
  apiBase: EffectiveValue;
  apiKey: { value: KeyState | null; from: From };
}

/** Returns the summarizer's effective values, from the server or from the unsaved form. */
export function effectiveSummarizer(
  draft: AgentDraft,
  saved: Agent | null,
  isChanged: boolean,
): EffectiveSummarizer {
  if (saved !== null && !isChanged) return asSaved(saved.effective.summarizer);
  const { llm, summarizer } = draft;
  return {
    model: ownOr(summarizer.model, () => ({ value: llm.model.trim(), from: 'llm' })),
    ...mapFields(summarizerNumbers, ({ initial }, name) =>
      ownOr(summarizer[name], () => ({ value: String(initial), from: 'default' })),
    ),
    apiBase: ownOr(summarizer.apiBase, () =>
      llm.apiBase.trim() === ''
        ? { value: null, from: 'profile' }
        : { value: llm.apiBase.trim(), from: 'llm' },
    ),
    apiKey: effectiveKey(draft, saved),
  };
}

function asSaved(effective: Summarizer): EffectiveSummarizer {
  const numbers = mapFields(summarizerNumbers, (_, name) => {
    const { value, from } = effective[name];
    return { value: value === null ? null : String(value), from };
  });
  return { ...effective, ...numbers };
}

function ownOr(own: string, inherited: () => EffectiveValue): EffectiveValue {
  return own.trim() === '' ? inherited() : { value: own.trim(), from: 'summarizer' };
}

function effectiveKey(draft: AgentDraft, saved: Agent | null): EffectiveSummarizer['apiKey'] {
  const own = keyStateAfter(draft.summarizer.apiKey, saved?.summarizer?.apiKey ?? { kind: 'none' });
  if (own.kind !== 'none') return { value: own, from: 'summarizer' };
  const inherited = keyStateAfter(draft.llm.apiKey, saved?.llm.apiKey ?? { kind: 'none' });
  return inherited.kind === 'none' ? { value: null, from: 'profile' } : { value: inherited, from: 'llm' };
}
