import { Popover } from 'radix-ui';
import { type RefObject, useEffect, useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface FootnotePopoverProps {
  bodyRef: RefObject<HTMLElement | null>;
  /** The article's markup. Whenever it changes, all nodes are new. */
  html: string;
}

/**
 * Shows a footnote at its reference after a click or Enter. A reference without a known note stays an ordinary link.
 */
export function FootnotePopover({ bodyRef, html }: FootnotePopoverProps) {
  const { article } = useStrings().reader;
  const [open, setOpen] = useState<{ link: HTMLElement; note: Element } | null>(null);

  useEffect(() => {
    const body = bodyRef.current;
    if (body === null) return undefined;
    const footnotes = findFootnotes(body);
    for (const link of footnotes.keys()) link.ariaHasPopup = 'dialog';
    function click(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const note = link === null ? undefined : footnotes.get(link);
      // A click with one of these keys asks for a new tab or window.
      if (link === null || note === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setOpen({ link, note });
    }
    body.addEventListener('click', click);
    return () => {
      body.removeEventListener('click', click);
      setOpen(null);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [bodyRef, html]);

  if (open === null) return null;
  return (
    <Popover.Root open onOpenChange={() => setOpen(null)}>
      <Popover.Anchor virtualRef={{ current: open.link }} />
      <Popover.Portal>
        <Popover.Content
          side="top"
          sideOffset={6}
          collisionPadding={12}
          aria-label={article.footnote}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement)
              event.currentTarget.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            open.link.focus({ preventScroll: true });
          }}
          className="z-50 max-h-[min(20rem,50vh)] w-max max-w-[min(26rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg border border-line bg-surface px-4 py-3 shadow-lg outline-none"
        >
          <div
            dir="auto"
            className="article footnote"
            ref={(element) => element?.replaceChildren(...copyNote(open.note))}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** A longer element is not a note but a part of the article. */
const maxNoteCharacters = 4000;

/**
 * Finds the notes of an article by their references. The article's ids are not kept, so a note is recognized by its
 * link back to the reference.
 */
function findFootnotes(article: Element): Map<HTMLAnchorElement, Element> {
  const links = [...article.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')].filter(
    ({ hash }) => footnoteKey(hash) !== null,
  );
  const backLinks = links.filter(isBack);
  const notes = new Map<string, Element>();
  // The exact key of a link comes before a key that several links share.
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

/** The name includes the page, because an article of several pages may repeat the numbers of its notes. */
function nameOf({ origin, pathname, search }: HTMLAnchorElement, key: string): string {
  return `${origin}${pathname}${search}#${key}`;
}

function noteAround(link: Element): Element | null {
  const note = link.closest('li, dd, aside') ?? link.closest('p, div:not(.article)');
  return note !== null && note.textContent.length <= maxNoteCharacters ? note : null;
}

/** Copies the content of a note without its links back. */
function copyNote(note: Element): Node[] {
  const copy = note.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll<HTMLAnchorElement>('a[href*="#"]'))
    if (footnoteKey(link.hash) !== null && isBack(link)) link.remove();
  for (const unwanted of copy.querySelectorAll('button, .pair > .target')) unwanted.remove();
  withoutArrow(copy);
  return [...copy.childNodes];
}

/** Removes the arrow that stands before several links back, because it is not part of any link. */
function withoutArrow(note: Element): void {
  const texts = note.ownerDocument.createTreeWalker(note, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    text.nodeValue = (text.nodeValue ?? '').replace(/^[\s^↑]{1,20}/u, '');
    if (text.nodeValue !== '') return;
  }
}

/** These words distinguish notes from references in common tools: `fn:1` and `fnref:1`, `cite_note-a`. */
const fillers = /user-content|footnotes?|endnotes?|cite|note|anchor|back|link|ref|ftn|edn|fn|[^\p{L}\p{N}]/gu;
const longestReference = 8;

/** Returns what a note and the reference to it have in common, or null for a fragment that names neither. */
export function footnoteKey(hash: string): string | null {
  const written = decode(hash.slice(1)).toLowerCase();
  const key = written.replaceAll(fillers, '');
  // The fragment of a heading contains none of these words.
  return key === '' || key === written ? null : key;
}

/**
 * Returns the keys that a link back may share with its note. If a note has several references, their fragments end in
 * a number: `cite_ref-harbour_3-0` and `cite_ref-harbour_3-1` belong to `cite_note-harbour-3`.
 */
export function backLinkKeys(hash: string): string[] {
  const keys = [footnoteKey(hash), footnoteKey(hash.replace(/(?:[-:]|%3A)\d{1,4}$/i, ''))];
  return [...new Set(keys.filter((key) => key !== null))];
}

/** Whether a link leads from a note back to its reference. */
export function isBackLink(hash: string, text: string): boolean {
  return /ref|anchor|back/i.test(hash) || /[↩↑⏎⤴^]/u.test(text);
}

/** Whether a link looks like the mark of a note: a number, a letter or a sign. */
export function isReference(text: string): boolean {
  const mark = text.trim();
  if (mark === '' || mark.length > longestReference || /\s/.test(mark)) return false;
  return (mark.match(/\p{L}/gu) ?? []).length <= 1;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
