import type { Parameters } from '#schema/runs/run.ts';
import type { Template } from './load-template.ts';
import { type RenderInput, renderTemplate } from './render-template.ts';

/** What the runs of a task pass to its templates. */
export interface TemplateSample extends Pick<RenderInput, 'parameters' | 'texts'> {
  /** By the id of a template that a run uses beside its own. */
  further?: ReadonlyMap<string, Parameters>;
}

/** The prompt of a run with sample texts. Throws AppError `template_parameter_missing`, as the run would. */
export function previewTemplate(
  template: Template,
  { sample, parameters }: { sample: TemplateSample; parameters: Parameters },
): { system: string; prompt: string } {
  return renderTemplate(template, {
    parameters: { ...sample.parameters, ...sample.further?.get(template.id), ...parameters },
    texts: sample.texts,
    systemPromptOverride: null,
  });
}
