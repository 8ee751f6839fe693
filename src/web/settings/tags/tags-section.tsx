import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { maxTagCharacters } from '#schema/tags/tag-wire.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { NameDialog } from '#web/controls/name-dialog.tsx';
import { Picker } from '#web/controls/picker.tsx';
import { SearchField } from '#web/controls/search-field.tsx';
import { SectionHead } from '#web/settings/section-head.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { byUse, useTagLibrary } from '#web/tags/use-tag-library.ts';
import { findTags } from './find-tags.ts';
import { ImportButton, ImportReport, useImportTags } from './import-tags.tsx';
import { NameProblem } from './name-problem.tsx';
import { RecentBatches } from './recent-batches.tsx';
import { TagList } from './tag-list.tsx';
import { TaggingDefaults } from './tagging-defaults.tsx';
import { useTagActions } from './use-tag-actions.ts';

type Order = 'name' | 'entries';

/** The tag library. */
export function TagsSection() {
  const { heading, library: words } = useStrings().tags;
  const library = useTagLibrary();
  const { create } = useTagActions();
  const [query, setQuery] = useState('');
  const [order, setOrder] = useState<Order>('name');
  const [isNaming, setNaming] = useState(false);
  const imported = useImportTags();
  const searchRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <SectionHead title={heading} note={words.note}>
        <Button onClick={() => setNaming(true)}>
          <Plus aria-hidden className="size-4" />
          {words.create}
        </Button>
        <a href="/api/tags/export" download="precis-tags.json" className={buttonClass('plain')}>
          {words.export}
        </a>
        <ImportButton imported={imported} />
      </SectionHead>
      <ImportReport imported={imported} />
      <TaggingDefaults />
      <Loaded of={library}>
        {(tags) => {
          const found = findTags(order === 'name' ? tags : byUse(tags), query);
          return tags.length === 0 ? (
            <EmptyState title={words.empty} next={words.emptyNext} />
          ) : (
            <>
              <div className="mb-3 flex items-center gap-2">
                <SearchField
                  placeholder={words.search}
                  query={query}
                  onSearch={setQuery}
                  inputRef={searchRef}
                />
                <Picker<Order>
                  label={words.sort}
                  value={order}
                  options={(['name', 'entries'] as const).map((value) => ({
                    value,
                    label: words.sorts[value],
                  }))}
                  onChoose={setOrder}
                  className="w-32 shrink-0"
                />
              </div>
              {found.length === 0 ? (
                <p className="py-3 text-muted">{words.none(query)}</p>
              ) : (
                <TagList tags={found} library={tags} />
              )}
            </>
          );
        }}
      </Loaded>
      <RecentBatches />
      {isNaming ? (
        <NameDialog
          title={words.create}
          maxLength={maxTagCharacters}
          Problem={NameProblem}
          onSave={(name) => create.mutateAsync(name)}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}
