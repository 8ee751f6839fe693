/** The little of a DOM node that is read here; browsers and linkedom have it. */
export interface ParagraphNode {
  nodeType: number;
  nodeName: string;
  nodeValue: string | null;
  childNodes: Iterable<ParagraphNode>;
}

export const elementNode = 1;
export const textNode = 3;

const namesOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that are part of a line of text. All others begin a paragraph of their own. */
const inline = namesOf(
  'A ABBR ACRONYM B BDI BDO BIG BR CITE CODE DATA DEL DFN EM FONT I IMG INS KBD LABEL MARK NOBR Q RB RP RT RTC RUBY S SAMP ' +
    'SMALL SPAN STRIKE STRONG SUB SUP TIME TT U VAR WBR',
);
/** Inline elements that mean nothing in a translation, so that no marker is spent on them. */
const transparent = namesOf('ABBR ACRONYM BDI BDO DATA FONT LABEL NOBR RB RUBY SPAN TIME');
const omitted = namesOf('RP RT RTC WBR');
const skipped = namesOf(
  'PRE SCRIPT STYLE NOSCRIPT TEMPLATE SVG MATH HEAD IFRAME OBJECT CANVAS AUDIO VIDEO SELECT BUTTON TEXTAREA',
);
const code = namesOf('CODE KBD SAMP TT VAR');

export type Role =
  | 'text'
  | 'break'
  | 'image'
  | 'code'
  | 'inline'
  | 'transparent'
  | 'omitted'
  | 'skipped'
  | 'block';

/** What a node is to the paragraph around it. */
export function roleOf(node: ParagraphNode): Role {
  if (node.nodeType === textNode) return 'text';
  if (node.nodeType !== elementNode) return 'omitted';
  const name = node.nodeName.toUpperCase();
  if (name === 'BR') return 'break';
  if (name === 'IMG') return 'image';
  if (code.has(name)) return 'code';
  if (omitted.has(name)) return 'omitted';
  if (skipped.has(name)) return 'skipped';
  if (transparent.has(name)) return 'transparent';
  return inline.has(name) ? 'inline' : 'block';
}
