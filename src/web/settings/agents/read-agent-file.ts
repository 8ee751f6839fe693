import { inSentences, readFaults } from '#schema/faults/say-faults.ts';
import { type AgentConfig, agentConfigSchema } from '#schema/models/agent.ts';
import { parseJson } from '#schema/parse-json.ts';

export type AgentFile =
  | { ok: true; config: AgentConfig }
  /** `findings`: field and reason, from the schema. */
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
