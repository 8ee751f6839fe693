import { useEffect, useState } from 'react';
import type { EntryId } from '#schema/entry.ts';
import type { EntryPatch } from '#schema/reader-wire.ts';
import { type Marking, usePatchEntries } from '#web/reader/entry-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

export type ListMarking = ReturnType<typeof useMarking>;

/** Long enough to read the notice and reach its button. */
const shownMs = 12_000;

/** What the last action on many entries did, with a way to undo it for a while. */
export function useMarking() {
  const { selection: words } = useStrings().reader.list;
  const { mutate, error, reset } = usePatchEntries();
  const [notice, setNotice] = useState<{ text: string; undo: Marking | null } | null>(null);

  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setTimeout(() => setNotice(null), shownMs);
    return () => clearTimeout(timer);
  }, [notice]);

  return {
    notice,
    error,
    tell: (text: string) => setNotice({ text, undo: null }),
    mark(ids: readonly EntryId[], patch: EntryPatch): void {
      mutate(
        { ids, patch },
        {
          onSuccess: (changed) =>
            setNotice({
              text: describe(patch)(changed.length),
              undo: changed.length === 0 ? null : { ids: changed, patch: opposite(patch) },
            }),
        },
      );
    },
    undo(): void {
      if (notice?.undo) mutate(notice.undo);
      setNotice(null);
    },
    dismiss(): void {
      setNotice(null);
      reset();
    },
  };

  function describe({ read, starred }: EntryPatch): (count: number) => string {
    if (read !== undefined) return read ? words.markedRead : words.markedUnread;
    return starred === true ? words.starred : words.unstarred;
  }
}

function opposite({ read, starred }: EntryPatch): EntryPatch {
  return {
    ...(read === undefined ? {} : { read: !read }),
    ...(starred === undefined ? {} : { starred: !starred }),
  };
}
