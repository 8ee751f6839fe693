import { Popover } from 'radix-ui';
import { type RefObject, useEffect, useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface FootnotePopoverProps {
  bodyRef: RefObject<HTMLElement | null>;
  /** The article's markup; its nodes are new whenever this changes. */
  html: string;
}

/** Shows a footnote where its reference is, by click or Enter. Elsewhere, a link to it leads to the original. */
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
      // A new tab or window is what these ask for.
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

/** More is an article of its own. */
const maxNoteCharacters = 4000;

/**
 * The notes of an article by their references. The ids of an article are not kept, so a note is recognized by its link
 * back to the reference.
 */
function findFootnotes(article: Element): Map<HTMLAnchorElement, Element> {
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
function copyNote(note: Element): Node[] {
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

/** Words that tell notes from references in the fragments of common tools: `fn:1` and `fnref:1`, `cite_note-a`. */
const fillers = /user-content|footnotes?|endnotes?|cite|note|anchor|back|link|ref|ftn|edn|fn|[^\p{L}\p{N}]/gu;
const longestReference = 8;

/** What a note and the reference to it have in common; null for a fragment that names neither. */
export function footnoteKey(hash: string): string | null {
  const written = decode(hash.slice(1)).toLowerCase();
  const key = written.replaceAll(fillers, '');
  // A heading's fragment has nothing to remove.
  return key === '' || key === written ? null : key;
}

/**
 * The keys that a link back may share with its note. Where a note has several references, theirs end in a number:
 * `cite_ref-harbour_3-0` and `cite_ref-harbour_3-1` belong to `cite_note-harbour-3`.
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
