import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunId } from '#schema/ids.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { Button } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { DetailPart } from './detail-frame.tsx';
import { EventList } from './event-list.tsx';

/** The recent events of a finished run, loaded on request because there may be many. */
export function LastEvents({ id }: { id: RunId }) {
  const client = useClient();
  const { runs } = useStrings();
  const [openedId, setOpenedId] = useState<RunId | null>(null);
  const events = useQuery({
    queryKey: queryKeys.runEvents(id),
    enabled: openedId === id,
    queryFn: async ({ signal }) => {
      const read: RunEvent[] = [];
      for await (const event of client.runs.events(id, { signal })) read.push(event);
      return read;
    },
  });
  if (openedId !== id) return <Button onClick={() => setOpenedId(id)}>{runs.showEvents}</Button>;
  return (
    <DetailPart title={runs.events}>
      <Loaded of={events} className="">
        {(read) => <EventList events={read} />}
      </Loaded>
    </DetailPart>
  );
}
