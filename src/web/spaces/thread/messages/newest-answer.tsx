import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FollowedRun } from '#client/follow-run.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { Markdown } from '#web/markdown/markdown.tsx';
import type { AnswerOutcome, Turn } from '#web/spaces/thread/use-turn.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { MessageFrame } from './message-view.tsx';

interface GrowingAnswerProps {
  turn: Turn;
  agentName: string;
}

/** Shows the answer as it arrives. Before that, shows what it is waiting for. */
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
        // A footer would be pushed down as the text grows.
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

interface AnswerNoticeProps {
  outcome: AnswerOutcome;
  agentName: string;
  isRetrying: boolean;
  onRetry(): void;
  onFollowAgain(): void;
}

export function AnswerNotice({ outcome, agentName, isRetrying, onRetry, onFollowAgain }: AnswerNoticeProps) {
  const { answer } = useStrings().spaces;
  const retry = (
    <Button disabled={isRetrying} onClick={onRetry}>
      {answer.retry}
    </Button>
  );
  if (outcome.kind === 'lost') {
    return (
      <ProblemNotice problem={outcome.error} note={answer.lost}>
        <Button onClick={onFollowAgain}>{answer.retry}</Button>
      </ProblemNotice>
    );
  }
  if (outcome.kind === 'stopped') return <Line words={answer.stopped}>{retry}</Line>;
  if (outcome.kind === 'kept') return <Line words={answer.kept}>{retry}</Line>;
  if (outcome.kind === 'unanswered') return <Line words={answer.unanswered}>{retry}</Line>;
  return (
    <>
      {outcome.text === '' ? null : (
        <div data-testid="partial-answer" className="mb-3">
          <MessageFrame
            seq={null}
            by="assistant"
            name={agentName}
            label={answer.incomplete}
            isDimmed
            footer={<span>{answer.incomplete}</span>}
          >
            <Markdown text={outcome.text} />
          </MessageFrame>
        </div>
      )}
      <ProblemNotice problem={outcome}>
        {retry}
        <Link to="/runs" search={{ tab: 'runs', run: outcome.runId }} className={buttonClass('quiet')}>
          {answer.details}
        </Link>
      </ProblemNotice>
    </>
  );
}

function Line({ words, children }: { words: string; children: ReactNode }) {
  return (
    <output className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-sunken px-3.5 py-2">
      <span className="min-w-0 flex-1">{words}</span>
      {children}
    </output>
  );
}
