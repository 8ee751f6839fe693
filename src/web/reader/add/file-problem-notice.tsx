import type { ReactNode } from 'react';
import { NoticeFrame, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { FileProblem } from './use-add-file.ts';

interface FileProblemNoticeProps {
  problem: FileProblem | null;
  children?: ReactNode;
}

export function FileProblemNotice({ problem, children }: FileProblemNoticeProps) {
  const { add } = useStrings().reader;
  if (problem === null) return null;
  if (problem.kind === 'refused') return <ProblemNotice problem={problem.error}>{children}</ProblemNotice>;
  return (
    <NoticeFrame tone="danger" title={add.fileTooLarge(problem.name)}>
      <p>{add.fileTooLargeRemedy}</p>
      {children === undefined ? null : <div className="mt-2">{children}</div>}
    </NoticeFrame>
  );
}
