import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { Button } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { DetailPart } from './detail-frame.tsx';
import { EventList } from './event-list.tsx';

/** The recent events of a finished run, loaded on request because there may be many. */
export function LastEvents({ id }: { id: RunId }) {
  const client = useClient();
  const { runs } = useStrings();
  const [openedId, setOpenedId] = useState<RunId | null>(null);
  const { data, error } = useQuery({
    queryKey: queryKeys.runEvents(id),
    enabled: openedId === id,
    queryFn: async ({ signal }) => {
      const events: RunEvent[] = [];
      for await (const event of client.runs.events(id, { signal })) events.push(event);
      return events;
    },
  });
  if (openedId !== id) return <Button onClick={() => setOpenedId(id)}>{runs.showEvents}</Button>;
  return (
    <DetailPart title={runs.events}>
      {error === null ? <EventList events={data ?? []} /> : <ProblemNotice problem={toAppError(error)} />}
    </DetailPart>
  );
}
