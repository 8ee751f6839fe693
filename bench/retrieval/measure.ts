import type { Client } from '#client/create-client.ts';
import type { Tokenizer } from '#text/tokens/tokens.ts';
import { createBm25 } from './bm25.ts';
import type { Dialog } from './dialogs.ts';
import type { FindSource } from './load-dialogs.ts';

/** Of one question: what share of the evidence is among the first so many, by Precis and by BM25. */
export interface Measured {
  ability: string;
  precis: Record<string, number>;
  bm25: Record<string, number>;
}

const injectedTokens = 2500;
/** So many words in a row are the message's own. */
const wordsInRow = 8;

/** Whether one of the evidence's sessions is the first, and among the first five. */
export async function measureSessions(
  client: Client,
  { dialogs, find }: { dialogs: readonly Dialog[]; find: FindSource },
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { id: project, sessions, questions } of dialogs) {
    const rank = createBm25(
      sessions.map(({ id, messages }) => ({ id, text: messages.map(({ text }) => text).join('\n') })),
    );
    for (const { ability, text, evidence } of questions) {
      const { items } = await client.sessions.search({ query: text, project, limit: 100 });
      const hits = [...new Set(items.flatMap((hit) => find(hit)?.session ?? []))];
      const hitsOf = (ranked: string[]) => ({
        'hit@1': isAmong(evidence, ranked.slice(0, 1)),
        'hit@5': isAmong(evidence, ranked.slice(0, 5)),
      });
      measured.push({ ability, precis: hitsOf(hits), bm25: hitsOf(rank(text)) });
    }
  }
  return measured;
}

/** What share of the messages of the evidence is among the first 5, 10 and 20, and in what a new session is told. */
export async function measureMessages(
  client: Client,
  { dialogs, find, tokenizer }: { dialogs: readonly Dialog[]; find: FindSource; tokenizer: Tokenizer },
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { id: project, sessions, questions } of dialogs) {
    const messages = new Map(
      sessions.flatMap((session) => session.messages).map(({ id, text }) => [id, text]),
    );
    const rank = createBm25([...messages].map(([id, text]) => ({ id, text })));
    for (const { ability, text, evidence } of questions) {
      const { items } = await client.sessions.search({ query: text, project, limit: 20 });
      const { text: context } = await client.sessions.context({
        query: text,
        project,
        tokens: injectedTokens,
      });
      if (tokenizer.count(context) > injectedTokens) throw new Error('the context is over its budget');
      const ranked = rank(text);
      const told = takeWithin(ranked, (id) => tokenizer.count(messages.get(id) ?? ''));
      const texts = evidence.map((id) => messages.get(id) ?? '');
      measured.push({
        ability,
        precis: {
          ...recallsOf(
            evidence,
            items.flatMap((hit) => find(hit)?.message ?? []),
          ),
          injected: texts.filter((of) => isTold(of, context)).length / texts.length,
        },
        bm25: { ...recallsOf(evidence, ranked), injected: shareOf(evidence, told) },
      });
    }
  }
  return measured;
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

/** Whether a message, or a part of it that is long enough to be its own, stands in a text. */
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

function isAmong(evidence: string[], ranked: string[]): number {
  return ranked.some((id) => evidence.includes(id)) ? 1 : 0;
}

function shareOf(evidence: string[], ranked: string[]): number {
  return evidence.filter((id) => ranked.includes(id)).length / evidence.length;
}
