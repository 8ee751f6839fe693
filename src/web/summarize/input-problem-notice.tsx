import { Button } from '#web/controls/button.tsx';
import { NoticeFrame, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { InputProblem } from './use-source-input.ts';

interface InputProblemNoticeProps {
  problem: InputProblem | null;
  onDismiss(): void;
}

export function InputProblemNotice({ problem, onDismiss }: InputProblemNoticeProps) {
  const strings = useStrings();
  if (problem === null) return null;
  const dismiss = <Button onClick={onDismiss}>{strings.problem.dismiss}</Button>;
  if (problem.kind === 'page') {
    return (
      <div className="px-4 pt-3 lg:px-6">
        <ProblemNotice problem={problem.problem}>{dismiss}</ProblemNotice>
      </div>
    );
  }
  const { source } = strings;
  const isTooLarge = problem.problem === 'too-large';
  return (
    <div className="px-4 pt-3 lg:px-6">
      <NoticeFrame
        tone="danger"
        title={isTooLarge ? source.fileTooLarge(problem.name) : source.notText(problem.name)}
      >
        <p>{isTooLarge ? source.fileTooLargeRemedy : source.notTextRemedy}</p>
        <div className="mt-2">{dismiss}</div>
      </NoticeFrame>
    </div>
  );
}
