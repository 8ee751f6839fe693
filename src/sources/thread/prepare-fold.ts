import type { PreparedRun } from '#engine/ports.ts';
import type { SubmitRequest } from '#engine/submit-run.ts';
import { renderTranscript } from '#memory/render-transcript.ts';
import type { Message, Segment } from '#schema/space.ts';
import type { SpacesPorts, StoredThread } from './ports.ts';
import type { ThreadAgent } from './thread-agent.ts';

export interface FoldOrder {
  thread: StoredThread;
  acting: ThreadAgent;
  /** Those that leave the window, oldest first. */
  messages: readonly Message[];
  previousSummary: string | null;
  keptSegments: Segment[];
}

export function prepareFold(
  ports: Pick<SpacesPorts, 'engine' | 'hash'>,
  order: FoldOrder,
): Promise<PreparedRun> {
  return ports.engine.prepare(requestFold(ports, order));
}

export function requestFold({ hash }: Pick<SpacesPorts, 'hash'>, order: FoldOrder): SubmitRequest {
  const { thread, acting, messages, previousSummary, keptSegments } = order;
  const transcript = renderTranscript(messages);
  const sourceText = previousSummary === null ? transcript : `${previousSummary}\n\n${transcript}`;
  const tokenBudget = acting.agent.effective.summarizer.tokenBudget.value;
  return {
    taskType: 'fold',
    source: { kind: 'thread', id: thread.id, title: thread.title },
    agentId: acting.agent.id,
    trigger: 'manual',
    targetLanguage: null,
    detailLevel: null,
    route: [acting.route.summarizer],
    parameters: { tokenBudget: String(tokenBudget), messageCount: String(messages.length) },
    input: {
      sourceText,
      title: null,
      contentHash: hash(sourceText),
      systemPromptOverride: null,
      subject: {
        kind: 'fold',
        threadId: thread.id,
        summaryRevision: thread.summaryRevision,
        fromSeq: messages[0]?.seq ?? 1,
        throughSeq: messages.at(-1)?.seq ?? 1,
        previousSummary,
        messages: messages.map(({ seq, role, text }) => ({ seq, role, text })),
        tokenBudget,
        keptSegments,
      },
    },
  };
}
