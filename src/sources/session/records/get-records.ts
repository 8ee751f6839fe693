import type { SessionRecord } from '#schema/sessions/session.ts';
import type { RecordList } from '#schema/sessions/sessions-wire.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { parseRef } from './record-ref.ts';

const maxRefs = 50;

/** Records by reference, in the order requested. */
export async function getRecords(
  { store }: Pick<SessionPorts, 'store'>,
  refs: readonly string[],
): Promise<RecordList> {
  const items: SessionRecord[] = [];
  const missing: string[] = [];
  for (const name of refs.slice(0, maxRefs)) {
    const ref = parseRef(name);
    const record = ref === null ? null : await readRecord({ store }, ref);
    if (record === null) missing.push(name);
    else items.push(record);
  }
  return { items, missing: [...missing, ...refs.slice(maxRefs)] };
}

async function readRecord(
  { store }: Pick<SessionPorts, 'store'>,
  { kind, id }: NonNullable<ReturnType<typeof parseRef>>,
): Promise<SessionRecord | null> {
  if (kind === 'prompt') return mark(kind, await store.getRecord(kind, id));
  if (kind === 'observation') return mark(kind, await store.getRecord(kind, id));
  return mark(kind, await store.getRecord(kind, id));
}

function mark<K, R extends object>(kind: K, record: R | null): ({ kind: K } & R) | null {
  return record === null ? null : { kind, ...record };
}
