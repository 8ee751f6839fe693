import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useKeptOpen } from '#web/kept/use-kept-open.ts';
import type { Place } from '#web/reader/place.ts';
import { SidebarRow } from '#web/reader/sidebar/sidebar-row.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { byUse, useTagLibrary } from '#web/tags/use-tag-library.ts';

const mostShown = 8;

/** The sidebar's tags: the most used with their counts. All others are in the library. */
export function TagsPart({ place }: { place: Pick<Place, 'tag'> }) {
  const { tags: words } = useStrings();
  const { data: library = [] } = useTagLibrary();
  const [isOpen, setOpen] = useKeptOpen('precis.tags');
  const used = byUse(library).filter(({ entries }) => entries > 0);
  const shown = used.slice(0, mostShown);
  const current = library.find(({ id }) => id === place.tag);
  if (current !== undefined && !shown.includes(current)) shown.push(current);
  if (library.length === 0) return null;
  return (
    <section aria-label={words.heading} className="mt-4">
      <button
        type="button"
        aria-expanded={isOpen}
        title={isOpen ? words.collapse : words.expand}
        onClick={() => setOpen(!isOpen)}
        className="flex h-8 w-full items-center gap-2 rounded-md ps-1 pe-2 text-xs font-medium text-muted hover:bg-sunken pointer-coarse:h-11"
      >
        <ChevronRight aria-hidden className={`size-4 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        {words.heading}
      </button>
      {isOpen ? (
        <ul className="space-y-px">
          {shown.map((tag) => (
            <SidebarRow
              key={tag.id}
              to={{ view: 'all', tag: tag.id }}
              isCurrent={tag.id === place.tag}
              label={tag.name}
              count={tag.entries}
              lead={
                <span aria-hidden className="w-4 text-center text-muted">
                  #
                </span>
              }
            />
          ))}
          <li>
            <Link
              to="/settings/$section"
              params={{ section: 'tags' }}
              search={{}}
              className="flex h-8 items-center rounded-md ps-8 pe-2 text-muted hover:bg-sunken hover:text-ink pointer-coarse:h-11"
            >
              {words.all}
            </Link>
          </li>
        </ul>
      ) : null}
    </section>
  );
}
