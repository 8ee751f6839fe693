import type { Agent } from '#schema/models/agent.ts';
import type { AgentDraft } from './agent-draft.ts';

/** Props of the form's parts. */
export interface AgentPartProps {
  draft: AgentDraft;
  /** The saved agent; null for a new one. */
  agent: Agent | null;
  isChanged: boolean;
  change(patch: Partial<AgentDraft>): void;
}
