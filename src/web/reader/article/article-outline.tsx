import { TableOfContents } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type RefObject, useState } from 'react';
import { IconButton } from '#web/controls/icon-button.tsx';
import { menuClass } from '#web/controls/menu.ts';
import { MenuItem } from '#web/controls/more-menu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface ArticleOutlineProps {
  html: string;
  paneRef: RefObject<HTMLElement | null>;
}

/** An article with fewer headings is not long enough to need a map. */
const fewest = 3;
const barPx = 52;

/** The headings of a long article; each leads there. */
export function ArticleOutline({ html, paneRef }: ArticleOutlineProps) {
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

/** Those on the page: of the article, or of its translation. */
function findHeadings(pane: HTMLElement | null): HTMLElement[] {
  const found = pane?.querySelectorAll<HTMLElement>('.article :is(h1, h2, h3, h4)') ?? [];
  return [...found].filter((heading) => heading.checkVisibility() && heading.textContent.trim() !== '');
}

function levelOf({ tagName }: HTMLElement): number {
  return Number(tagName.slice(1));
}
