import { AppError } from '#schema/app-error.ts';
import type { Run, RunInput } from '#schema/runs/run.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { ReplyInput } from '#schema/spaces/thread-input.ts';
import type { SpacesPorts } from './ports.ts';
import { readMessages, requireThreadInSpace } from './require-thread.ts';
import { readAgent } from './thread-agent.ts';

/** A title needs no more of the first turn than this. */
const titleCharacters = 4000;
const passageCount = 4;

type From = Pick<SpacesPorts, 'store' | 'getAgent' | 'routeOf' | 'searchLibrary'>;

/** A fold reads what it was submitted with; an answer and a title read the thread as it is when they begin. */
export async function refreshInput(ports: From, run: Run, input: RunInput): Promise<RunInput> {
  if (input.subject?.kind === 'reply')
    return readReplyInput(ports, run, { ...input, subject: input.subject });
  if (input.subject?.kind === 'title') return readTitleInput(ports, input.subject.threadId, input);
  return input;
}

async function readReplyInput(
  ports: From,
  run: Run,
  input: RunInput & { subject: ReplyInput },
): Promise<RunInput> {
  const { threadId, messageId } = input.subject;
  const { thread, space } = await requireThreadInSpace(ports, threadId);
  const acting = await readAgent(ports, space);
  const { summaryThroughSeq: afterSeq, lastSeq: throughSeq } = thread;
  const messages = await readMessages(ports.store, { threadId, afterSeq, throughSeq });
  // A fold may have covered it in the meantime.
  const question = messages.find(({ id }) => id === messageId) ?? (await ports.store.getMessage(messageId));
  if (question === null) {
    throw new AppError('conflict', 'The message was edited or removed before it could be answered.');
  }
  const live = messages.filter(({ seq }) => seq < question.seq);
  // The offline model cannot converse: it quotes, and needs what to quote from.
  const passages =
    run.route[0] === acting.route.llm && acting.route.quotes
      ? await ports.searchLibrary({ text: question.text, limit: passageCount, exceptThread: threadId })
      : [];
  return {
    ...input,
    sourceText: question.text,
    subject: {
      ...input.subject,
      instructions: acting.instructions,
      summary: thread.summary,
      history: live.map(({ role, text }) => ({ role, text })),
      passages,
    },
  };
}

async function readTitleInput(ports: From, threadId: ThreadId, input: RunInput): Promise<RunInput> {
  const [first, second] = await ports.store.listMessages({ threadId, afterSeq: 0, limit: 2 });
  if (first === undefined) return input;
  const texts = [first, ...(second?.role === 'assistant' ? [second] : [])].map(({ text }) =>
    text.slice(0, titleCharacters),
  );
  return { ...input, sourceText: texts.join('\n\n') };
}
