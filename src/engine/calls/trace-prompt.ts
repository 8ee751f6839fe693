import type { Model, RenderedPrompt } from '#engine/ports.ts';
import type { Provenance, RunInput, RunPrompt } from '#schema/runs/run.ts';

export interface TracedPrompt {
  provenance: Provenance;
  prompt: RunPrompt;
}

interface Traced {
  model: Model;
  maxOutputTokens: number;
  rendered: RenderedPrompt;
  /** Parameters that are rendered but not kept. */
  passing?: Record<string, string> | undefined;
}

/**
 * Records what a call was rendered from. Each state of a template is recorded once. If two templates have different
 * values for a parameter, the value of the run's own template is kept. The hash of the other template pins its
 * default.
 */
export function tracePrompt(
  { trace, input }: { trace: { prompt: TracedPrompt | null }; input: RunInput },
  { model, maxOutputTokens, rendered, passing = {} }: Traced,
): void {
  const kept = Object.entries(rendered.parameters).filter(([name]) => !Object.hasOwn(passing, name));
  const known = trace.prompt?.provenance.templates ?? [];
  const isKnown = known.some(
    ({ id, hash }) => id === rendered.template.id && hash === rendered.template.hash,
  );
  trace.prompt = {
    provenance: {
      templates: isKnown ? known : [...known, rendered.template],
      systemPromptOverridden: input.systemPromptOverride !== null,
    },
    prompt: {
      parameters: { ...Object.fromEntries(kept), ...trace.prompt?.prompt.parameters },
      maxOutputTokens,
      temperature: model.profile.temperature,
      systemPromptOverride: input.systemPromptOverride,
    },
  };
}
