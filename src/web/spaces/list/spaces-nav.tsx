import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Space, ThreadId } from '#schema/spaces/space.ts';
import { Button } from '#web/controls/button.tsx';
import { SearchField } from '#web/controls/search-field.tsx';
import { SpaceDialog } from '#web/spaces/space-dialog.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SearchResults } from './search-results.tsx';
import { SpaceRow } from './space-row.tsx';

interface SpacesNavProps {
  spaces: readonly Space[];
  openId: ThreadId | null;
  /** A Space was deleted, perhaps with the open thread. */
  onRemoved(space: Space): void;
}

export function SpacesNav({ spaces, openId, onRemoved }: SpacesNavProps) {
  const { list } = useStrings().spaces;
  const [query, setQuery] = useState('');
  const [isAdding, setAdding] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);
  return (
    <nav aria-label={list.heading} className="flex min-h-0 flex-1 flex-col bg-paper">
      <div className="flex px-3 pt-2.5 pb-2">
        <SearchField
          placeholder={list.searchPlaceholder}
          query={query}
          onSearch={setQuery}
          inputRef={searchRef}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {query === '' ? (
          <ul className="space-y-2">
            {spaces.map((space) => (
              <SpaceRow key={space.id} space={space} openId={openId} onRemoved={() => onRemoved(space)} />
            ))}
          </ul>
        ) : (
          <SearchResults query={query} />
        )}
      </div>
      <div className="flex h-11 items-center border-t border-line px-2">
        <Button look="quiet" onClick={() => setAdding(true)} className="px-2">
          <Plus aria-hidden className="size-4" />
          {list.newSpace}
        </Button>
      </div>
      {isAdding ? <SpaceDialog space={null} onClose={() => setAdding(false)} /> : null}
    </nav>
  );
}
