import { AppError } from '#schema/app-error.ts';
import type { Parameters } from '#schema/runs/run.ts';
import type { Template } from './load-template.ts';
import { type BodyPart, placeholdersOf } from './parse-body.ts';

export interface RenderInput {
  parameters: Parameters;
  /** Untrusted texts, inserted by name like parameters but fenced and escaped. They take precedence over parameters. */
  texts: Record<string, string>;
  /** Replaces the system text verbatim; placeholders in it are not filled in. A blank value replaces nothing. */
  systemPromptOverride: string | null;
}

/**
 * Fills in parameters, with `defaultParameters` for missing ones. Values are joined between the parts of the parsed
 * template, so nothing inside a value (`$&`, `{{…}}`) is interpreted.
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

/** All parameters of the prompt, without the untrusted texts. */
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

/**
 * Puts untrusted text between `<name>` and `</name>` on lines of their own, so that the prompt can say where
 * material begins and ends. Inside the text, and nowhere else, one character of each look-alike is replaced:
 *
 * - `<` (also full-width `＜` and small `﹤`) becomes `&lt;` when what follows reads as the opening or closing tag of
 *   any of the prompt's fences: in any case, with spaces, invisible characters, slashes, `-` or `_` before or
 *   between the letters of the name, with or without attributes and `>`;
 * - `<` becomes `&lt;` before `|` or `｜` (`<|im_start|>`, `<|eot_id|>`, `<｜User｜>`) and in `<s>`, `<sys>` (of
 *   `<<SYS>>`), `<bos>`, `<eos>`, `<pad>`, `<unk>`, `<think>`, `<start_of_turn>`, `<end_of_turn>` and their closing
 *   forms: the control tokens of common chat formats;
 * - `[` becomes `&#91;` in the bracketed control tokens of Mistral and Llama 2, such as `[INST]` and `[/INST]`.
 *
 * Everything else stays as it is.
 */
export function fenceText({ name, text, fences }: { name: string; text: string; fences: string[] }): string {
  const defused = text
    .replace(lookAlikeOf(fences), '&lt;')
    .replace(ANGLE_TOKEN, '&lt;')
    .replace(BRACKET_TOKEN, '&#91;');
  return `<${name}>\n${defused}\n</${name}>`;
}

const ANGLE = '[<＜﹤]';
const GAP = '[\\s\\p{Cf}\\p{Cc}\\p{Mn}_.\\\\/∕⁄／-]*';

const ANGLE_TOKEN = new RegExp(
  `${ANGLE}(?=\\s*[|｜]|\\s*(?:/\\s*)?(?:s|sys|bos|eos|pad|unk|think|start_of_turn|end_of_turn)\\s*(?:/\\s*)?[>＞﹥])`,
  'giu',
);
const BRACKET_TOKEN =
  /\[(?=\s*(?:\/\s*)?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|gMASK)\s*\])/gi;

function lookAlikeOf(names: string[]): RegExp {
  const spelled = names.map((name) => (name.match(/[A-Za-z0-9]/g) ?? []).join(GAP));
  return new RegExp(`${ANGLE}(?=${GAP}(?:${spelled.join('|')})(?![A-Za-z0-9]))`, 'giu');
}
