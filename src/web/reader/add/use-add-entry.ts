import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AppError, toAppError } from '#schema/app-error.ts';
import type { Entry } from '#schema/entry.ts';
import type { AddEntryRequest } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { readerKeys } from '#web/reader/reader-queries.ts';

/** `onAdded` is called even when the component that asked is gone: the first entry replaces the first-run screen. */
export function useAddEntry(onAdded: (entry: Entry) => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: AddEntryRequest) => client.reader.entries.add(request),
    onSuccess: async (entry) => {
      queryClient.setQueryData(readerKeys.entry(entry.id), entry);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: readerKeys.subscriptions() }),
        queryClient.resetQueries({ queryKey: readerKeys.lists() }),
      ]);
      onAdded(entry);
    },
  });
}

/** The kinds of things that can be added, in the order in which they are offered. */
export const addKinds = ['feed', 'page', 'text', 'file', 'opml'] as const;
export type AddKind = (typeof addKinds)[number];

/** The largest file that the server accepts. */
const maxBytes = 12 * 1024 * 1024;

export type FileProblem = { kind: 'too-large'; name: string } | { kind: 'refused'; error: AppError };

/** Adds a file as an entry, or reports why it could not. */
export function useAddFile(onAdded: (entry: Entry) => void) {
  const addEntry = useAddEntry(onAdded);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FileProblem | null>(null);

  async function addFile(file: File): Promise<void> {
    setProblem(null);
    if (file.size > maxBytes) return setProblem({ kind: 'too-large', name: file.name });
    setBusy(true);
    try {
      const content = await readBase64(file);
      await addEntry.mutateAsync({ kind: 'file', name: file.name.slice(-300), content });
    } catch (error) {
      setProblem({ kind: 'refused', error: toAppError(error) });
    } finally {
      setBusy(false);
    }
  }

  return { addFile, busy, problem, dismiss: () => setProblem(null) };
}

async function readBase64(file: File): Promise<string> {
  const reader = new FileReader();
  const url = await new Promise<string>((resolve, reject) => {
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(',') + 1);
}
