import { originOfVariable } from '#models/environment-profile.ts';
import { type KeyInput, markOf, toStoredKey } from '#models/keys/stored-key.ts';
import type { ModelSources } from '#models/ports.ts';
import { baseUrlOf } from '#models/providers/provider-address.ts';
import { AppError } from '#schema/app-error.ts';
import {
  type AgentId,
  type AgentInput,
  type AgentPart,
  primaryModelName,
  type StoredAgent,
} from '#schema/models/agent.ts';
import type { StoredKey } from '#schema/models/model-profile.ts';
import { keyInputSchema } from '#schema/models/profile-fields.ts';
import { agentModelId } from './find-agent.ts';
import { type AgentModel, resolveAgentModel } from './resolve-agent-model.ts';

interface Saving extends ModelSources {
  secretKey: Uint8Array;
  now: () => number;
}

interface Save {
  id: AgentId;
  input: AgentInput;
  existing: StoredAgent | null;
}

const parts = ['llm', 'summarizer'] as const satisfies AgentPart[];

/** Returns the agent as it will be stored: checked, and with its keys sealed for their origins. Throws AppError. */
export async function prepareAgent(saving: Saving, { id, input, existing }: Save): Promise<StoredAgent> {
  const { confirmKeyOrigins = [], llm, summarizer, ...fields } = input;
  const kept = (part: AgentPart): StoredKey => existing?.[part]?.apiKey ?? { kind: 'none' };
  const agent: StoredAgent = {
    ...fields,
    id,
    llm: { ...llm, apiKey: kept('llm') },
    summarizer: summarizer ? { ...summarizer, apiKey: kept('summarizer') } : null,
    confirmed: existing?.confirmed ?? [],
    createdAt: existing?.createdAt || saving.now(),
    updatedAt: saving.now(),
  };

  for (const part of parts) {
    checkAddress(part, input[part]?.apiBase);
    const resolved = await resolveAgentModel(saving, agent, part);
    checkModel(part, resolved);
    const given = input[part]?.apiKey;
    const target = agent[part];
    if (given === undefined || target === null) continue;
    target.apiKey = given === null ? { kind: 'none' } : sealFor(saving, { id, part, given, resolved });
  }
  return { ...agent, confirmed: await confirm(saving, agent, confirmKeyOrigins) };
}

/** Checks an address before it is used for anything, so that the message names the field. */
function checkAddress(part: AgentPart, apiBase: string | undefined): void {
  if (apiBase === undefined) return;
  baseUrlOf({ provider: 'openai-compatible', baseUrl: apiBase }, `${part}.apiBase`);
}

/** Checks that the named model exists. A missing primary model is not the agent's fault. */
function checkModel(part: AgentPart, { model, found }: AgentModel): void {
  if (!(found instanceof AppError) || model.value === primaryModelName) return;
  throw new AppError('invalid_input', `${part}.model: ${found.message}`);
}

function sealFor(
  { secretKey, env }: Saving,
  to: { id: AgentId; part: AgentPart; given: string; resolved: AgentModel },
): StoredKey {
  const { id, part, given, resolved } = to;
  const field = `${part}.apiKey`;
  const origin = originFor(resolved);
  if (origin === null) {
    throw new AppError('invalid_input', `${field}: there is no address to send it to. Set ${part}.apiBase.`);
  }
  const place = { profileId: agentModelId(id, part), origin };
  const key = toStoredKey(readKeyText(given, field), { secretKey, place, field });
  if (key.kind !== 'env') return key;
  // An agent file may come from someone else. If it names our key and their address, the key must not be sent there.
  return { ...key, origin: originOfVariable(key.name, env) ?? origin };
}

function originFor({ apiBase, found }: AgentModel): string | null {
  if (!(found instanceof AppError) && found.keyUse) return found.keyUse.origin;
  return apiBase.value === null ? null : new URL(apiBase.value).origin;
}

function readKeyText(text: string, field: string): KeyInput {
  if (!text.startsWith('env:')) return { kind: 'value', value: text };
  const input = keyInputSchema.safeParse({ kind: 'env', name: text.slice('env:'.length) });
  if (input.success) return input.data;
  throw new AppError(
    'invalid_input',
    `${field}: "env:" must be followed by the name of an environment variable.`,
  );
}

/** Keeps only confirmations that are still needed. Another key or another address needs a new one. */
async function confirm(
  saving: Saving,
  agent: StoredAgent,
  origins: string[],
): Promise<StoredAgent['confirmed']> {
  const confirmed: StoredAgent['confirmed'] = [];
  for (const part of parts) {
    const { found } = await resolveAgentModel(saving, agent, part);
    if (found instanceof AppError || found.keyUse === null) continue;
    const { key, origin: wouldGoTo, confirmed: isConfirmed } = found.keyUse;
    if (key.kind === 'none' || key.origin === wouldGoTo) continue;
    if (isConfirmed || origins.includes(wouldGoTo)) {
      confirmed.push({ givenFor: key.origin, wouldGoTo, keyMark: markOf(key) });
    }
  }
  return confirmed;
}
