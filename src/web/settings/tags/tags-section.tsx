import { useMutation } from '@tanstack/react-query';
import { ChevronRight, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { AppError } from '#schema/app-error.ts';
import { parseJson } from '#schema/parse-json.ts';
import {
  type BatchId,
  maxTagCharacters,
  type Tag,
  type TaggingBatch,
  tagExportSchema,
} from '#schema/tag-wire.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/choice.tsx';
import { EmptyState, Loaded } from '#web/controls/loaded.tsx';
import { NameDialog } from '#web/controls/name-dialog.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { SearchField } from '#web/controls/search-field.tsx';
import { Choices, WithSettings } from '#web/settings/form/settings-form.tsx';
import { FileButton, SectionHead, SectionPart } from '#web/settings/section-parts.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { countEnded } from '#web/tags/batch/batch-indicator.tsx';
import { BatchDialog } from '#web/tags/batch/lazy-dialogs.ts';
import { useSelectionName } from '#web/tags/batch/use-selection-name.ts';
import { byUse, useBatches, useTagLibrary } from '#web/tags/tag-queries.ts';
import { NameProblem, useTagActions } from './tag-dialogs.tsx';
import { TagList } from './tag-list.tsx';

type Order = 'name' | 'entries';

/** Shows the tag library. */
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
        <FileButton
          label={words.import}
          isBusy={imported.isPending}
          onChoose={(file) => imported.mutate(file)}
        >
          {imported.isPending ? words.importing : words.import}
        </FileButton>
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

/** Chooses which models suggest tags and how they are asked. */
function TaggingDefaults() {
  const { tags } = useStrings();
  const { models: words } = tags;
  return (
    <details className="mb-6 rounded-lg border border-line px-4 py-2.5">
      <summary className="cursor-pointer rounded font-medium">{words.heading}</summary>
      <p className="mt-1 mb-4 text-muted">{words.note}</p>
      <WithSettings>
        {({ tagging }) => <Choices section="tagging" saved={tagging} labels={tags} help={words} />}
      </WithSettings>
    </details>
  );
}

/** Adds the tags of an exported file. */
function useImportTags() {
  const { library: words } = useStrings().tags;
  const { importFile } = useTagActions();
  return useMutation({
    mutationFn: async (file: File) => {
      const parsed = tagExportSchema.safeParse(parseJson(await file.text()));
      if (!parsed.success) throw new AppError('invalid_input', words.notTags);
      return importFile.mutateAsync(parsed.data);
    },
  });
}

/** Says what the import added, or why it failed. */
function ImportReport({ imported }: { imported: ReturnType<typeof useImportTags> }) {
  const { library: words } = useStrings().tags;
  return (
    <div className="not-empty:mb-5">
      {imported.data === undefined ? null : (
        <output className="block text-muted">{words.imported(imported.data)}</output>
      )}
      <ErrorNotice error={imported.error} remedies={{ invalid_input: words.notTagsNext }} />
    </div>
  );
}

/** Returns the tags whose name or synonym contains the text, in the given order. */
function findTags(tags: readonly Tag[], text: string): Tag[] {
  const wanted = plain(text);
  return tags.filter(({ name, synonyms }) =>
    [name, ...synonyms].some((word) => plain(word).includes(wanted)),
  );
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

const mostShown = 10;

/** Lists the newest batches, to review or undo them. */
function RecentBatches() {
  const { tags, separator } = useStrings();
  const selectionName = useSelectionName();
  const { batch: words } = tags;
  const formats = useFormats();
  const { data: batches = [] } = useBatches();
  const [openId, setOpenId] = useState<BatchId | null>(null);
  const factsOf = (batch: TaggingBatch): string => {
    const { status, total, emptyEntries } = batch;
    if (status === 'undone') return [words.all(total), words.status.undone].join(separator);
    const ended = words.progress(countEnded(batch), total);
    const facts = [status === 'done' ? words.all(total) : `${words.status[status]}: ${ended}`];
    const added = words.added(batch);
    if (added !== '') facts.push(added);
    else if (emptyEntries > 0) facts.push(words.emptyCount(emptyEntries));
    return facts.join(separator);
  };
  if (batches.length === 0) return null;
  return (
    <SectionPart title={words.recent}>
      <ul className="divide-y divide-line/70 rounded-lg border border-line bg-surface">
        {batches.slice(0, mostShown).map((batch) => (
          <li key={batch.id}>
            <button
              type="button"
              onClick={() => setOpenId(batch.id)}
              className="group flex min-h-12 w-full items-center gap-3 py-1.5 ps-4 pe-2.5 text-start hover:bg-sunken -outline-offset-2"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium group-hover:text-accent" dir="auto">
                  {selectionName(batch.selection)}
                </span>
                <span className="numeric block text-[0.8125rem] text-muted">{factsOf(batch)}</span>
              </span>
              <span className="numeric shrink-0 text-[0.8125rem] text-muted">
                {formats.time(batch.createdAt)}
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted rtl:rotate-180" />
            </button>
          </li>
        ))}
      </ul>
      {openId === null ? null : <BatchDialog id={openId} onClose={() => setOpenId(null)} />}
    </SectionPart>
  );
}
