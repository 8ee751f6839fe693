import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useGroundingWords } from '#web/summary-panel/grounding/grounding-words.ts';
import type { CheckTask } from './check-run.ts';
import type { Check, CheckProblem } from './use-check.ts';

const small = 'h-7! px-2.5! text-xs! pointer-coarse:h-11!';
const linkClass = 'rounded-sm text-accent underline underline-offset-2 hover:text-ink';

interface CheckActionProps {
  check: Check;
  task: CheckTask;
  /** The label of the button. */
  label: string;
}

/**
 * Starts a check or a correction, or says why that is not possible. Its progress or its failure takes the place of
 * the button.
 */
export function CheckAction({ check, task, label }: CheckActionProps) {
  const words = useGroundingWords();
  const { state, busy, problem } = check;
  if (state === null) return problem === null ? null : <CheckFailure problem={problem} />;
  if (busy?.task === task) return <CheckProgress check={check} />;
  if (!(task === 'check' ? state.canCheck : state.canRepair)) {
    return (
      <p className="text-muted">
        {words.cannot[task]}{' '}
        <Link to="/settings/$section" params={{ section: 'models' }} search={{}} className={linkClass}>
          {words.connect}
        </Link>
      </p>
    );
  }
  if (problem?.task === task) return <CheckFailure problem={problem} />;
  return (
    <Button disabled={busy !== null} onClick={() => check.start(task)} className={small}>
      {label}
    </Button>
  );
}

/** Shows what a run is doing, and the button that stops it. */
export function CheckProgress({ check }: { check: Check }) {
  const { panel } = useStrings();
  const text = useProgress(check);
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1">
      <span aria-hidden className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
      <span className="numeric text-muted">{text}</span>
      {check.busy?.canAbort === true ? (
        <Button disabled={check.busy.isStopping} onClick={check.abort} className={small}>
          {panel.abort}
        </Button>
      ) : null}
    </p>
  );
}

/** Returns what the run is doing, or null if nothing is running. */
export function useProgress(check: Check | null): string | null {
  const words = useGroundingWords();
  const busy = check?.busy ?? null;
  if (busy === null) return null;
  if (busy.isStopping) return words.stopping;
  if (busy.task === 'repair') return words.fixing;
  const progress = busy.followed?.progress ?? null;
  if (progress === null) return words.checking;
  const { done, total } = progress;
  return words.checkingPart(Math.min(done + 1, total), total);
}

/** Shows what failed, why, and the button to try again. */
export function CheckFailure({ problem: { task, problem, runId, retry } }: { problem: CheckProblem }) {
  const words = useGroundingWords();
  const strings = useStrings();
  const { title, remedy } = strings.problem.describe(problem.code, problem.message);
  return (
    <div data-testid="check-failure" className="space-y-1.5 wrap-anywhere">
      <p>
        <span className="text-danger">{words.failedBecause(words.failed[task], title)}</span>{' '}
        <span className="text-muted">{remedy}</span>
      </p>
      <Row>
        <Button onClick={retry} className={small}>
          {words.tryAgain}
        </Button>
        {runId === null ? null : (
          <Link to="/runs" search={{ tab: 'runs', run: runId }} className={linkClass}>
            {words.openRun}
          </Link>
        )}
      </Row>
    </div>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-3 gap-y-1">{children}</div>;
}
