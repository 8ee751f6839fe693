import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Run } from '#schema/runs/run.ts';
import type { Message, MessageId, Thread, ThreadId } from '#schema/spaces/space.ts';
import type { QueuedMessage, RestoreSummary, ThreadView, TurnStarted } from '#schema/spaces/spaces-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { spacesKeys } from '#web/spaces/spaces-queries.ts';
import { type KnownMessages, withQuestion } from './messages/use-messages.ts';

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

/** Sends and edits messages. An accepted message is shown immediately, before the lists are refetched. */
export function useTurnActions(threadId: ThreadId) {
  const client = useClient();
  const queryClient = useQueryClient();
  /** Change events wait for mutations with this key, so that an older response does not undo them on screen. */
  const mutationKey = ['threads', 'turn'];

  function showQuestion({ message }: TurnStarted, replacesSeq: number): void {
    queryClient.setQueryData<KnownMessages>(spacesKeys.messages(threadId), (known) =>
      known === undefined ? known : withQuestion(known, message, replacesSeq),
    );
  }

  function showRuns({ replyRun, foldRun }: TurnStarted): void {
    queryClient.setQueryData<ThreadView>(spacesKeys.thread(threadId), (view) =>
      view === undefined
        ? view
        : {
            ...view,
            activeRuns: [...(foldRun === null ? [] : [foldRun]), replyRun],
            failedRuns: view.failedRuns.filter(({ taskType }) => taskType !== 'reply'),
          },
    );
  }

  function showQueued(change: (queued: QueuedMessage[]) => QueuedMessage[]): void {
    queryClient.setQueryData<ThreadView>(spacesKeys.thread(threadId), (view) =>
      view === undefined ? view : { ...view, queued: change(view.queued) },
    );
  }

  const send = useMutation({
    mutationKey,
    mutationFn: (message: { id: MessageId; text: string }) => client.threads.send(threadId, message),
    onSuccess(started) {
      if (started.isQueued) return showQueued((queued) => [...queued, started.message]);
      showQuestion(started, started.message.seq);
      showRuns(started);
    },
  });
  const removeQueued = useMutation({
    mutationKey,
    mutationFn: (id: MessageId) => client.threads.removeQueued(threadId, id),
    onSuccess: (_, id) => showQueued((queued) => queued.filter((message) => message.id !== id)),
  });
  const editLast = useMutation({
    mutationKey,
    mutationFn: ({ message, text }: { message: Message; text: string }) =>
      client.threads.editLast(threadId, message.id, { text }),
    onSuccess(started, { message }) {
      showQuestion(started, message.seq);
      showRuns(started);
    },
  });
  // The old answer stays until a new one arrives.
  const retry = useMutation({
    mutationKey,
    mutationFn: () => client.threads.retry(threadId),
    onSuccess: showRuns,
  });

  return { send, removeQueued, editLast, retry };
}
