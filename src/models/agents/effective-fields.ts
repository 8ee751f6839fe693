import { type Agent, type AgentPart, summarizerDefaults } from '#schema/models/agent.ts';
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

/** Each field falls back on its own: the summarizer's, else the agent's. */
export function effectiveFieldsOf({ llm, summarizer }: StoredAgent, part: AgentPart): EffectiveFields {
  const own = part === 'summarizer' ? summarizer : null;
  const temperature =
    part === 'summarizer' ? summarizerTemperatureOf(summarizer) : first(undefined, llm.temperature);
  return {
    model: first(own?.model, llm.model) ?? { value: llm.model, from: 'llm' },
    temperature,
    apiBase: first(own?.apiBase, llm.apiBase),
    apiKey: first(presentKey(own?.apiKey), presentKey(llm.apiKey)),
  };
}

export function tokenBudgetOf({ summarizer }: StoredAgent): Effective<number> {
  return first(summarizer?.tokenBudget, undefined) ?? byDefault(summarizerDefaults.tokenBudget);
}

export function timeoutMsOf({ summarizer }: StoredAgent): Effective<number> {
  return first(summarizer?.timeoutMs, undefined) ?? byDefault(summarizerDefaults.timeoutMs);
}

/** Summaries do not take over the temperature of the conversation. */
function summarizerTemperatureOf(summarizer: StoredAgent['summarizer']): Effective<number> {
  return first(summarizer?.temperature, undefined) ?? byDefault(summarizerDefaults.temperature);
}

function first<T>(own: T | undefined, llm: T | undefined): Effective<T> | null {
  if (own !== undefined) return { value: own, from: 'summarizer' };
  return llm === undefined ? null : { value: llm, from: 'llm' };
}

function byDefault<T>(value: T): Effective<T> {
  return { value, from: 'default' };
}

function presentKey(key: StoredKey | undefined): StoredKey | undefined {
  return key?.kind === 'none' ? undefined : key;
}
