/** Far beyond pages, even those that close no paragraph. htmlparser2's time grows with the square of the depth. */
const maxDepth = 3000;
const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
const rawElements = new Set('script style textarea title xmp iframe noembed noframes'.split(' '));
const nameAt = /[a-z][^\s/>]*/iy;

/** Removes the tags that would nest deeper than any real page; their content stays. */
export function limitNesting(html: string): string {
  const pieces: string[] = [];
  const find = rememberingFind(html);
  let depth = 0;
  let copied = 0;
  let at = html.indexOf('<');
  while (at !== -1) {
    const isClose = html[at + 1] === '/';
    nameAt.lastIndex = at + (isClose ? 2 : 1);
    const name = nameAt.exec(html)?.[0].toLowerCase();
    let next = at + 1;
    if (name === undefined) {
      if (html.startsWith('<!--', at)) next = find('-->', next);
    } else {
      // A name may hold brackets, as it does for htmlparser2; to look into it again would cost the square of its length.
      next = nameAt.lastIndex;
      if (isClose) depth = Math.max(0, depth - 1);
      else if (rawElements.has(name)) next = find(`</${name}`, next);
      else if (!voidElements.has(name) && ++depth > maxDepth) {
        next = tagEnd(html, next);
        pieces.push(html.slice(copied, at));
        copied = next;
      }
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
  const known = new Map<string, number>();
  return (what: string, from: number): number => {
    const last = known.get(what);
    if (last !== undefined && last >= from) return last;
    const pattern = new RegExp(what, 'gi');
    pattern.lastIndex = from;
    const place = pattern.exec(html)?.index ?? html.length;
    known.set(what, place);
    return place;
  };
}
