import { AppError } from '#schema/app-error.ts';
import type {
  Delivery,
  SessionDeliveries,
  ShownDelivery,
  SupersessionRequest,
} from '#schema/sessions/delivery.ts';
import { type MemoryId, memoryIdSchema } from '#schema/sessions/memory.ts';
import { type RecordKind, recordKinds, type SessionId } from '#schema/sessions/session.ts';
import type { SessionCard, SessionPorts } from '#sources/session/ports.ts';
import { byTime, clip, formatRef, parseRef } from '#sources/session/records/record-card.ts';
import { createUseFinder, type SessionStep } from '#text/memories/audit/find-uses.ts';
import type { HitSession } from './hit-lines.ts';
import { findSuccessors } from './mark-superseded.ts';

type Ports = Pick<SessionPorts, 'store' | 'memories' | 'deliveries'>;
type Given = Omit<Delivery, 'ref'>;

const maxDeliveries = 200;
/** More records than this are not searched for uses, so that a long session is shown as soon as a short one. */
const maxSteps = 400;
const excerptCharacters = 200;
/** A prompt and what it is given are noted within this time of each other. */
const sameMomentMs = 5000;

/** What a session was given from memory, and what of it came up again in its later work. */
export async function listDeliveries(ports: Ports, id: SessionId): Promise<SessionDeliveries> {
  const { store, deliveries } = ports;
  const session = await store.getSession(id);
  if (session === null) throw new AppError('not_found', `Session ${id} not found.`);
  const given = await deliveries.listDeliveries(session.contentSessionId, {
    isPresent: false,
    limit: maxDeliveries,
  });
  if (given.length === 0) return { items: [], tokens: 0, used: 0 };
  const [texts, work] = await Promise.all([readTexts(ports, given), readWork(ports, id)]);
  const successors = await findReplaced(ports, given, texts);
  const find = createUseFinder(work.map(toStep));
  const items = given.map((delivery): ShownDelivery => {
    const known = texts.get(nameOf(delivery));
    const place = known === undefined ? null : placeOf(delivery, work);
    return {
      ...delivery,
      ref: nameOf(delivery),
      excerpt: known === undefined ? null : clip(known.text, excerptCharacters),
      sessionDbId: known?.card?.sessionId ?? null,
      usedWords:
        known === undefined || place === null
          ? []
          : find({ text: known.text, tokens: delivery.tokens, ...place }),
      supersededBy: known?.card === undefined ? null : (successors.get(known.card.sessionId) ?? null),
    };
  });
  return {
    items,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    used: items.filter(({ usedWords }) => usedWords.length > 0).length,
  };
}

function nameOf({ kind, recordId }: Pick<Given, 'kind' | 'recordId'>): string {
  return kind === 'memory' ? `M${recordId}` : formatRef(kind, recordId);
}

interface KnownText {
  text: string;
  /** Memories have none. */
  card?: SessionCard;
}

/** The texts of the records that still exist, by name. */
async function readTexts(
  { store, memories }: Ports,
  given: readonly Given[],
): Promise<Map<string, KnownText>> {
  const places = given.flatMap(({ kind, recordId, at }) =>
    kind === 'memory' ? [] : [{ kind, id: recordId, at }],
  );
  const ids = given.flatMap(({ kind, recordId }): MemoryId[] =>
    kind === 'memory' ? [memoryIdSchema.parse(recordId)] : [],
  );
  const [cards, known] = await Promise.all([
    store.readCards(places),
    ids.length === 0
      ? []
      : memories.listMemories({ ids: [...new Set(ids)], state: 'all', offset: 0, limit: ids.length }),
  ]);
  return new Map<string, KnownText>([
    ...cards.map((card): [string, KnownText] => [
      formatRef(card.kind, card.id),
      { card, text: [card.title, card.text].filter((part) => part.trim() !== '').join('\n') },
    ]),
    ...known.map(({ id, text }): [string, KnownText] => [`M${id}`, { text }]),
  ]);
}

