import { AppError } from '#schema/app-error.ts';
import type { Message, Space, SpaceId, ThreadId } from '#schema/spaces/space.ts';
import type { SpacesPorts, StoredThread, ThreadStore } from './ports.ts';

type From = Pick<SpacesPorts, 'store'>;

export async function requireThread({ store }: From, id: ThreadId): Promise<StoredThread> {
  const thread = await store.getThread(id);
  if (thread === null) throw missingThread(id);
  return thread;
}

export async function requireSpace({ store }: From, id: SpaceId): Promise<Space> {
  const space = await store.getSpace(id);
  if (space === null) throw missingSpace(id);
  return space;
}

export async function requireThreadInSpace(
  { store }: From,
  id: ThreadId,
): Promise<{ thread: StoredThread; space: Space }> {
  const found = await store.getThreadInSpace(id);
  if (found === null) throw missingThread(id);
  return found;
}

/** More than the window holds. A thread whose folds fail keeps all its messages live. */
const pageSize = 500;

/** All messages after `afterSeq`, up to and including `throughSeq`. */
export async function readMessages(
  store: Pick<ThreadStore, 'listMessages'>,
  { threadId, afterSeq, throughSeq }: { threadId: ThreadId; afterSeq: number; throughSeq: number },
): Promise<Message[]> {
  const found: Message[] = [];
  for (let last = afterSeq; last < throughSeq; ) {
    const page = await store.listMessages({ threadId, afterSeq: last, limit: pageSize });
    found.push(...page.filter(({ seq }) => seq <= throughSeq));
    if (page.length < pageSize) break;
    last = page.at(-1)?.seq ?? throughSeq;
  }
  return found;
}

/** Tells the model that its own words end here. */
const stoppedMark = '[The user stopped this answer before its end.]';

/** The text of a message for a model: the same in an answer, a summary and a check. */
export function sentText({ text, stoppedBy }: Pick<Message, 'text' | 'stoppedBy'>): string {
  return stoppedBy === undefined ? text : `${text}\n\n${stoppedMark}`;
}

/** Reads messages with their text for a model. */
export async function readSent(...given: Parameters<typeof readMessages>): Promise<Message[]> {
  const messages = await readMessages(...given);
  return messages.map((message) => ({ ...message, text: sentText(message) }));
}

export function missingSpace(id: SpaceId): AppError {
  return new AppError('not_found', `Space ${id} not found.`);
}

export function missingThread(id: ThreadId): AppError {
  return new AppError('not_found', `Thread ${id} not found.`);
}
