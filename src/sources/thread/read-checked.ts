import { groundTalk } from '#engine/answers/ground-answer.ts';
import type { RunId } from '#schema/ids.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import { applySaid, carryOpinions } from '#schema/runs/opinions.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import type { Message, ThreadId } from '#schema/spaces/space.ts';
import { threadIdSchema } from '#schema/spaces/space.ts';
import type { MessagePlace } from '#schema/spaces/spaces-wire.ts';
import type { SpacesPorts, StoredThread } from './ports.ts';
import { readSent } from './require-thread.ts';

type From = Pick<SpacesPorts, 'store' | 'textWork' | 'getOpinions' | 'hash'>;

interface CheckedThread {
  source: SourceRef;
  text: string;
  runId: RunId | null;
  compare(): Promise<{ grounding: Grounding; sourceText: string }>;
  url: null;
  language: null;
  provider: null;
  model: string | null;
  madeAt: number;
}

/** The summary of a thread, with the messages that it covers. */
export async function readCheckedThread(ports: From, id: string): Promise<CheckedThread | null> {
  const threadId = threadIdSchema.safeParse(id).data;
  const thread = threadId === undefined ? null : await ports.store.getThread(threadId);
  if (thread === null || thread.summary === null) return null;
  const { summary: text, title, summaryRunId: runId } = thread;
  return {
    source: { kind: 'thread', id: thread.id, title },
    text,
    runId,
    url: null,
    language: null,
    provider: null,
    model: thread.summaryModel,
    madeAt: thread.summaryUpdatedAt ?? thread.updatedAt,
    async compare() {
      const { grounding, sourceText } = await compareThread(ports, { ...thread, summary: text });
      return { grounding, sourceText };
    },
  };
}

/**
 * Checks the summary against the messages instead of the previous summary, because small errors of many folds add up.
 */
export async function compareThread(
  ports: From,
  thread: StoredThread & { summary: string },
): Promise<{ grounding: Grounding; sourceText: string; places: MessagePlace[] }> {
  const { id: threadId, summary, summaryThroughSeq: throughSeq } = thread;
  const messages = await readSent(ports.store, { threadId, afterSeq: 0, throughSeq });
  const { text: sourceText, places } = joinMessages(messages);
  const said = messages.map((message) => message.text);
  const byRules = await groundTalk(ports.textWork, { said, sourceText, summary });
  const grounding = await addOpinions(ports, { threadId, summary, grounding: byRules });
  return { grounding, sourceText, places };
}

/** Messages that a summary covers never change and only become more, so opinions on a sentence stay valid. */
async function addOpinions(
  { store, getOpinions, hash }: From,
  { threadId, summary, grounding }: { threadId: ThreadId; summary: string; grounding: Grounding },
): Promise<Grounding> {
  const stored = await getOpinions(threadId);
  if (stored === null) return grounding;
  const { textHash, opinions, check } = stored;
  if (textHash === hash(summary)) return applySaid(grounding, stored);
  const versions = await store.listVersions(threadId);
  const checked = versions.find(({ text }) => hash(text) === textHash);
  if (checked === undefined) return grounding;
  const carried = carryOpinions(
    { text: checked.text, opinions },
    { text: summary, sentences: grounding.sentences },
  );
  return carried.length === 0 ? grounding : applySaid(grounding, { opinions: carried, verdicts: [], check });
}

const speakers = { user: 'User', assistant: 'Assistant' } as const;

function joinMessages(messages: readonly Message[]): { text: string; places: MessagePlace[] } {
  const places: MessagePlace[] = [];
  let text = '';
  for (const { seq, role, text: said } of messages) {
    text += `${speakers[role]}: `;
    places.push({ seq, start: text.length, end: text.length + said.length });
    text += `${said}\n\n`;
  }
  return { text, places };
}
