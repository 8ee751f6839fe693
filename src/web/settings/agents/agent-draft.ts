import { inSentences } from '#schema/faults/say-faults.ts';
import {
  type Agent,
  type AgentId,
  type AgentInput,
  agentIdSchema,
  agentInputSchema,
  type MemoryPolicyName,
  memoryConfigSchema,
  primaryModelName,
} from '#schema/models/agent.ts';
import {
  llmNumberNames,
  type llmNumbers,
  memoryNumberNames,
  type memoryNumbers,
  summarizerNumberNames,
  type summarizerNumbers,
} from '#schema/models/agent-fields.ts';
import { parseJson } from '#schema/parse-json.ts';
import { readFindings } from '#web/settings/form/field-errors.ts';
import { type KeyDraft, keptKey, toAgentKey } from '#web/settings/form/key-draft.ts';
import { fromTexts, type NumberTexts, toTexts } from '#web/settings/form/number-text.ts';
import type { Checked } from '#web/settings/form/use-save.ts';
import type { Strings } from '#web/strings/en/en.ts';

interface PartDraft {
  model: string;
  apiBase: string;
  apiKey: KeyDraft;
}

/** An agent as form values: everything typed is text. Empty summarizer fields are inherited. */
export interface AgentDraft {
  id: string;
  name: string;
  description: string;
  systemPrompt: string;
  llm: PartDraft & NumberTexts<keyof typeof llmNumbers>;
  summarizer: PartDraft & NumberTexts<keyof typeof summarizerNumbers>;
  memory: { policy: MemoryPolicyName } & NumberTexts<keyof typeof memoryNumbers>;
  /** JSON. */
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

/** The saved values, ready to save again: keys are unchanged. */
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

/** An id derived from a name, with a number appended if the id is taken. */
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

/** Omitted if nothing in it is set: such an agent has no summarizer of its own. */
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
