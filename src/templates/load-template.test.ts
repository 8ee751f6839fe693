import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { detailLevels } from '#schema/language.ts';
import { loadTemplate } from './load-template.ts';

const head = 'id: a.b\nversion: v1\ntaskType: summary\n';

function load(yaml: string) {
  return loadTemplate({ file: 'my.yaml', content: new TextEncoder().encode(yaml) });
}

function refusal(yaml: string | Uint8Array): AppError {
  const content = typeof yaml === 'string' ? new TextEncoder().encode(yaml) : yaml;
  try {
    loadTemplate({ file: 'my.yaml', content });
  } catch (error) {
    if (error instanceof AppError && error.code === 'template_invalid') return error;
    throw error;
  }
  throw new Error('the template was accepted');
}

test.each(['summary.default', 'summary.merge'])('%s says how long each detail level is', async (id) => {
  const file = `${id}.yaml`;
  const content = await readFile(new URL(`builtin/${file}`, import.meta.url));
  const { defaultParameters } = loadTemplate({ file, content });
  for (const level of detailLevels) {
    expect(content.toString()).toContain(
      `- ${level}: {{${level}Words}} words or {{${level}Characters}} characters`,
    );
    for (const unit of ['Words', 'Characters', 'Bullets'])
      expect(defaultParameters[`${level}${unit}`]).toMatch(/^\d+ to \d+$/);
  }
});

describe('a valid template', () => {
  test('keeps every scalar as it was written', () => {
    const template = load(
      'id: a\nversion: 1.10\ntaskType: summary\ntemplate: x\ndefaultParameters:\n  n: 007\n  yes: true\n',
    );
    expect(template.version).toBe('1.10');
    expect({ ...template.defaultParameters }).toEqual({ n: '007', yes: 'true' });
  });

  test('derives required placeholders from both bodies, without the optional ones', () => {
    const template = load(
      `${head}systemTemplate: "In {{language}}."\ntemplate: "{{ text }} {{#title}}({{title}}){{/title}}"\noptionalPlaceholders: [title]\n`,
    );
    expect(template.requiredPlaceholders).toEqual(['language', 'text']);
    expect(template.optionalPlaceholders).toEqual(['title']);
  });

  test('takes explicit required placeholders as the source of truth', () => {
    const template = load(`${head}template: "{{a}} {{b}}"\nrequiredPlaceholders: [a]\n`);
    expect(template.requiredPlaceholders).toEqual(['a']);
  });

  test('treats list fields left blank as left out', () => {
    const template = load(
      `${head}template: "{{a}}"\nrequiredPlaceholders:\noptionalPlaceholders:\ndefaultParameters:\n`,
    );
    expect(template.requiredPlaceholders).toEqual(['a']);
    expect(template.optionalPlaceholders).toEqual([]);
  });

  test('reads default parameters as key=value lines, splitting at the first "="', () => {
    const template = load(`${head}template: x\ndefaultParameters:\n  - a = 80 to 140\n  - b=x=y\n  - c=\n`);
    expect({ ...template.defaultParameters }).toEqual({ a: '80 to 140', b: 'x=y', c: '' });
  });

  test('keeps description, input and output as free notes', () => {
    const template = load(`${head}template: x\ndescription: d\ninput: { schema: [a] }\noutput: plain\n`);
    expect(template.metadata).toEqual({ description: 'd', input: { schema: ['a'] }, output: 'plain' });
  });

  test('may begin with a byte order mark and have Windows line ends', () => {
    const template = load(`\uFEFF${head}template: |\n  one\n  two\n`.replaceAll('\n', '\r\n'));
    expect(template.template).toEqual([{ kind: 'literal', text: 'one\ntwo' }]);
  });
});

