import { recordKinds } from '#schema/sessions/session.ts';
import type { MeaningStore, RecordName } from './ports.ts';

const perWindow = 500;
/** Bounds what one step looks at. */
const mostWindows = 20;
const top = Number.MAX_SAFE_INTEGER;

/**
 * Finds records that a model has not read: among the newest first, then further down, where it continues next time, round
 * and round. It needs no list of what is left, which every incoming record would have to be added to.
 */
export function createWalk(store: Pick<MeaningStore, 'listUnread'>) {
  let place = { kind: 0, below: top };

  return async (model: string, wanted: number): Promise<RecordName[]> => {
    const found = new Map<string, RecordName>();
    const add = (records: readonly RecordName[]) => {
      for (const record of records) found.set(`${record.kind} ${record.id}`, record);
    };
    const look = (kind: number, below: number) =>
      store.listUnread({ kind: recordKinds[kind] ?? 'prompt', model, below, limit: perWindow });
    for (const kind of recordKinds.keys()) add((await look(kind, top)).unread);
    for (let windows = 0; windows < mostWindows && found.size < wanted; windows += 1) {
      const { unread, next } = await look(place.kind, place.below);
      add(unread);
      // What does not fit is found again.
      if (found.size > wanted) break;
      place =
        next === null
          ? { kind: (place.kind + 1) % recordKinds.length, below: top }
          : { ...place, below: next };
    }
    return [...found.values()].slice(0, wanted);
  };
}
