/** Far beyond pages, even those that close no paragraph. htmlparser2's time grows with the square of the depth. */
const maxDepth = 3000;
const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
const rawElements = new Set('script style textarea title xmp iframe noembed noframes'.split(' '));
const nameAt = /[a-z][^\s/>]*/iy;

/** Takes the tags away that would nest deeper than any page; what is between them stays. */
export function limitNesting(html: string): string {
  const pieces: string[] = [];
  const find = rememberingFind(html);
  let depth = 0;
  let copied = 0;
  let at = html.indexOf('<');
  while (at !== -1) {
    let next = at + 1;
    const isClose = html[next] === '/';
    nameAt.lastIndex = isClose ? next + 1 : next;
    const name = nameAt.exec(html)?.[0].toLowerCase();
    if (name === undefined) {
      if (html.startsWith('!--', next)) next = find('-->', next);
    } else if (isClose) {
      depth = Math.max(0, depth - 1);
    } else if (rawElements.has(name)) {
      next = find(`</${name}`, nameAt.lastIndex);
    } else if (!voidElements.has(name) && ++depth > maxDepth) {
      next = tagEnd(html, nameAt.lastIndex);
      pieces.push(html.slice(copied, at));
      copied = next;
    }
    at = html.indexOf('<', next);
  }
  return pieces.length === 0 ? html : pieces.join('') + html.slice(copied);
}

function tagEnd(html: string, from: number): number {
  for (let i = from; i < html.length; i++) {
    const code = html.charCodeAt(i);
    if (code === 0x3c) return i;
    if (code === 0x3e) return i + 1;
  }
  return html.length;
}

/** Where the text comes next, or the end; each stretch is looked at once, however often it is asked. */
function rememberingFind(html: string) {
  const lower = html.toLowerCase();
  const known = new Map<string, number>();
  return (what: string, from: number): number => {
    const last = known.get(what);
    if (last !== undefined && last >= from) return last;
    const found = lower.indexOf(what, from);
    const place = found === -1 ? html.length : found;
    known.set(what, place);
    return place;
  };
}