describe('an invalid template names file, field and remedy', () => {
  const cases: [name: string, yaml: string, field: string | null, message: RegExp][] = [
    ['no id', 'version: v1\ntaskType: summary\ntemplate: x', 'id', /is missing\. Enter an id/],
    [
      'an id with other characters',
      'id: A/b\nversion: v1\ntaskType: summary\ntemplate: x',
      'id',
      /lowercase letters/,
    ],
    ['a version of two lines', `${head.replace('v1', '"a\\nb"')}template: x`, 'version', /Enter one line/],
    [
      'a version that hides text',
      `${head.replace('v1', '"a\\u202eb"')}template: x`,
      'version',
      /Enter one line/,
    ],
    ['a version that is a list', `${head.replace('v1', '[1, 2]')}template: x`, 'version', /is not valid/],
    ['no version', 'id: a\ntaskType: summary\ntemplate: x', 'version', /Enter one line/],
    ['a blank version', 'id: a\nversion: " "\ntaskType: summary\ntemplate: x', 'version', /not valid/],
    ['no task type', 'id: a\nversion: v1\ntemplate: x', 'taskType', /Use one of: summary/],
    ['an unknown task type', 'id: a\nversion: v1\ntaskType: sumary\ntemplate: x', 'taskType', /Use one of/],
    ['no template', head, 'template', /is missing\. Enter the prompt/],
    ['a blank template', `${head}template: "  "`, 'template', /not valid/],
    ['a template that is a list', `${head}template: [x]`, 'template', /one block of text/],
    ['an unknown field', `${head}template: x\ntemplte: y`, 'templte', /is an unknown field\. Remove it/],
    [
      'a placeholder list that is text',
      `${head}template: x\noptionalPlaceholders: a`,
      'optionalPlaceholders',
      /list/,
    ],
    [
      'a required placeholder that is not used',
      `${head}template: x\nrequiredPlaceholders: [a]`,
      'requiredPlaceholders',
      /"a" is declared but not used/,
    ],
    [
      'an optional placeholder that is not used',
      `${head}template: x\noptionalPlaceholders: [a]`,
      'optionalPlaceholders',
      /"a" is declared but not used/,
    ],
    [
      'a placeholder both required and optional',
      `${head}template: "{{a}}"\nrequiredPlaceholders: [a]\noptionalPlaceholders: [a]`,
      'optionalPlaceholders',
      /one of the two/,
    ],
    [
      'a section on a required placeholder',
      `${head}template: "{{#a}}x{{/a}}"`,
      'optionalPlaceholders',
      /not optional\. Add "a"/,
    ],
    [
      'a nested section',
      `${head}template: "{{#a}}{{#b}}x{{/b}}{{/a}}"\noptionalPlaceholders: [a, b]`,
      'template',
      /nested/,
    ],
    [
      'a section that stays open',
      `${head}systemTemplate: "{{#a}}x"\ntemplate: y\noptionalPlaceholders: [a]`,
      'systemTemplate',
      /never closed\. Add {{\/a}}/,
    ],
    [
      'a section closed by another name',
      `${head}template: "{{#a}}x{{/b}}"\noptionalPlaceholders: [a]`,
      'template',
      /not open/,
    ],
    [
      'braces that are no placeholder',
      `${head}template: "{{two words}}"`,
      'template',
      /is not a placeholder/,
    ],
    [
      'a duplicate default',
      `${head}template: x\ndefaultParameters: [a=1, a=2]`,
      'defaultParameters',
      /"a" appears twice/,
    ],
    ['a default without "="', `${head}template: x\ndefaultParameters: [a]`, 'defaultParameters', /key=value/],
    [
      'a default that is no text',
      `${head}template: x\ndefaultParameters: { a: [1] }`,
      'defaultParameters',
      /not plain text/,
    ],
    [
      'defaults that are text',
      `${head}template: x\ndefaultParameters: a=1`,
      'defaultParameters',
      /list of key=value/,
    ],
    [
      'a default named __proto__',
      `${head}template: x\ndefaultParameters: { __proto__: y }`,
      'defaultParameters',
      /not a parameter name/,
    ],
    [
      'a field named __proto__',
      `${head}template: x\n__proto__: { polluted: yes }`,
      '__proto__',
      /is an unknown field/,
    ],
    [
      'a key given twice in a map',
      `${head}template: x\ndefaultParameters:\n  a: 1\n  a: 2\n`,
      null,
      /not valid YAML: Map keys must be unique at line 7/,
    ],
    ['broken YAML', 'id: "a', null, /not valid YAML/],
    ['two documents', `${head}template: x\n---\nid: b\n`, null, /not valid YAML/],
    ['a list instead of fields', '- a', null, /Start with "id:"/],
    ['an empty file', '', null, /Start with "id:"/],
  ];
  test.each(cases)('%s', (_, yaml, field, message) => {
    const error = refusal(yaml);
    expect(error.message).toMatch(/^my\.yaml: /);
    expect(error.message).toMatch(message);
    expect(error.details).toMatchObject({ file: 'my.yaml', field });
    if (field) expect(error.message).toContain(`: ${field}: `);
  });

  test('bytes that are not UTF-8', () => {
    expect(refusal(Uint8Array.of(0x69, 0xff, 0xfe)).message).toMatch(/Save the file as UTF-8/);
  });

  test('more than 256 KiB', () => {
    expect(refusal(`${head}template: ${'x'.repeat(262_144)}`).message).toMatch(/larger than 256 KiB/);
  });
});

describe('a hostile file does no harm', () => {
  test('an alias bomb is refused before it unfolds', () => {
    const levels = Array.from(
      { length: 30 },
      (_, n) => `  l${n + 1}: &l${n + 1} [${`*l${n}, `.repeat(9)}*l${n}]`,
    );
    const bomb = `${head}template: x\ninput:\n  l0: &l0 [x]\n${levels.join('\n')}\n`;
    expect(refusal(bomb).message).toMatch(/alias.*Write the value out/);
  });

  test.each(['[', '{', '- ', '? ', 'a: ', '[{', '[a, ', '- - '])(
    'nesting by %j without end is refused before it is parsed',
    (level) => {
      const error = refusal(level.repeat(Math.floor(250_000 / level.length)));
      expect(error.message).toBe('my.yaml: is nested too deeply. Write each field on a line of its own.');
      expect(error.details).toMatchObject({ line: 1 });
    },
  );

  test.each([']', '[]', '- a\n', '#\n', '!x ', '&a ', '*a ', '---\n', '"" '])(
    'parts without end are refused before they are parsed: %j',
    (part) => {
      const { message } = refusal(part.repeat(Math.floor(250_000 / part.length)));
      expect(message).toMatch(/^my\.yaml: has too many parts\. Write long texts as one block/);
    },
  );

  test('faults without end in one quotation are refused before it is parsed', () => {
    const { message } = refusal(`template: "${'\\x'.repeat(100_000)}"`);
    expect(message).toMatch(/^my\.yaml: has too many parts/);
    expect(load(`${head}template: "${'line\\n'.repeat(3000)}"`).written.prompt).toContain('line\nline');
  });

  test('nesting says the line where it is too deep', () => {
    const deep = Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
    const { line } = refusal(`input:\n${deep}`).details ?? {};
    expect(line).toBeGreaterThan(10);
    expect(line).toBeLessThan(50);
  });

  test('prototype names are names like any other', () => {
    const template = load(
      `${head}template: "{{constructor}}"\ndefaultParameters: [constructor=c, toString=t]`,
    );
    expect(template.defaultParameters.constructor).toBe('c');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
