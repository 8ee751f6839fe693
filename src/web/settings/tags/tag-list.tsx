import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tag } from '#schema/tag-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { MergeDialog, RenameDialog, SynonymsDialog, useTagActions } from './tag-dialogs.tsx';

interface TagListProps {
  tags: readonly Tag[];
  /** All tags, including those that are not shown. */
  library: readonly Tag[];
}

type Question = { kind: 'rename' | 'merge' | 'synonyms'; id: Tag['id'] };

const pageSize = 100;

/** Lists the tags with their synonyms, counts and menus. */
export function TagList({ tags, library }: TagListProps) {
  const { showMore } = useStrings();
  const [limit, setLimit] = useState(pageSize);
  const [question, setQuestion] = useState<Question | null>(null);
  const asked = library.find(({ id }) => id === question?.id);
  const close = () => setQuestion(null);
  return (
    <>
      <ul className="divide-y divide-line/70 rounded-lg border border-line bg-surface">
        {tags.slice(0, limit).map((tag) => (
          <TagRow key={tag.id} tag={tag} onAsk={(kind) => setQuestion({ kind, id: tag.id })} />
        ))}
      </ul>
      {tags.length <= limit ? null : (
        <Button
          look="quiet"
          onClick={() => setLimit(limit + pageSize)}
          className="mt-2 font-normal text-muted"
        >
          {showMore}
        </Button>
      )}
      {asked === undefined ? null : question?.kind === 'rename' ? (
        <RenameDialog tag={asked} onClose={close} />
      ) : question?.kind === 'merge' ? (
        <MergeDialog tag={asked} library={library} onClose={close} />
      ) : (
        <SynonymsDialog tag={asked} onClose={close} />
      )}
    </>
  );
}

interface TagRowProps {
  tag: Tag;
  onAsk(kind: Question['kind']): void;
}

function TagRow({ tag, onAsk }: TagRowProps) {
  const { tags } = useStrings();
  const { library: words } = tags;
  const { remove } = useTagActions();
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5 ps-4 pe-2" data-testid="library-tag">
      <div className="min-w-0 flex-1">
        <Link
          to="/reader/$view/{-$entryId}"
          params={{ view: 'all', entryId: undefined }}
          search={{ tag: tag.id }}
          preload={false}
          title={tags.open(tag.name)}
          className="font-medium wrap-anywhere hover:text-accent"
        >
          <bdi>{tag.name}</bdi>
        </Link>
        {tag.synonyms.length === 0 ? null : (
          <p className="text-xs text-muted wrap-anywhere">{words.synonyms(tag.synonyms.join(', '))}</p>
        )}
      </div>
      <span className="numeric shrink-0 text-[0.8125rem] text-muted">{words.entries(tag.entries)}</span>
      <MoreMenu
        label={words.menu(tag.name)}
        deletion={{
          label: words.delete,
          title: words.deleteSure(tag.name),
          note: words.deleteNote(tag.entries),
          yes: words.deleteYes,
          onConfirm: () => remove.mutateAsync(tag.id),
        }}
      >
        <MenuItem onSelect={() => onAsk('rename')}>{words.rename}</MenuItem>
        <MenuItem onSelect={() => onAsk('synonyms')}>{words.synonymsMenu}</MenuItem>
        <MenuItem onSelect={() => onAsk('merge')}>{words.merge}</MenuItem>
      </MoreMenu>
    </li>
  );
}
