import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { Section } from './settings-search.ts';

interface SectionHeadProps {
  title: string;
  note?: ReactNode;
  /** The section that a detail page links back to. */
  back?: Section;
  children?: ReactNode;
}

export function SectionHead({ title, note, back, children }: SectionHeadProps) {
  const { settings } = useStrings();
  return (
    <header className="mb-5">
      {back === undefined ? null : (
        <Link
          to="/settings/$section"
          params={{ section: back }}
          search={{}}
          className="mb-1 -ms-1 inline-flex items-center gap-0.5 rounded text-xs text-muted hover:text-ink pointer-coarse:min-h-11"
        >
          <ChevronLeft aria-hidden className="size-3.5" />
          {settings.sections[back]}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">{title}</h2>
        {children === undefined ? null : <div className="flex flex-wrap gap-2">{children}</div>}
      </div>
      {note === undefined ? null : <div className="mt-1 max-w-prose text-muted">{note}</div>}
    </header>
  );
}

/** A subtle tag beside a name. */
export function Tag({ strong = false, children }: { strong?: boolean; children: ReactNode }) {
  return (
    <span
      className={`rounded-full px-2 text-xs leading-5 whitespace-nowrap ${strong ? 'bg-accent-wash text-accent' : 'bg-sunken text-muted'}`}
    >
      {children}
    </span>
  );
}