/** The first records of the session, sorted by time. */
async function readWork({ store }: Ports, sessionId: SessionId): Promise<SessionCard[]> {
  const query = { sessionId, order: 'oldest', offset: 0, limit: maxSteps } as const;
  const lists = await Promise.all(recordKinds.map((kind) => store.listCards(kind, query)));
  return lists.flat().sort(byTime('oldest'));
}

/** The input of a tool is one line of JSON before its answer. */
function toStep({ kind, title, text }: SessionCard): SessionStep {
  if (kind !== 'observation') return { said: `${title}\n${text}`, read: '' };
  const end = text.indexOf('\n');
  return end === -1 ? { said: text, read: '' } : { said: text.slice(0, end), read: text.slice(end) };
}

/** The prompt that something was given with, and the first step after it. What starts a session precedes its prompt. */
function placeOf({ at, occasion }: Given, work: readonly SessionCard[]): { prompt: string; from: number } {
  const isOfPrompt = ({ kind, createdAt }: SessionCard) =>
    kind === 'prompt' && (occasion === 'start' || createdAt <= at + sameMomentMs);
  const index = occasion === 'start' ? work.findIndex(isOfPrompt) : work.findLastIndex(isOfPrompt);
  const later = work.findIndex(({ createdAt }) => createdAt > at);
  const after = later === -1 ? work.length : later;
  return {
    prompt: work[index]?.text ?? '',
    from: occasion === 'compaction' ? after : Math.max(after, index + 1),
  };
}

/** For each session of which something was given with prompts, the record that may replace it, as contexts mark it. */
async function findReplaced(
  { deliveries }: Ports,
  given: readonly Given[],
  texts: ReadonlyMap<string, KnownText>,
): Promise<Map<SessionId, string>> {
  const cards = new Map<string, SessionCard>();
  for (const delivery of given.filter(({ occasion }) => occasion === 'prompt')) {
    const { card } = texts.get(nameOf(delivery)) ?? {};
    if (card !== undefined) cards.set(nameOf(delivery), card);
  }
  const sessions = [...Map.groupBy(cards.values(), ({ sessionId }) => sessionId)].map(toHitSession);
  const compatible = await deliveries.listCompatible(sessions.map(({ id }) => id));
  return new Map(
    [...findSuccessors(sessions, compatible)].map(([older, newer]) => [older.id, newer.lines[0]?.ref ?? '']),
  );
}

function toHitSession([id, cards]: [SessionId, SessionCard[]]): HitSession {
  const lines = cards.map(({ kind, id, createdAt, sessionId, title, text }) => ({
    kind,
    id,
    ref: formatRef(kind, id),
    createdAt,
    sessionId,
    voice: 'mixed' as const,
    text: `${title}\n${text}`,
  }));
  return {
    id,
    at: Math.max(...cards.map(({ createdAt }) => createdAt)),
    weight: 0,
    share: 0,
    terms: 0,
    lines,
  };
}

/** Notes that a later session does not replace what an earlier one decided, or that it may after all. */
export async function setSuperseded(
  { store, deliveries }: Ports,
  { older, newer, isSuperseded }: SupersessionRequest,
): Promise<void> {
  const [first, second] = await Promise.all([older, newer].map((name) => requireSession(store, name)));
  if (first === undefined || second === undefined) return;
  if (first === second)
    throw new AppError(
      'invalid_input',
      `${older} and ${newer} are of the same session. Name records of two.`,
    );
  await deliveries.setCompatible({ older: first, newer: second }, !isSuperseded);
}

async function requireSession(store: Ports['store'], name: string): Promise<SessionId> {
  const ref = parseRef(name);
  const record = ref === null ? null : await store.getRecord<RecordKind>(ref.kind, ref.id);
  if (record === null) throw new AppError('not_found', `No record ${name} found.`);
  return record.sessionId;
}
