import type { Run } from '#schema/runs/run.ts';
import { modelName } from '#web/controls/model-name.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Says that a different model answered than the one requested, and why. */
export function FallbackNote({ run }: { run: Run }) {
  const strings = useStrings();
  const { panel, problem, none } = strings;
  const answered = modelName(run, strings) ?? none;
  return run.modelFailures.map((failure) => (
    <p key={failure.modelProfileId} data-testid="fallback-note" className="text-[0.8125rem] text-caution">
      {panel.fallback({
        answered,
        failed: modelName(failure, strings) ?? failure.modelProfileId,
        reason: problem.reason(failure.errorCode, failure.message),
      })}
    </p>
  ));
}
