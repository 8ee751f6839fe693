import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#schema/app-error.ts';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { recordRef } from './record-ref.ts';
import { sessionsKeys } from './sessions-keys.ts';
import { type KnownRecords, withoutRecord } from './timeline/known-records.ts';

/** Actions on sessions; a promise resolves once the change is on screen. */
export function useSessionActions() {
  const client = useClient();
  const queryClient = useQueryClient();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: sessionsKeys.all() });

  const removeRecord = useMutation({
    mutationFn: ({ kind, id }: { kind: RecordKind; id: number }) =>
      goneIsFine(client.sessions.removeRecord(kind, id)),
    onSuccess: (_, record) => {
      queryClient.setQueriesData<KnownRecords>({ queryKey: sessionsKeys.allRecords() }, (known) =>
        known === undefined ? known : withoutRecord(known, recordRef(record)),
      );
      return readAnew();
    },
  });
  const remove = useMutation({
    mutationFn: (id: SessionId) => goneIsFine(client.sessions.remove(id)),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: sessionsKeys.session(id) });
      queryClient.removeQueries({ queryKey: sessionsKeys.records({ sessionDbId: id }) });
      return readAnew();
    },
  });
  const removeProject = useMutation({
    mutationFn: (project: string) => client.sessions.removeProject(project),
    onSuccess: readAnew,
  });
  const setRecorded = useMutation({
    mutationFn: ({ project, isRecorded }: { project: string; isRecorded: boolean }) =>
      isRecorded
        ? goneIsFine(client.sessions.includeProject(project))
        : client.sessions.excludeProject(project),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKeys.excluded() }),
  });
  const importLines = useMutation({
    mutationFn: async (file: File) => client.sessions.importLines(await file.text()),
    onSuccess: readAnew,
  });

  return { removeRecord, remove, removeProject, setRecorded, importLines };
}

/** Already deleted by someone else, which is the desired result. */
async function goneIsFine(removing: Promise<void>): Promise<void> {
  try {
    await removing;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  }
}
