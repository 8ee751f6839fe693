import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Run } from '#schema/runs/run.ts';
import type { Thread, ThreadId } from '#schema/spaces/space.ts';
import type { RestoreSummary, ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { spacesKeys } from '#web/spaces/spaces-keys.ts';

export function useThread(id: ThreadId) {
  const client = useClient();
  return useQuery({ queryKey: spacesKeys.thread(id), queryFn: () => client.threads.get(id) });
}

export function useThreadEdits(id: ThreadId) {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  function show(thread: Thread): void {
    queryClient.setQueryData<ThreadView>(spacesKeys.thread(id), (view) =>
      view === undefined ? view : { ...view, thread },
    );
  }

  function showRun(run: Run): void {
    queryClient.setQueryData<ThreadView>(spacesKeys.thread(id), (view) =>
      view === undefined ? view : { ...view, activeRuns: [...view.activeRuns, run] },
    );
  }

  const rename = useMutation({
    mutationFn: (title: string) => client.threads.patch(id, { title }),
    async onSuccess(thread) {
      show(thread);
      await queryClient.invalidateQueries({ queryKey: spacesKeys.threads(thread.spaceId) });
    },
  });
  const remove = useMutation({
    mutationFn: () => client.threads.remove(id),
    async onSuccess() {
      await navigate({ to: '/spaces', search: {}, replace: true });
      queryClient.removeQueries({ queryKey: spacesKeys.thread(id) });
      queryClient.removeQueries({ queryKey: spacesKeys.messages(id) });
      await queryClient.invalidateQueries({ queryKey: ['threads', 'list'] });
    },
  });
  const editSummary = useMutation({
    mutationFn: (edit: { text: string; summaryRevision: number }) => client.threads.editSummary(id, edit),
    onSuccess: show,
  });
  const rebuild = useMutation({
    mutationFn: () => client.threads.rebuildSummary(id),
    onSuccess: showRun,
  });
  const restore = useMutation({
    mutationFn: (request: RestoreSummary) => client.threads.restoreSummary(id, request),
    onSuccess({ thread, run }) {
      show(thread);
      if (run !== null) showRun(run);
    },
  });

  return { rename, remove, editSummary, rebuild, restore };
}
