import type { RecordKind } from '#schema/sessions/session.ts';
import type { SessionHit } from '#schema/sessions/sessions-wire.ts';
import type { LibraryCard, RecordOrder, SessionCard } from '#sources/session/ports.ts';
import { cutCharacters, cutExcerpt, toOneLine } from '#text/sentences/cut-text.ts';
import { projectTokens } from '#text/tokens/tokens.ts';

export type Card = SessionCard | LibraryCard;

const titleCharacters = 100;
/** The order of records with the same time, in which they must have happened. */
const places: Record<Card['kind'], number> = { entry: 0, thread: 1, prompt: 2, observation: 3, summary: 4 };

export function toHit(card: Card, { words, score }: { words: readonly string[]; score: number }): SessionHit {
  const isRecord = isSessionCard(card);
  return {
    ref: refOf(card),
    kind: card.kind,
    title: titleOf(card),
    excerpt: cutExcerpt(card.text === '' ? card.title : card.text, words),
    project: isRecord ? card.project : null,
    sessionDbId: isRecord ? card.sessionId : null,
    promptNumber: isRecord ? card.promptNumber : null,
    createdAt: card.createdAt,
    tokens: isRecord ? projectTokens(card.text.trim() === '' ? card.title : card.text, card.bytes) : null,
    score,
  };
}

export function refOf(card: Card): string {
  return isSessionCard(card) ? formatRef(card.kind, card.id) : card.ref;
}

export function byTime(order: RecordOrder): (one: Card, other: Card) => number {
  const sign = order === 'oldest' ? 1 : -1;
  return (one, other) =>
    sign *
    (one.createdAt - other.createdAt ||
      places[one.kind] - places[other.kind] ||
      numberOf(one) - numberOf(other));
}

function isSessionCard(card: Card): card is SessionCard {
  return 'sessionId' in card;
}

function numberOf(card: Card): number {
  return isSessionCard(card) ? card.id : 0;
}

function titleOf({ kind, title, text }: Card): string {
  if (kind === 'prompt') return text === '' ? '(private)' : clip(text);
  return kind === 'observation' ? clip(`${title}: ${text}`) : clip(title === '' ? text : title);
}

/** Puts a text on one line and cuts it. */
export function clip(text: string, characters = titleCharacters): string {
  const flat = toOneLine(text.slice(0, characters * 4));
  if (flat.length <= characters) return flat;
  return `${cutCharacters(flat, characters).trimEnd()}…`;
}

const letters = { prompt: 'P', observation: 'O', summary: 'S' } as const satisfies Record<RecordKind, string>;

/** The name of a record in all tools, such as S12. */
export function formatRef(kind: RecordKind, id: number): string {
  return `${letters[kind]}${id}`;
}

/** Null if the text is not a reference. A bare number is an observation, as older tools write it. */
export function parseRef(text: string): { kind: RecordKind; id: number } | null {
  const [, letter = 'O', digits] = /^#?([POS])?(\d{1,15})$/i.exec(text.trim()) ?? [];
  const id = Number(digits);
  if (digits === undefined || id === 0) return null;
  const kind =
    letter.toUpperCase() === 'P' ? 'prompt' : letter.toUpperCase() === 'S' ? 'summary' : 'observation';
  return { kind, id };
}
