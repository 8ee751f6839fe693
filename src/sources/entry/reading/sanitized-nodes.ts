/** A node of markup that the sanitizer wrote: an element or a text. */
export type SanitizedNode = SanitizedElement | string;

interface SanitizedElement {
  name: string;
  /** The attribute of a numbered list. */
  start: string | null;
  children: SanitizedNode[];
}

const tag = /^(\/?)([a-z][a-z0-9]*)((?: [^<>]*)?)$/;
const voidElements = new Set(['br', 'hr', 'img', 'wbr']);
/** Where a browser builds another tree than the tags say: contents of tables and ruby. */
const rearranged = /<(?:table|caption|colgroup|col|tbody|thead|tfoot|tr|td|th|ruby|rp|rt)[ >]|[\0\r]/;
/** These end a paragraph that is open, however deep. */
const endsParagraph = new Set(
  'article aside blockquote details div dl figcaption figure h1 h2 h3 h4 h5 h6 hr ol p pre section summary ul li dd dt'.split(
    ' ',
  ),
);
/** None of these stands in another. */
const headings = new Set('h1 h2 h3 h4 h5 h6'.split(' '));
const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * Reads what the sanitizer wrote, which has an end tag for each start tag and four kinds of references, in a quarter of the
 * time that any markup takes. Null for what a browser would build in another way than it is written.
 */
export function readSanitized(html: string): SanitizedNode | null {
  if (rearranged.test(html)) return null;
  const root: SanitizedElement = { name: 'body', start: null, children: [] };
  const open = [root];
  for (let at = 0; at < html.length; ) {
    const parent = open.at(-1) ?? root;
    const isTag = html.charCodeAt(at) === 0x3c;
    const next = html.indexOf(isTag ? '>' : '<', at);
    if (!isTag) {
      const end = next === -1 ? html.length : next;
      const text = decode(html.slice(at, end));
      if (text === null) return null;
      parent.children.push(text);
      at = end;
      continue;
    }
    const [, slash, name, attributes = ''] = tag.exec(html.slice(at + 1, Math.max(at, next))) ?? [];
    if (name === undefined) return null;
    at = next + 1;
    if (slash !== '') {
      if (voidElements.has(name)) continue;
      if (parent.name !== name || parent === root) return null;
      open.pop();
    } else {
      if (isMoved(name, open)) return null;
      const start = name === 'ol' ? (/ start="([^"]*)"/.exec(attributes)?.[1] ?? null) : null;
      const element: SanitizedElement = { name, start, children: [] };
      parent.children.push(element);
      if (!voidElements.has(name)) open.push(element);
    }
  }
  return open.length === 1 ? root : null;
}

/** Whether a browser would end an open element first. */
export function isMoved(name: string, open: readonly { name: string }[]): boolean {
  const isOpen = (other: string) => open.some((element) => element.name === other);
  if (endsParagraph.has(name) && isOpen('p')) return true;
  if (headings.has(name)) return headings.has(open.at(-1)?.name ?? '');
  if (name === 'a') return isOpen('a');
  if (name === 'li') return !isFirstSince(open, 'li', ['ul', 'ol']);
  if (name === 'dd' || name === 'dt')
    return !(isFirstSince(open, 'dd', ['dl']) && isFirstSince(open, 'dt', ['dl']));
  return false;
}

/** Whether none of a name is open inside the innermost of these. */
function isFirstSince(open: readonly { name: string }[], name: string, inside: readonly string[]): boolean {
  const last = open.findLast((element) => element.name === name || inside.includes(element.name));
  return last?.name !== name;
}

/** Null if there is a reference that the sanitizer does not write. */
function decode(text: string): string | null {
  if (!text.includes('&')) return text;
  let isKnown = true;
  const decoded = text.replace(/&([a-z]*;?)/gi, (_, written: string) => {
    const character = written.endsWith(';') ? references[written.slice(0, -1)] : undefined;
    isKnown &&= character !== undefined;
    return character ?? '';
  });
  return isKnown ? decoded : null;
}
