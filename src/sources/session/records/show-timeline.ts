import { AppError } from '#schema/app-error.ts';
import { recordKinds } from '#schema/sessions/session.ts';
import {
  searchSessionsQuerySchema,
  type Timeline,
  type TimelineQuery,
} from '#schema/sessions/sessions-wire.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { readDate, searchSessions } from '#sources/session/search-sessions.ts';
import { byTime, type Card, formatRef, parseRef, refOf, toHit } from './record-card.ts';

type Ports = Pick<SessionPorts, 'store' | 'searchLibrary' | 'clock'>;

/** `ref` is null if the anchor is a time. */
interface Anchor {
  ref: string | null;
  at: number;
}

/** What happened before and after an anchor, in all sessions or in those of a project. */
export async function showTimeline(ports: Ports, query: TimelineQuery): Promise<Timeline> {
  const { anchor, unindexed } = await findAnchor(ports, query);
  if (anchor === null) return { anchor: null, items: [], unindexed };
  const { depth_before, depth_after, project } = query;
  const projects = project === undefined ? undefined : [project];
  const list = async (side: { from: number } | { to: number }, depth: number): Promise<Card[]> => {
    const order = 'from' in side ? 'oldest' : 'newest';
    // One more than requested, because the anchor itself is included on both sides.
    const page = { ...side, projects, order, offset: 0, limit: depth + 1 } as const;
    return (await Promise.all(recordKinds.map((kind) => ports.store.listCards(kind, page)))).flat();
  };
  const found = [
    ...(await list({ to: anchor.at }, depth_before)),
    ...(await list({ from: anchor.at }, depth_after)),
  ];
  const cards = [...new Map(found.map((card) => [refOf(card), card])).values()].sort(byTime('oldest'));
  const at = cards.findIndex((card) =>
    anchor.ref === null ? card.createdAt > anchor.at : refOf(card) === anchor.ref,
  );
  const place = at === -1 ? cards.length : at;
  const after = anchor.ref === null ? depth_after : depth_after + 1;
  const items = cards.slice(Math.max(0, place - depth_before), place + after);
  return { anchor: anchor.ref, items: items.map((card) => withoutScore(card)), unindexed };
}

async function findAnchor(
  ports: Ports,
  { anchor, query, project }: TimelineQuery,
): Promise<{ anchor: Anchor | null; unindexed: number }> {
  if (anchor !== undefined && anchor.trim() !== '')
    return { anchor: await readAnchor(ports, anchor.trim()), unindexed: 0 };
  if (query === undefined || query.trim() === '')
    throw new AppError('invalid_input', 'Missing anchor or query');
  const search = searchSessionsQuerySchema.parse({
    query,
    limit: 1,
    ...(project === undefined ? {} : { project }),
  });
  // Searches by words only, because a timeline does not show how its anchor was found.
  const { items, unindexed } = await searchSessions({ ...ports, searchMeaning: null }, search);
  const [best] = items;
  return { anchor: best === undefined ? null : { ref: best.ref, at: best.createdAt }, unindexed };
}

async function readAnchor({ store }: Ports, anchor: string): Promise<Anchor | null> {
  const ref = parseRef(anchor);
  const record = ref === null ? null : await store.getRecord(ref.kind, ref.id);
  if (ref !== null && record !== null) return { ref: formatRef(ref.kind, ref.id), at: record.createdAt };
  const at = readDate(anchor, 'start');
  if (!Number.isNaN(at)) return { ref: null, at };
  if (ref !== null) return null;
  throw new AppError('invalid_input', 'Invalid anchor: use a record such as S12, or a time');
}

function withoutScore(card: Card): Timeline['items'][number] {
  const { score: _, ...hit } = toHit(card, { words: [], score: 0 });
  return hit;
}
