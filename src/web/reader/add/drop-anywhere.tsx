import type { ReactNode } from 'react';
import type { Entry } from '#schema/entry.ts';
import { Button } from '#web/controls/button.tsx';
import { useFileDrop } from '#web/controls/files/use-file-drop.ts';
import { NoticeFrame, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { type FileProblem, useAddFile } from './use-add-entry.ts';

interface DropAnywhereProps {
  onAdded(entry: Entry): void;
  children: ReactNode;
}

/** Adds a file that is dropped anywhere on the screen. */
export function DropAnywhere({ onAdded, children }: DropAnywhereProps) {
  const { reader, problem } = useStrings();
  const file = useAddFile(onAdded);
  const { isOver, handlers } = useFileDrop((dropped) => void file.addFile(dropped));
  return (
    <div {...handlers} className="relative flex h-full min-h-0">
      {children}
      {isOver ? (
        <div className="pointer-events-none absolute inset-2 z-30 flex items-center justify-center rounded-lg border-2 border-dashed border-accent bg-accent-wash/90 text-base font-medium text-accent">
          {reader.add.dropHere}
        </div>
      ) : null}
      {file.problem === null ? null : (
        <div className="absolute inset-x-4 bottom-4 z-30 mx-auto max-w-lg rounded-lg bg-surface shadow-lg">
          <FileProblemNotice problem={file.problem}>
            <Button onClick={file.dismiss}>{problem.dismiss}</Button>
          </FileProblemNotice>
        </div>
      )}
    </div>
  );
}

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
