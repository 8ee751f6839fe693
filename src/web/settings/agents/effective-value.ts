import { mapFields } from '#schema/field-table.ts';
import type { Agent } from '#schema/models/agent.ts';
import { summarizerNumbers } from '#schema/models/agent-fields.ts';
import type { KeyState } from '#schema/models/model-profile.ts';
import { keyStateAfter } from '#web/settings/form/key-draft.ts';
import type { AgentDraft } from './agent-draft.ts';

type Summarizer = Agent['effective']['summarizer'];
type From = Summarizer['model']['from'];

export interface EffectiveValue {
  /** Null: unknown until saved, or the provider default. */
  value: string | null;
  from: From;
}

export interface EffectiveSummarizer extends Record<keyof typeof summarizerNumbers, EffectiveValue> {
  model: EffectiveValue;
  apiBase: EffectiveValue;
  apiKey: { value: KeyState | null; from: From };
}

/** The summarizer's effective values: from the server, or from the unsaved form. */
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
