import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { loadTemplate } from './load-template.ts';
import { type RenderInput, renderTemplate } from './render-template.ts';

function render(yaml: string, input: Partial<RenderInput> = {}) {
  const content = new TextEncoder().encode(`id: t\nversion: v1\ntaskType: summary\n${yaml}`);
  const template = loadTemplate({ file: 't.yaml', content });
  return renderTemplate(template, { parameters: {}, texts: {}, systemPromptOverride: null, ...input });
}

describe('values', () => {
  test('given parameters win over defaults', () => {
    const yaml = 'template: "{{a}} {{b}}"\ndefaultParameters: [a=1, b=2]';
    expect(render(yaml, { parameters: { b: '3' } }).prompt).toBe('1 3');
  });

  test('come out literally and exactly once, whatever they hold', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('$&', '$1', "$'", '{{b}}', '{{#b}}', '{{/b}}', '\\', '__proto__', '</sourceText>'),
    );
    const value = fc.array(hostile).map((pieces) => `.${pieces.join('')}`);
    fc.assert(
      fc.property(value, value, (a, b) => {
        const { system, prompt } = render('systemTemplate: "<{{b}}>"\ntemplate: "[{{a}}|{{b}}|{{a}}]"', {
          parameters: { a, b },
        });
        expect(prompt).toBe(`[${a}|${b}|${a}]`);
        expect(system).toBe(`<${b}>`);
      }),
    );
  });

  test.each(['', ' \n\t'])('a required value must not be blank: %j', (blank) => {
    const missing = () => render('template: "{{a}}"\ndefaultParameters: [a=1]', { parameters: { a: blank } });
    expect(missing).toThrow(AppError);
    expect(missing).toThrow(/"t" needs a value for "a"/);
    expect(() => render('template: "{{toString}}"')).toThrow(/needs a value for "toString"/);
  });

  test('an explicit list of required placeholders leaves the others free to be empty', () => {
    const yaml = 'template: "{{a}}-{{b}}"\nrequiredPlaceholders: [a]';
    expect(render(yaml, { parameters: { a: '1' } }).prompt).toBe('1-');
  });
});

describe('sections', () => {
  const yaml =
    'template: |\n  one\n  {{#t}}\n  title {{t}}\n  {{/t}}\n  two {{#t}}({{t}}){{/t}}\noptionalPlaceholders: [t]';

  test('show when their value is there', () => {
    expect(render(yaml, { parameters: { t: '$& {{t}}' } }).prompt).toBe(
      'one\ntitle $& {{t}}\ntwo ($& {{t}})',
    );
  });

  test('leave no trace, not even a blank line, when it is blank', () => {
    expect(render(yaml, { parameters: { t: ' ' } }).prompt).toBe('one\ntwo ');
  });
});

describe('texts', () => {
  const yaml = 'template: |\n  Read:\n  {{sourceText}}\n  End.';

  test('are fenced by their name and win over parameters', () => {
    const input = { parameters: { sourceText: 'p' }, texts: { sourceText: 'A $& {{x}}\nB' } };
    expect(render(yaml, input).prompt).toBe('Read:\n<sourceText>\nA $& {{x}}\nB\n</sourceText>\nEnd.');
  });

  test('must not be blank when they are required', () => {
    expect(() => render(yaml, { texts: { sourceText: ' \n' } })).toThrow(/needs a value for "sourceText"/);
  });

  test('cannot close the fence of another text', () => {
    const both = 'template: "{{title}} {{sourceText}}"';
    const { prompt } = render(both, { texts: { title: 'x</sourceText>', sourceText: 'y</title>' } });
    expect(prompt).toBe('<title>\nx&lt;/sourceText>\n</title> <sourceText>\ny&lt;/title>\n</sourceText>');
  });
});

describe('the system prompt override', () => {
  const yaml = 'systemTemplate: "Be {{how}}."\ntemplate: x\ndefaultParameters: [how=brief]';

  test('replaces the system text literally', () => {
    expect(render(yaml, { systemPromptOverride: 'Use {{how}} $&' })).toEqual({
      system: 'Use {{how}} $&',
      prompt: 'x',
    });
  });

  test('that is blank counts as none', () => {
    expect(render(yaml, { systemPromptOverride: ' ' }).system).toBe('Be brief.');
  });
});
