import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { TagRef } from '#schema/tags/tag.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface TagWordProps {
  tag: TagRef;
  /** Null if the tag cannot be removed here and instead links to its entries. */
  onRemove: (() => void) | null;
}

export function TagWord({ tag, onRemove }: TagWordProps) {
  const { tags } = useStrings();
  const word = (
    <>
      <span aria-hidden className="text-muted/80">
        #
      </span>
      <bdi className="truncate">{tag.name}</bdi>
    </>
  );
  if (onRemove === null) {
    return (
      <li className="max-w-full min-w-0">
        <Link
          to="/reader/$view/{-$entryId}"
          params={{ view: 'all', entryId: undefined }}
          search={{ tag: tag.id }}
          preload={false}
          title={tags.open(tag.name)}
          className="inline-flex h-7 max-w-full items-center rounded-md px-1.5 text-[0.8125rem] text-muted hover:bg-sunken hover:text-ink pointer-coarse:h-11"
        >
          {word}
        </Link>
      </li>
    );
  }
  return (
    <li className="ms-1 inline-flex h-7 max-w-full min-w-0 items-center rounded-md bg-sunken ps-1.5 text-[0.8125rem] pointer-coarse:h-11">
      <span className="flex min-w-0">{word}</span>
      <button
        type="button"
        aria-label={tags.remove(tag.name)}
        title={tags.remove(tag.name)}
        onClick={onRemove}
        className="flex h-full shrink-0 items-center rounded-md px-1.5 text-muted hover:text-ink -outline-offset-2"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}

/** A button between words that looks like text until hovered. */
export const wordButtonClass =
  'inline-flex h-7 shrink-0 items-center gap-1 rounded-md px-1.5 text-[0.8125rem] whitespace-nowrap text-muted hover:bg-sunken hover:text-ink pointer-coarse:h-11 pointer-coarse:px-2';
