import type { Agent, AgentPart } from '#schema/models/agent.ts';
import { summarizerNumbers } from '#schema/models/agent-fields.ts';
import type { StoredAgent } from '#schema/models/stored-agent.ts';
import type { StoredKey } from '#schema/models/stored-profile.ts';

export interface Effective<T> {
  value: T;
  from: Agent['effective']['llm']['model']['from'];
}

interface EffectiveFields {
  model: Effective<string>;
  /** Null, as with the next two: the agent does not say. */
  temperature: Effective<number> | null;
  apiBase: Effective<string> | null;
  apiKey: Effective<StoredKey> | null;
}

/**
 * Each field falls back on its own: the summarizer's, else the agent's. `isProfile`: the summarizer names a profile, which
 * has an address and a key of its own; the agent's server does not know that name.
 */
export function effectiveFieldsOf(
  agent: StoredAgent,
  part: AgentPart,
  { isProfile }: { isProfile: boolean },
): EffectiveFields {
  const { llm } = agent;
  const own = part === 'summarizer' ? agent.summarizer : null;
  const inherited: Partial<StoredAgent['llm']> = isProfile ? {} : llm;
  return {
    model: first(own?.model, llm.model) ?? { value: llm.model, from: 'llm' },
    temperature:
      part === 'summarizer' ? summarizerNumberOf(agent, 'temperature') : first(undefined, llm.temperature),
    apiBase: first(own?.apiBase, inherited.apiBase),
    apiKey: first(presentKey(own?.apiKey), presentKey(inherited.apiKey)),
  };
}

/** Summaries do not take over the temperature of the conversation. */
export function summarizerNumberOf(
  { summarizer }: StoredAgent,
  name: keyof typeof summarizerNumbers,
): Effective<number> {
  return first(summarizer?.[name], undefined) ?? { value: summarizerNumbers[name].initial, from: 'default' };
}

function first<T>(own: T | undefined, llm: T | undefined): Effective<T> | null {
  if (own !== undefined) return { value: own, from: 'summarizer' };
  return llm === undefined ? null : { value: llm, from: 'llm' };
}

function presentKey(key: StoredKey | undefined): StoredKey | undefined {
  return key?.kind === 'none' ? undefined : key;
}
