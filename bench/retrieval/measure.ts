import type { Client } from '#client/create-client.ts';
import type { SessionHit } from '#schema/sessions/sessions-wire.ts';
import type { Tokenizer } from '#text/tokens/tokens.ts';
import { createBm25 } from './bm25.ts';
import type { Dialog, Half } from './dialogs.ts';
import type { FindSource } from './load-dialogs.ts';

/**
 * The figures of one question: the share of its evidence among the first hits, by Precis and by what is compared with
 * it.
 */
export interface Measured {
  half: Half | null;
  ability: string;
  precis: Record<string, number>;
  beside: Record<string, number>;
}

const injectedTokens = 2500;
/** A part of a message with this many words in a row counts as its own text. */
const wordsInRow = 8;

/** Measures whether a session with evidence is the first hit, and whether one is among the first five. */
export async function measureSessions(
  client: Client,
  { dialogs, find }: { dialogs: readonly Dialog[]; find: FindSource },
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { id: project, half, sessions, questions } of dialogs) {
    const rank = createBm25(
      sessions.map(({ id, messages }) => ({ id, text: messages.map(({ text }) => text).join('\n') })),
    );
    for (const { ability, text, evidence } of questions) {
      const { items } = await client.sessions.search({ query: text, project, limit: 100 });
      const hitsOf = (ranked: string[]) => sessionHits(evidence, ranked);
      measured.push({ half, ability, precis: hitsOf(sessionsOf(items, find)), beside: hitsOf(rank(text)) });
    }
  }
  return measured;
}

/** Runs the same searches with an embedding model, and without it for comparison. */
export async function measureMeaning(
  client: Client,
  { dialogs, find, of }: { dialogs: readonly Dialog[]; find: FindSource; of: 'sessions' | 'messages' },
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { id: project, half, questions } of dialogs)
    for (const { ability, text, evidence } of questions) {
      const asked = { query: text, project, limit: of === 'sessions' ? 100 : 20 };
      const figuresOf = (items: readonly SessionHit[]) =>
        of === 'sessions'
          ? sessionHits(evidence, sessionsOf(items, find))
          : recallsOf(
              evidence,
              items.flatMap((hit) => find(hit)?.message ?? []),
            );
      const byWords = await client.sessions.search({ ...asked, by: 'words' });
      measured.push({
        half,
        ability,
        precis: figuresOf(await searchByMeaning(client, asked)),
        beside: figuresOf(byWords.items),
      });
    }
  return measured;
}

/**
 * Searches until the model takes part. A busy machine may be late at first, but then the vector of the query is
 * stored.
 */
async function searchByMeaning(
  client: Client,
  asked: { query: string; project: string; limit: number },
): Promise<readonly SessionHit[]> {
  for (let tries = 0; tries < 10; tries += 1) {
    const { items, meaning } = await client.sessions.search(asked);
    if (meaning === 'used') return items;
    if (meaning !== 'slow') throw new Error(`Search by meaning took no part: ${meaning}.`);
  }
  throw new Error('The embedding model is too slow for a search.');
}

/**
 * Measures the share of the evidence's messages among the first 5, 10 and 20 hits. Also measures the share in what a
 * new session is told: at its start, when no question is known, and about the question. BM25 knows the question in
 * both cases.
 */
export async function measureMessages(
  client: Client,
  { dialogs, find, tokenizer }: { dialogs: readonly Dialog[]; find: FindSource; tokenizer: Tokenizer },
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { id: project, half, sessions, questions } of dialogs) {
    const messages = new Map(
      sessions.flatMap((session) => session.messages).map(({ id, text }) => [id, text]),
    );
    const rank = createBm25([...messages].map(([id, text]) => ({ id, text })));
    const tell = (query?: string) => readContext(client, tokenizer, { project, query });
    const atStart = await tell();
    for (const { ability, text, evidence } of questions) {
      const { items } = await client.sessions.search({ query: text, project, limit: 20 });
      const about = await tell(text);
      const ranked = rank(text);
      const within = shareOf(
        evidence,
        takeWithin(ranked, (id) => tokenizer.count(messages.get(id) ?? '')),
      );
      const shareTold = (context: string) =>
        evidence.filter((id) => isTold(messages.get(id) ?? '', context)).length / evidence.length;
      const found = items.flatMap((hit) => find(hit)?.message ?? []);
      measured.push({
        half,
        ability,
        precis: {
          ...recallsOf(evidence, found),
          'told at the start': shareTold(atStart),
          'told about it': shareTold(about),
        },
        beside: { ...recallsOf(evidence, ranked), 'told at the start': within, 'told about it': within },
      });
    }
  }
  return measured;
}

/** Reads the context in the same way as plugins and hooks. */
async function readContext(
  client: Client,
  tokenizer: Tokenizer,
  { project, query }: { project: string; query: string | undefined },
): Promise<string> {
  const { text } = await client.sessions.context({
    project,
    tokens: injectedTokens,
    ...(query === undefined ? {} : { query }),
  });
  if (tokenizer.count(text) > injectedTokens) throw new Error(`${project}: the context is over its budget`);
  return text;
}

function recallsOf(evidence: string[], ranked: string[]): Record<string, number> {
  return Object.fromEntries(
    [5, 10, 20].map((most) => [`@${most}`, shareOf(evidence, ranked.slice(0, most))]),
  );
}

function takeWithin(ranked: readonly string[], count: (id: string) => number): string[] {
  let left = injectedTokens;
  return ranked.filter((id) => {
    const tokens = count(id);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

/** Whether the text has the message, or a part of it that is long enough to be its own. */
function isTold(message: string, text: string): boolean {
  const words = wordsOf(message);
  const told = ` ${wordsOf(text).join(' ')} `;
  const length = Math.min(wordsInRow, words.length);
  for (let at = 0; at + length <= words.length; at += 1)
    if (told.includes(` ${words.slice(at, at + length).join(' ')} `)) return true;
  return false;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function sessionsOf(items: readonly SessionHit[], find: FindSource): string[] {
  return [...new Set(items.flatMap((hit) => find(hit)?.session ?? []))];
}

function sessionHits(evidence: string[], ranked: string[]): Record<string, number> {
  return {
    'hit@1': isAmong(evidence, ranked.slice(0, 1)),
    'hit@5': isAmong(evidence, ranked.slice(0, 5)),
  };
}

function isAmong(evidence: string[], ranked: string[]): number {
  return ranked.some((id) => evidence.includes(id)) ? 1 : 0;
}

function shareOf(evidence: string[], ranked: string[]): number {
  return evidence.filter((id) => ranked.includes(id)).length / evidence.length;
}
