import type { RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';

const pageSize = 500;

/** The text that the readers of a run have seen: all of its newest attempt. */
export async function readStreamed(store: Pick<RunStore, 'readEvents'>, runId: RunId): Promise<string> {
  let text = '';
  for (let afterSeq = 0; ; ) {
    const events = await store.readEvents({ runId, afterSeq, limit: pageSize });
    for (const event of events) {
      if (event.type === 'text-reset') text = '';
      if (event.type === 'text-delta') text += event.text;
    }
    const last = events.at(-1);
    if (last === undefined || events.length < pageSize) return text;
    afterSeq = last.seq;
  }
}
