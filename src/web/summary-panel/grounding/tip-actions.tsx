import { CheckAction, CheckFailure, CheckProgress } from '#web/summary-panel/check/check-actions.tsx';
import { useLoadedCheck } from '#web/summary-panel/check/check-provider.ts';
import { useGroundingWords } from './grounding-words.ts';

interface TipActionsProps {
  /** How many sentences a correction would change; 0: this one is not contradicted. */
  fixes: number;
  isChecked: boolean;
  /** Before a click replaces its button. */
  onAct(): void;
}

/** What can be done about a doubtful sentence. Both act on the whole summary. */
export function TipActions({ fixes, isChecked, onAct }: TipActionsProps) {
  const words = useGroundingWords();
  const check = useLoadedCheck();
  if (check === null || (check.state === null && check.problem === null)) return null;
  const { busy, problem } = check;
  const label = isChecked ? words.checkAgain : words.checkWithModel;
  return (
    // Its buttons handle the clicks; this only observes them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div onClickCapture={onAct} className="mt-2 border-t border-line pt-2 text-xs leading-5 empty:hidden">
      {busy !== null ? (
        <CheckProgress check={check} />
      ) : problem !== null && problem.task !== 'undo' ? (
        <CheckFailure problem={problem} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {fixes === 0 ? null : <CheckAction check={check} task="repair" label={words.fix(fixes)} />}
          {fixes > 0 && check.state?.canCheck === false ? null : (
            <CheckAction check={check} task="check" label={label} />
          )}
        </div>
      )}
    </div>
  );
}
