import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EntryId } from '#schema/entry.ts';

interface ArticleLinkProps {
  id: EntryId;
  /** Where to show it; null: at its beginning. */
  passage: string | null;
  className?: string;
  children: ReactNode;
}

/** Opens an article in the Reader. */
export function ArticleLink({ id, passage, className = '', children }: ArticleLinkProps) {
  return (
    <Link
      to="/reader/$view/{-$entryId}"
      params={{ view: 'all', entryId: String(id) }}
      search={passage === null ? {} : { passage }}
      className={`rounded-sm text-accent underline underline-offset-2 ${className}`}
    >
      {children}
    </Link>
  );
}
