import type { Agent } from '#schema/models/agent.ts';
import type { AgentDraft } from './agent-draft.ts';

/** What the parts of the form are given. */
export interface AgentPartProps {
  draft: AgentDraft;
  /** As it is saved; null for a new one. */
  agent: Agent | null;
  isChanged: boolean;
  change(patch: Partial<AgentDraft>): void;
}
