import { type RecordKind, recordKinds, type SessionRecord } from '#schema/sessions/session.ts';

/** The newest records, sorted newest first. Each kind is complete back to its oldest record. */
export interface KnownRecords {
  items: readonly SessionRecord[];
  /** Whether older records can be loaded. */
  hasMore: Record<RecordKind, boolean>;
}

export interface RecordPage {
  items: readonly SessionRecord[];
  hasMore: boolean;
}

export type RecordPages = Record<RecordKind, RecordPage>;

/**
 * Merges freshly loaded newest pages with known records. Known records that are older than the pages stay behind
 * them. Records that arrived during the request (newer ones that are not in `before`) stay in front.
 */
export function withNewest(
  known: KnownRecords | undefined,
  pages: RecordPages,
  before: ReadonlySet<string>,
): KnownRecords {
  const items: SessionRecord[] = [];
  const hasMore = { prompt: false, observation: false, summary: false };
  for (const kind of recordKinds) {
    const page = pages[kind];
    const others = (known?.items ?? []).filter((record) => record.kind === kind);
    const fresh = new Set(page.items.map(recordRef));
    const [first, last] = [page.items[0], page.items.at(-1)];
    const arrived = others.filter(
      (record) => !before.has(recordRef(record)) && (first === undefined || compare(record, first) < 0),
    );
    const meets = page.hasMore && others.some((record) => fresh.has(recordRef(record)));
    const older = meets ? others.filter((record) => last !== undefined && compare(record, last) > 0) : [];
    items.push(...arrived, ...page.items, ...older);
    hasMore[kind] = older.length > 0 ? (known?.hasMore[kind] ?? false) : page.hasMore;
  }
  return { items: items.sort(compare), hasMore };
}

/** Appends `pages`, which must continue the known records. */
export function withOlder(known: KnownRecords, pages: Partial<RecordPages>): KnownRecords {
  const items = new Map(known.items.map((record) => [recordRef(record), record]));
  const hasMore = { ...known.hasMore };
  for (const kind of recordKinds) {
    for (const record of pages[kind]?.items ?? []) items.set(recordRef(record), record);
    hasMore[kind] = pages[kind]?.hasMore ?? hasMore[kind];
  }
  return { items: [...items.values()].sort(compare), hasMore };
}

export function withRecord(known: KnownRecords, record: SessionRecord): KnownRecords {
  const others = known.items.filter((other) => recordRef(other) !== recordRef(record));
  return { ...known, items: [...others, record].sort(compare) };
}

/** Replaces a known record. Unknown records are not added, because others may be missing before them. */
export function withChanged(known: KnownRecords, record: SessionRecord): KnownRecords {
  const ref = recordRef(record);
  return { ...known, items: known.items.map((other) => (recordRef(other) === ref ? record : other)) };
}

export function withoutRecord(known: KnownRecords, ref: string): KnownRecords {
  return { ...known, items: known.items.filter((record) => recordRef(record) !== ref) };
}

/** The records that are certain to have no gaps between them. */
export function shownRecords(known: KnownRecords): SessionRecord[] {
  const { end } = openEnds(known);
  return known.items.filter(({ createdAt }) => createdAt >= end);
}

/** The kinds of which more must load before more records can be shown. */
export function kindsToRead(known: KnownRecords): RecordKind[] {
  const { ends, end } = openEnds(known);
  return ends.filter((one) => one.at >= end).map(({ kind }) => kind);
}

/** Finds the time before which records of some kind may be missing, because that kind has more to load. */
function openEnds({ items, hasMore }: KnownRecords): {
  ends: { kind: RecordKind; at: number }[];
  end: number;
} {
  const oldest = new Map(items.map(({ kind, createdAt }) => [kind, createdAt]));
  const ends = recordKinds
    .filter((kind) => hasMore[kind])
    .map((kind) => ({ kind, at: oldest.get(kind) ?? 0 }));
  return { ends, end: Math.max(0, ...ends.map(({ at }) => at)) };
}

/** The causal order of records with the same time. */
const places: Record<RecordKind, number> = { prompt: 0, observation: 1, summary: 2 };

function compare(first: SessionRecord, second: SessionRecord): number {
  return (
    second.createdAt - first.createdAt || places[second.kind] - places[first.kind] || second.id - first.id
  );
}

const letters: Record<RecordKind, string> = { prompt: 'P', observation: 'O', summary: 'S' };

/** A record's id in all tools, such as S12. */
export function recordRef({ kind, id }: { kind: RecordKind; id: number }): string {
  return `${letters[kind]}${id}`;
}
