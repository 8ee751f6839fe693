import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { EntryId } from '#schema/entry.ts';

interface ArticleLinkProps extends Omit<ComponentProps<'a'>, 'id' | 'href'> {
  id: EntryId;
  /** Where to show it; null: at its beginning. */
  passage: string | null;
}

/** Opens an article in the Reader. */
export function ArticleLink({ id, passage, className = '', ...link }: ArticleLinkProps) {
  return (
    <Link
      {...link}
      to="/reader/$view/{-$entryId}"
      params={{ view: 'all', entryId: String(id) }}
      search={passage === null ? {} : { passage }}
      preload={false}
      className={`rounded-sm text-accent underline underline-offset-2 ${className}`}
    />
  );
}
