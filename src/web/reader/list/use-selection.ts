import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { EntryHead, EntryId } from '#schema/entry.ts';
import type { EntryPatch } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useAppSession } from '#web/app-session/app-session-provider.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { type Marking, usePatchEntries } from '#web/reader/entry-actions.ts';
import { useShortcuts } from '#web/reader/shortcuts.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

export type ListSelection = ReturnType<typeof useSelection>;

/** Keeps what is selected in a list. `listKey` identifies the list, and another list starts with nothing selected. */
export function useSelection(items: readonly EntryHead[], listKey: string, openId: EntryId | null) {
  const [kept, setKept] = useState<{ of: string; selection: Selection }>({
    of: listKey,
    selection: nothingSelected,
  });
  const selection = kept.of === listKey ? kept.selection : nothingSelected;
  const change = (next: Selection) => setKept({ of: listKey, selection: next });

  const state = {
    ids: selection.ids,
    heads: selection.ids.size === 0 ? [] : items.filter(({ id }) => selection.ids.has(id)),
    toggle: (id: EntryId) => change(toggle(selection, id)),
    extendTo: (id: EntryId) =>
      change(
        extend(
          // A range begins at the open entry unless something is selected.
          selection.anchor === null && openId !== null ? { ids: new Set(), anchor: openId } : selection,
          id,
          items.map((head) => head.id),
        ),
      ),
    clear: () => change(nothingSelected),
  };

  useShortcuts({
    select: () => {
      const id = focusedEntry(items) ?? openId;
      if (id !== null) state.toggle(id);
      return id !== null;
    },
    back: () => {
      if (selection.ids.size === 0) return false;
      state.clear();
      return true;
    },
  });
  return state;
}

function focusedEntry(items: readonly EntryHead[]): EntryId | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-entry]');
  return items.find(({ id }) => String(id) === row?.dataset.entry)?.id ?? null;
}

/** Entries that the reader selected in a list. */
interface Selection {
  ids: ReadonlySet<EntryId>;
  /** The entry where a range begins, which is the one selected last. */
  anchor: EntryId | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

export function toggle({ ids }: Selection, id: EntryId): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/**
 * Adds all entries from the anchor to this one, in the order of the list. If the list does not contain the anchor,
 * only this entry is added.
 */
export function extend({ ids, anchor }: Selection, id: EntryId, order: readonly EntryId[]): Selection {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)];
  const range = from === -1 || to === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...ids, ...range]), anchor: anchor ?? id };
}

export type ListMarking = ReturnType<typeof useMarking>;

/** The notice stays long enough to be read and to reach its button. */
const shownMs = 12_000;

/** Says what the last action on many entries did, and offers to undo it for a while. */
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

/** Summarizes or exports one or many entries, one request after the other. */
export function useSelectionActions(tell: (text: string) => void) {
  const client = useClient();
  const { selection: words } = useStrings().reader.list;
  const { values } = useAppSession();

  const summarize = useMutation({
    async mutationFn(heads: readonly EntryHead[]) {
      let [started, refused] = [0, 0];
      const { targetLanguage, detailLevel } = values;
      const choice = {
        ...(targetLanguage === null ? {} : { targetLanguage }),
        ...(detailLevel === null ? {} : { detailLevel }),
      };
      for (const { id } of heads) {
        try {
          await client.reader.summaries.start(id, { ...choice, trigger: 'manual' });
          started += 1;
        } catch (thrown) {
          // This entry is too short, has only a title, is blocked or was deleted. The others can still be summarized.
          const { code } = toAppError(thrown);
          if (!code.startsWith('source_') && code !== 'not_found') throw thrown;
          refused += 1;
        }
      }
      return { started, refused };
    },
    onSuccess: ({ started, refused }) =>
      tell(
        [
          ...(started === 0 ? [] : [words.summarizing(started)]),
          ...(refused === 0 ? [] : [words.refused(refused)]),
        ].join(' '),
      ),
  });

  const exportAll = useMutation({
    async mutationFn(heads: readonly EntryHead[]) {
      const texts: string[] = [];
      for (const { id } of heads) {
        texts.push(await client.translations.exportEntry(id, { format: 'md', layout: 'original' }));
      }
      const [only] = heads;
      const name = heads.length === 1 && only !== undefined ? only.title : words.file(heads.length);
      downloadText({ name: fileNameOf(name, 'md'), type: 'text/markdown', text: texts.join('\n\n---\n\n') });
    },
  });

  return { summarize, exportAll };
}
