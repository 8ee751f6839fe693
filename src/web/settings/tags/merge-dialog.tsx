import { useState } from 'react';
import type { Tag } from '#schema/tags/tag-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { matchTags } from '#web/tags/match-tags.ts';
import { TagField } from '#web/tags/tag-field.tsx';
import { useTagActions } from './use-tag-actions.ts';

interface MergeDialogProps {
  tag: Tag;
  library: readonly Tag[];
  onClose(): void;
}

/** Asks for the tag that takes over the entries. */
export function MergeDialog({ tag, library, onClose }: MergeDialogProps) {
  const { reader, tags } = useStrings();
  const { library: words } = tags;
  const { merge } = useTagActions();
  const [into, setInto] = useState<Tag | null>(null);
  const options = (typed: string) =>
    matchTags(library, typed, { allowsNew: false, without: new Set([tag.id]) });
  return (
    <Dialog
      open
      title={words.mergeHeading(tag.name)}
      closeLabel={reader.names.cancel}
      onClose={onClose}
      size="small"
    >
      <div className="space-y-4">
        <TagField
          label={words.mergeInto}
          isInline
          options={options}
          refuse={(typed) => (options(typed).length === 0 ? { message: words.none(typed.trim()) } : null)}
          onType={() => setInto(null)}
          onChoose={({ tagId }) => setInto(library.find(({ id }) => id === tagId) ?? null)}
        />
        {into === null ? null : <p>{words.mergeNote(tag.name, into.name, tag.entries)}</p>}
        <ErrorNotice error={merge.error} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {reader.names.cancel}
          </Button>
          <Button
            look="primary"
            disabled={into === null || merge.isPending}
            onClick={() => {
              if (into !== null) merge.mutate({ id: tag.id, into: into.id }, { onSuccess: onClose });
            }}
          >
            {words.mergeYes}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
