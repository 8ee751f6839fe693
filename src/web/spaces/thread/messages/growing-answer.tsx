import type { FollowedRun } from '#client/follow-run.ts';
import { Markdown } from '#web/markdown/markdown.tsx';
import type { Turn } from '#web/spaces/thread/use-turn.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { MessageFrame } from './message-view.tsx';

interface GrowingAnswerProps {
  turn: Turn;
  agentName: string;
}

/** The answer as it arrives; before that, what it is waiting for. */
export function GrowingAnswer({ turn, agentName }: GrowingAnswerProps) {
  const { answer: words } = useStrings().spaces;
  const { answer, fold, reply } = turn;
  const text = answer?.text ?? '';
  const isStarted = answer !== null && answer.status !== 'queued';
  const isFolding = fold !== null && reply?.afterRunId === fold.id && !isStarted;
  return (
    <div data-testid="growing-answer" aria-busy="true">
      <MessageFrame
        seq={null}
        by="assistant"
        name={agentName}
        label={words.answering}
        // Anything here would be pushed along by the text.
        footer={null}
      >
        {text === '' ? (
          <Doing>{isFolding ? <FoldProgress progress={turn.foldProgress} /> : words.waiting}</Doing>
        ) : (
          <Markdown growing text={text} />
        )}
      </MessageFrame>
    </div>
  );
}

interface FoldProgressProps {
  progress: FollowedRun['progress'];
}

export function FoldProgress({ progress }: FoldProgressProps) {
  const { answer } = useStrings().spaces;
  if (progress === null || progress.total <= 1) return answer.folding;
  return answer.foldingPart(Math.min(progress.done + 1, progress.total), progress.total);
}

export function Doing({ children }: { children: React.ReactNode }) {
  return (
    <output className="flex items-center gap-2 text-muted">
      <span aria-hidden className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
      <span className="numeric">{children}</span>
    </output>
  );
}
