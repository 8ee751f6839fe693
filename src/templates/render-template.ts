import { AppError } from '#schema/app-error.ts';
import type { Parameters } from '#schema/runs/run.ts';
import { fenceText } from './fence-text.ts';
import type { Template } from './load-template.ts';
import { type BodyPart, placeholdersOf } from './parse-body.ts';

export interface RenderInput {
  parameters: Parameters;
  /** Untrusted texts, inserted by name like parameters but fenced and escaped; they take precedence over parameters. */
  texts: Record<string, string>;
  /** Replaces the system text verbatim: no placeholders. Blank: no replacement. */
  systemPromptOverride: string | null;
}

/**
 * Fills in `defaultParameters` overridden by the given parameters. The template was cut into parts when it was loaded
 * and values are only ever joined in between, so nothing inside a value (`$&`, `{{…}}`) is read again.
 */
export function renderTemplate(template: Template, input: RenderInput): { system: string; prompt: string } {
  const values = resolveValues(template, input);
  for (const name of template.requiredPlaceholders) {
    if (isBlank(values.get(name))) {
      throw new AppError(
        'template_parameter_missing',
        `The template "${template.id}" needs a value for "${name}". Set it in the request, or add a default to defaultParameters.`,
        { details: { templateId: template.id, parameter: name } },
      );
    }
  }
  const override = input.systemPromptOverride;
  return {
    system: override === null || isBlank(override) ? join(template.systemTemplate, values) : override,
    prompt: join(template.template, values),
  };
}

/** Everything that was filled in except the untrusted texts. */
export function renderedParameters(template: Template, { parameters, texts }: RenderInput): Parameters {
  const all = Object.entries({ ...template.defaultParameters, ...parameters });
  return Object.fromEntries(all.filter(([name]) => !Object.hasOwn(texts, name)));
}

function resolveValues(template: Template, { parameters, texts }: RenderInput): Map<string, string> {
  const used = placeholdersOf([...template.systemTemplate, ...template.template]);
  const fences = [...used].filter((name) => Object.hasOwn(texts, name));
  const values = new Map([...Object.entries(template.defaultParameters), ...Object.entries(parameters)]);
  for (const name of fences) {
    const text = texts[name] ?? '';
    values.set(name, isBlank(text) ? '' : fenceText({ name, text, fences }));
  }
  return values;
}

function join(body: BodyPart[], values: Map<string, string>): string {
  return body
    .map((part) => {
      if (part.kind === 'literal') return part.text;
      const value = values.get(part.name) ?? '';
      if (part.kind === 'placeholder') return value;
      return isBlank(value) ? '' : join(part.parts, values);
    })
    .join('');
}

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}
