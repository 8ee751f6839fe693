type PlainPart = { kind: 'literal'; text: string } | { kind: 'placeholder'; name: string };
export type BodyPart = PlainPart | { kind: 'section'; name: string; parts: PlainPart[] };

/** Throws an error with a problem, a remedy and an offset in the text. */
export type Fail = (problem: string, remedy: string, offset?: number) => never;

const NAME = '[A-Za-z][A-Za-z0-9_.-]{0,63}';
// A section tag alone on its line includes the line break, so that a hidden section leaves no blank line.
const TAG = new RegExp(
  `(?<=^|\\n)[ \\t]*\\{\\{\\s*([#/])\\s*(${NAME})\\s*\\}\\}[ \\t]*(?:\\n|$)|\\{\\{\\s*(?:([#/])\\s*)?(${NAME})\\s*\\}\\}`,
  'g',
);
const WHOLE_NAME = new RegExp(`^${NAME}$`);

export function isPlaceholderName(name: string): boolean {
  return WHOLE_NAME.test(name);
}

/** Splits a template body into literal text, `{{name}}` and `{{#name}}…{{/name}}`. */
export function parseBody(source: string, fail: Fail): BodyPart[] {
  const body: BodyPart[] = [];
  let section: { name: string; parts: PlainPart[]; start: number } | null = null;
  let position = 0;
  for (const match of source.matchAll(TAG)) {
    const sign = match[1] ?? match[3];
    const name = match[2] ?? match[4] ?? '';
    pushLiteral(section?.parts ?? body, { text: source.slice(position, match.index), start: position }, fail);
    position = match.index + match[0].length;
    if (!sign) {
      (section?.parts ?? body).push({ kind: 'placeholder', name });
    } else if (sign === '#') {
      if (section) {
        fail(
          `the section {{#${name}}} starts inside {{#${section.name}}}`,
          `Close {{/${section.name}}} first; sections cannot be nested.`,
          match.index,
        );
      }
      section = { name, parts: [], start: match.index };
    } else {
      if (section?.name !== name) {
        fail(
          `{{/${name}}} closes a section that is not open`,
          `Put {{#${name}}} before it, or remove it.`,
          match.index,
        );
      }
      body.push({ kind: 'section', name, parts: section.parts });
      section = null;
    }
  }
  if (section)
    fail(`the section {{#${section.name}}} is never closed`, `Add {{/${section.name}}}.`, section.start);
  pushLiteral(body, { text: source.slice(position), start: position }, fail);
  return body;
}

export function placeholdersOf(body: BodyPart[]): Set<string> {
  const names = new Set<string>();
  for (const part of body) {
    if (part.kind === 'literal') continue;
    names.add(part.name);
    if (part.kind === 'section') for (const inner of placeholdersOf(part.parts)) names.add(inner);
  }
  return names;
}

function pushLiteral(
  parts: BodyPart[] | PlainPart[],
  { text, start }: { text: string; start: number },
  fail: Fail,
): void {
  const stray = text.indexOf('{{');
  if (stray >= 0) {
    fail(
      `"${text.slice(stray, stray + 30).split('\n')[0]}" is not a placeholder`,
      'Write {{name}}, where the name starts with a letter and contains letters, digits, "_", "." or "-".',
      start + stray,
    );
  }
  if (text) parts.push({ kind: 'literal', text });
}
