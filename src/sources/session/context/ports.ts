import type { Delivery, DeliveryOccasion } from '#schema/sessions/delivery.ts';
import type { MemoryId } from '#schema/sessions/memory.ts';
import type { SessionId } from '#schema/sessions/session.ts';

export type NewDelivery = Omit<Delivery, 'ref' | 'droppedAt'>;

/** What a session was given on one occasion. */
export interface GivenSum {
  contentSessionId: string;
  occasion: DeliveryOccasion;
  at: number;
  tokens: number;
}

/** Two sessions about the same subject. */
export interface SessionPair {
  older: SessionId;
  newer: SessionId;
}

export interface DeliveryStore {
  addDeliveries(contentSessionId: string, deliveries: readonly NewDelivery[]): Promise<void>;
  /** Sorted by time. `isPresent`: only what the session's context still has. */
  listDeliveries(
    contentSessionId: string,
    options: { isPresent: boolean; limit: number },
  ): Promise<Omit<Delivery, 'ref'>[]>;
  /** Notes that the session's context was compacted, so that everything may be given again. */
  dropDeliveries(contentSessionId: string, at: number): Promise<void>;
  /** What was given at once, newest first. */
  sumDeliveries(limit: number): Promise<GivenSum[]>;
  /** Those of these memories that some session was given. */
  listDelivered(memories: readonly MemoryId[]): Promise<MemoryId[]>;
  /** The time of the first delivery that is known, or null. */
  findFirstDelivery(): Promise<number | null>;
  /** The pairs of these sessions in which the newer does not replace the older, as a person said. */
  listCompatible(ids: readonly SessionId[]): Promise<SessionPair[]>;
  setCompatible(pair: SessionPair, isCompatible: boolean): Promise<void>;
}
