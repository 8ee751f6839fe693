/** The parts of code that have their own colours. Highlights and the colours in `tokens.css` use these names. */
export const codeParts = ['keyword', 'string', 'comment', 'number', 'title', 'type'] as const;
export type CodePart = (typeof codeParts)[number];

/** The parts by their scopes in highlight.js. Other scopes, such as operators, have the colour of the text. */
const scopes = new Map(
  Object.entries<CodePart>({
    keyword: 'keyword',
    'selector-tag': 'keyword',
    'selector-pseudo': 'keyword',
    name: 'keyword',
    deletion: 'keyword',
    string: 'string',
    regexp: 'string',
    symbol: 'string',
    code: 'string',
    addition: 'string',
    comment: 'comment',
    quote: 'comment',
    number: 'number',
    literal: 'number',
    bullet: 'number',
    title: 'title',
    section: 'title',
    'selector-class': 'title',
    'selector-id': 'title',
    type: 'type',
    built_in: 'type',
    attr: 'type',
    attribute: 'type',
    variable: 'type',
    'template-variable': 'type',
    meta: 'type',
  }),
);

/** A node of the tree that highlight.js returns. */
export interface ScopedNode {
  scope?: string;
  children: readonly (string | ScopedNode)[];
}

/** The first character of a part, and the character after its last. */
export type CodeSpan = [start: number, end: number, part: CodePart];

/** Returns the coloured parts of a text. An inner scope wins over the scope around it. */
export function readSpans(root: ScopedNode): CodeSpan[] {
  const spans: CodeSpan[] = [];
  let at = 0;
  read(root, null);
  return spans;

  function read({ scope, children }: ScopedNode, outer: CodePart | null): void {
    // A scope such as “title.function” counts as a title.
    const part = scopes.get(scope?.split('.')[0] ?? '') ?? outer;
    for (const child of children) {
      if (typeof child !== 'string') {
        read(child, part);
        continue;
      }
      const end = at + child.length;
      const last = spans.at(-1);
      if (last?.[1] === at && last[2] === part) last[1] = end;
      else if (part !== null && child.trim() !== '') spans.push([at, end, part]);
      at = end;
    }
  }
}
