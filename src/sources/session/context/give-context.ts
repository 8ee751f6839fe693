import type { DeliveryOccasion } from '#schema/sessions/delivery.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { scopeToProject } from '#sources/session/project-scope.ts';
import { parseRef } from '#sources/session/records/record-card.ts';
import { buildContext } from './build-context.ts';
import type { ContextPiece } from './fit-sections.ts';

type Ports = Pick<
  SessionPorts,
  'store' | 'memories' | 'checkFiles' | 'deliveries' | 'getSettings' | 'clock' | 'hash'
>;

export interface GiveRequest {
  contentSessionId: string;
  project: string;
  projectIdentities: readonly string[];
  /** `unheard`: the session has begun before this worker, and may have its context already. */
  source: 'new' | 'unheard' | 'compacted';
  /** What the session's client takes at most. */
  most: { tokens: number; characters: number };
}

/** The smallest budget for which a context is requested. */
const minTokens = 100;

/** The context for a session at its start or after a compaction. What it contains is noted. */
export async function giveContext(
  ports: Ports,
  { contentSessionId, source, most, ...named }: GiveRequest,
): Promise<{ text: string; tokens: number }> {
  const { deliveries, store, clock } = ports;
  if (source === 'compacted') await deliveries.dropDeliveries(contentSessionId, clock.now());
  if (source === 'unheard') {
    const given = await deliveries.listDeliveries(contentSessionId, { isPresent: true, limit: 1 });
    if (given.length > 0) return { text: '', tokens: 0 };
  }
  const { project } = await scopeToProject(ports, {
    project: named.project,
    projectIdentities: named.projectIdentities.join('\n'),
  });
  const { contextTokens } = await ports.getSettings();
  const isCompacted = source === 'compacted';
  const session = source === 'new' ? null : await store.findSession(contentSessionId);
  const own = session === null ? undefined : { id: session.id, isCompacted };
  // The context itself respects the token budget. A character limit is met only by requesting fewer tokens.
  for (let tokens = Math.min(most.tokens, contextTokens); tokens >= minTokens; tokens >>= 1) {
    const context = await buildContext(ports, { project, tokens, utcOffsetMinutes: 0, own });
    if (context.text.length > most.characters) continue;
    const occasion = isCompacted ? 'compaction' : 'start';
    await noteDelivered(ports, { contentSessionId, occasion, items: context.items });
    return { text: context.text, tokens: context.tokens };
  }
  return { text: '', tokens: 0 };
}

interface Delivered {
  contentSessionId: string;
  occasion: DeliveryOccasion;
  items: readonly (ContextPiece & { tokens: number })[];
}

/** Notes what a session was given, by name. */
export async function noteDelivered(
  { deliveries, clock }: Pick<Ports, 'deliveries' | 'clock'>,
  { contentSessionId, occasion, items }: Delivered,
): Promise<void> {
  const at = clock.now();
  await deliveries.addDeliveries(
    contentSessionId,
    items.flatMap(({ ref, tokens }) => {
      const named = /^M(\d{1,15})$/.exec(ref);
      const record = named === null ? parseRef(ref) : { kind: 'memory' as const, id: Number(named[1]) };
      return record === null ? [] : [{ kind: record.kind, recordId: record.id, occasion, tokens, at }];
    }),
  );
}
