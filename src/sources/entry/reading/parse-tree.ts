import { parseJSON } from 'linkedom';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Map = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

/** Node types as linkedom's linear form writes them. */
const element = 1;
const attribute = 2;
const text = 3;
const end = -1;
/**
 * A browser opens formatting elements again in each block that they reach into: a hundred of them over a thousand blocks
 * become a hundred thousand elements. Real pages have fewer elements than twice their tags.
 */
const elementsPerTag = 4;
const elementsAnyway = 2000;
const formatting = /<\/?(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])[^<>]*>/gi;

class TooManyElements extends Error {}

/** Builds the tree that the HTML standard prescribes, from any markup, as a linkedom document. */
export function parseTree(html: string): unknown {
  return parseJSON(flatten(parseNodes(html)));
}

/** The same as parse5's own nodes, which are made in half the time. */
export function parseNodes(html: string): DefaultTreeAdapterTypes.Document {
  try {
    return parseBounded(html);
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    return parseBounded(html.replace(formatting, ''));
  }
}

function parseBounded(html: string): DefaultTreeAdapterTypes.Document {
  let left = elementsAnyway + elementsPerTag * countTags(html);
  const treeAdapter: TreeAdapter<Map> = {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attrs) {
      left -= 1;
      if (left < 0) throw new TooManyElements();
      return defaultTreeAdapter.createElement(tagName, namespace, attrs);
    },
  };
  // What is in <noscript> is markup here, as it is where no scripts run.
  return parse(html, { treeAdapter, scriptingEnabled: false });
}

function countTags(html: string): number {
  let count = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) count += 1;
  return count;
}

/** Without recursion, so that no depth can exhaust the stack. Comments and document types say nothing to a reader. */
function flatten(document: DefaultTreeAdapterTypes.Document): (string | number)[] {
  const flat: (string | number)[] = [9];
  const stack: (Node | null)[] = document.childNodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === null) flat.push(end);
    else if (node.nodeName === '#text' && 'value' in node) flat.push(text, node.value);
    else if ('tagName' in node) {
      flat.push(element, node.tagName);
      for (const { prefix, name, value } of node.attrs) {
        flat.push(attribute, prefix ? `${prefix}:${name}` : name, value);
      }
      stack.push(null);
      // A template's content is not part of the page.
      if (node.tagName === 'template') continue;
      for (let at = node.childNodes.length - 1; at >= 0; at--) stack.push(node.childNodes[at] ?? null);
    }
  }
  return flat;
}
