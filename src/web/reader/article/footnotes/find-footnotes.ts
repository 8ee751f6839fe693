import { backLinkKeys, footnoteKey, isBackLink, isReference } from './footnote-key.ts';

/** More is an article of its own. */
const maxNoteCharacters = 4000;

/**
 * The notes of an article by their references. The ids of an article are not kept, so a note is recognized by its link
 * back to the reference.
 */
export function findFootnotes(article: Element): Map<HTMLAnchorElement, Element> {
  const links = [...article.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')].filter(
    ({ hash }) => footnoteKey(hash) !== null,
  );
  const backLinks = links.filter(isBack);
  const notes = new Map<string, Element>();
  // A key of its own comes before one that is shared.
  for (const at of [0, 1]) {
    for (const link of backLinks) {
      const key = backLinkKeys(link.hash)[at];
      const note = key === undefined ? null : noteAround(link);
      if (key !== undefined && note !== null && !notes.has(nameOf(link, key)))
        notes.set(nameOf(link, key), note);
    }
  }
  const found = new Map<HTMLAnchorElement, Element>();
  for (const link of links) {
    if (isBack(link) || !isReference(link.textContent)) continue;
    const note = notes.get(nameOf(link, footnoteKey(link.hash) ?? ''));
    if (note !== undefined && !note.contains(link)) found.set(link, note);
  }
  return found;
}

function isBack(link: HTMLAnchorElement): boolean {
  return isBackLink(link.hash, link.textContent);
}

/** Articles of several pages may have notes with the same numbers. */
function nameOf({ origin, pathname, search }: HTMLAnchorElement, key: string): string {
  return `${origin}${pathname}${search}#${key}`;
}

function noteAround(link: Element): Element | null {
  const note = link.closest('li, dd, aside') ?? link.closest('p, div:not(.article)');
  return note !== null && note.textContent.length <= maxNoteCharacters ? note : null;
}

/** The words of a note, without its links back. */
export function copyNote(note: Element): Node[] {
  const copy = note.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll<HTMLAnchorElement>('a[href*="#"]'))
    if (footnoteKey(link.hash) !== null && isBack(link)) link.remove();
  for (const unwanted of copy.querySelectorAll('button, .pair > .target')) unwanted.remove();
  withoutArrow(copy);
  return [...copy.childNodes];
}

/** Before several links back, the arrow is not part of one. */
function withoutArrow(note: Element): void {
  const texts = note.ownerDocument.createTreeWalker(note, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    text.nodeValue = (text.nodeValue ?? '').replace(/^[\s^↑]{1,20}/u, '');
    if (text.nodeValue !== '') return;
  }
}
