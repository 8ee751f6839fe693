import { footnoteKey, isBackLink, isReference } from './footnote-key.ts';

/** More is an article of its own. */
const maxNoteCharacters = 4000;

/**
 * The notes of an article by their references. The ids of an article are not kept, so a note is recognized by its link
 * back to the reference.
 */
export function findFootnotes(article: Element): Map<HTMLAnchorElement, Element> {
  const links = [...article.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')].flatMap((link) => {
    const key = footnoteKey(link.hash);
    if (key === null) return [];
    const name = `${link.origin}${link.pathname}${link.search}#${key}`;
    return [{ link, name, isBack: isBackLink(link.hash, link.textContent) }];
  });
  const notes = new Map<string, Element>();
  for (const { link, name, isBack } of links) {
    const note = isBack ? noteAround(link) : null;
    if (note !== null && !notes.has(name)) notes.set(name, note);
  }
  const found = new Map<HTMLAnchorElement, Element>();
  for (const { link, name, isBack } of links) {
    const note = isBack || !isReference(link.textContent) ? undefined : notes.get(name);
    if (note !== undefined && !note.contains(link)) found.set(link, note);
  }
  return found;
}

function noteAround(link: Element): Element | null {
  const note = link.closest('li, dd, aside') ?? link.closest('p, div:not(.article)');
  return note !== null && note.textContent.length <= maxNoteCharacters ? note : null;
}

/** The words of a note, without its links back. */
export function copyNote(note: Element): Node[] {
  const copy = note.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll<HTMLAnchorElement>('a[href*="#"]'))
    if (footnoteKey(link.hash) !== null && isBackLink(link.hash, link.textContent)) link.remove();
  for (const unwanted of copy.querySelectorAll('button, .pair > .target')) unwanted.remove();
  return [...copy.childNodes];
}
