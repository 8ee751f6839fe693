import { ExternalLink, Mail, MailOpen, Star, TableOfContents, Trash2 } from 'lucide-react';
import { DropdownMenu, Popover } from 'radix-ui';
import { type ReactNode, type RefObject, useState } from 'react';
import type { Entry, EntryHead } from '#schema/entry.ts';
import { BackButton, buttonClass, IconButton } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/dialog.tsx';
import { keyHint } from '#web/controls/keys.ts';
import { MenuItem, menuClass } from '#web/controls/more-menu.tsx';
import { useDeleteEntry, usePatchEntry } from '#web/reader/entry-actions.ts';
import { keyOf } from '#web/reader/shortcuts.ts';
import { safeUrl } from '#web/reader/web-address.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { LookChoice } from '#web/theme/look-choice.tsx';
import { headWidth } from './article-head.tsx';

interface ArticleBarProps {
  head: EntryHead;
  entry: Entry | null;
  paneRef: RefObject<HTMLElement | null>;
  onBack(): void;
  onDeleted(): void;
  /** The controls that stand after the buttons for star and read. */
  children: ReactNode;
}

/** Shows what can be done with the article. The bar stays in sight while the text scrolls beneath. */
export function ArticleBar({ head, entry, paneRef, onBack, onDeleted, children }: ArticleBarProps) {
  const { article, back } = useStrings().reader;
  const patch = usePatchEntry();
  const url = safeUrl(head.url);
  const starLabel = head.starred ? article.unstar : article.star;
  const readLabel = head.read ? article.markUnread : article.markRead;
  return (
    <div className="sticky top-0 z-10 -mx-5 bg-surface/94 px-5 py-1.5 max-sm:px-3 text-[0.8125rem] text-muted backdrop-blur-sm lg:-mx-8 lg:px-8">
      <div role="toolbar" aria-label={article.heading} className={`flex flex-wrap items-center ${headWidth}`}>
        <BackButton onClick={onBack} label={back} className="lg:hidden" />
        <IconButton
          aria-pressed={head.starred}
          label={article.star}
          {...keyHint(starLabel, keyOf('star'))}
          onClick={() => patch(head, { starred: !head.starred })}
          className="px-2 lg:-ms-2"
        >
          <Star aria-hidden className={`size-4 ${head.starred ? 'fill-current text-caution' : ''}`} />
        </IconButton>
        <IconButton
          label={readLabel}
          {...keyHint(readLabel, keyOf('read'))}
          onClick={() => patch(head, { read: !head.read })}
        >
          {head.read ? <MailOpen aria-hidden className="size-4" /> : <Mail aria-hidden className="size-4" />}
        </IconButton>
        {children}
        <span className="ms-auto flex items-center">
          {entry === null ? null : <ArticleOutline html={entry.html} paneRef={paneRef} />}
          <TextMenu />
          {url === null ? null : (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={article.openOriginal}
              {...keyHint(article.openOriginal, keyOf('original'))}
              className={`${buttonClass('quiet')} px-2!`}
            >
              <ExternalLink aria-hidden className="size-4" />
            </a>
          )}
          {head.feedId === null ? <DeleteEntry head={head} onDeleted={onDeleted} /> : null}
        </span>
      </div>
    </div>
  );
}

function DeleteEntry({ head, onDeleted }: { head: EntryHead; onDeleted(): void }) {
  const { article } = useStrings().reader;
  const [asking, setAsking] = useState(false);
  const remove = useDeleteEntry();
  return (
    <>
      <IconButton label={article.delete} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      {asking ? (
        <ConfirmDialog
          title={article.deleteSure(head.title)}
          note={article.deleteNote}
          yes={article.deleteYes}
          onConfirm={async () => {
            onDeleted();
            await remove.mutateAsync(head.id);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

/** Sets the font, size, spacing and theme of articles and summaries while the article is in sight. */
function TextMenu() {
  const { appearance } = useStrings();
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton label={appearance.text}>
          <span aria-hidden className="text-[0.9375rem] font-medium">
            Aa
          </span>
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={appearance.text}
          className="z-40 w-84 max-w-[calc(100vw-1rem)] space-y-3 rounded-lg border border-line bg-surface p-4 shadow-lg outline-none"
        >
          <LookChoice part="font" />
          <LookChoice part="size" />
          <LookChoice part="leading" />
          <LookChoice part="measure" />
          <LookChoice part="align" />
          <LookChoice part="theme" />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ArticleOutlineProps {
  html: string;
  paneRef: RefObject<HTMLElement | null>;
}

/** An article with fewer headings gets no outline. */
const fewest = 3;
const barPx = 52;

/** Lists the headings of a long article. Choosing a heading scrolls to it. */
function ArticleOutline({ html, paneRef }: ArticleOutlineProps) {
  const { article } = useStrings().reader;
  const [headings, setHeadings] = useState<HTMLElement[]>([]);
  if ((html.match(/<h[1-4]\b/g)?.length ?? 0) < fewest) return null;

  function go(heading: HTMLElement): void {
    const pane = paneRef.current;
    if (pane === null) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    pane.scrollBy({
      top: heading.getBoundingClientRect().top - pane.getBoundingClientRect().top - barPx,
      behavior: isStill ? 'instant' : 'smooth',
    });
  }

  const topLevel = Math.min(...headings.map(levelOf));
  return (
    <DropdownMenu.Root
      modal={false}
      onOpenChange={(isOpen) => {
        if (isOpen) setHeadings(findHeadings(paneRef.current));
      }}
    >
      <DropdownMenu.Trigger asChild>
        <IconButton label={article.outline}>
          <TableOfContents aria-hidden className="size-4" />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={`${menuClass} max-h-[min(28rem,70vh)] max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto`}
        >
          {headings.map((heading, index) => (
            <MenuItem
              // oxlint-disable-next-line react/no-array-index-key -- Headings repeat.
              key={index}
              onSelect={() => go(heading)}
            >
              <span
                dir="auto"
                className="line-clamp-2"
                style={{ paddingInlineStart: `${levelOf(heading) - topLevel}em` }}
              >
                {heading.textContent}
              </span>
            </MenuItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Finds the visible headings, which belong to the article or to its translation. */
function findHeadings(pane: HTMLElement | null): HTMLElement[] {
  const found = pane?.querySelectorAll<HTMLElement>('.article :is(h1, h2, h3, h4)') ?? [];
  return [...found].filter((heading) => heading.checkVisibility() && heading.textContent.trim() !== '');
}

function levelOf({ tagName }: HTMLElement): number {
  return Number(tagName.slice(1));
}
