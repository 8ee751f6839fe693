import type { PreparedRun } from '#engine/ports.ts';
import { renderTranscript } from '#memory/render-transcript.ts';
import { lengthParameters } from '#memory/segments.ts';
import type { RunId } from '#schema/ids.ts';
import type { Message, Segment } from '#schema/spaces/space.ts';
import type { FoldInput } from '#schema/spaces/thread-input.ts';
import type { SpacesPorts, StoredThread } from './ports.ts';
import type { ThreadAgent } from './thread-agent.ts';

interface FoldOrder {
  thread: StoredThread;
  acting: ThreadAgent;
  /** What the summary has to include, oldest first. */
  messages: readonly Message[];
  previousSummary: string | null;
  keptSegments: Segment[];
  /** How long the result should be at most; absent or null: as the template says. */
  maxWords?: number | null;
  reason?: NonNullable<FoldInput['reason']>;
  /** The run's id; generated if omitted. */
  runId?: RunId | undefined;
}

export function prepareFold({ engine }: Pick<SpacesPorts, 'engine'>, order: FoldOrder): Promise<PreparedRun> {
  const { thread, acting, messages, previousSummary, keptSegments, maxWords = null, reason, runId } = order;
  const transcript = renderTranscript(messages);
  const sourceText = previousSummary === null ? transcript : `${previousSummary}\n\n${transcript}`;
  const tokenBudget = acting.agent.effective.summarizer.tokenBudget.value;
  return engine.prepare({
    runId,
    taskType: 'fold',
    source: { kind: 'thread', id: thread.id, title: thread.title },
    agentId: acting.agent.id,
    trigger: 'manual',
    route: [acting.route.summarizer],
    parameters: {
      tokenBudget: String(tokenBudget),
      messageCount: String(messages.length),
      ...lengthParameters(maxWords),
      ...(reason && { reason }),
    },
    input: {
      sourceText,
      subject: {
        threadId: thread.id,
        ...(reason && { reason }),
        summaryRevision: thread.summaryRevision,
        fromSeq: messages[0]?.seq ?? 1,
        throughSeq: messages.at(-1)?.seq ?? 1,
        previousSummary,
        messages: messages.map(({ seq, role, text }) => ({ seq, role, text })),
        tokenBudget,
        keptSegments,
      } satisfies FoldInput,
    },
  });
}
