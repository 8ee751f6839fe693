import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

export interface ShownProblem {
  code: ErrorCode;
  message: string;
  retryAfterMs?: number | undefined;
  details?: Record<string, unknown> | undefined;
}

interface ProblemNoticeProps {
  problem: ShownProblem;
  /** `caution` is for something that the user may decide against, and `danger` is for an error. */
  tone?: 'danger' | 'caution';
  /** What to do about an error, if this place knows better than the general message. */
  remedies?: Partial<Record<ErrorCode, string>>;
  /** A note that is shown before the remedy, for example what happened to the old text. */
  note?: string | null;
  children?: ReactNode;
}

/** Shows an error with what happened, what to do, and the buttons to do it. */
export function ProblemNotice(props: ProblemNoticeProps) {
  const { problem, tone = 'danger', remedies = {}, note = null, children } = props;
  const strings = useStrings();
  const { title, detail, remedy } = strings.problem.describe(problem.code, problem.message);
  const next = remedies[problem.code] ?? remedy;
  const reference = problem.details?.reference;
  return (
    <NoticeFrame tone={tone} title={title}>
      {detail === null ? null : <p className="text-muted">{detail}</p>}
      {note === null ? null : <p>{note}</p>}
      {next === null ? null : <p>{next}</p>}
      {problem.retryAfterMs === undefined ? null : <p>{strings.problem.retryIn(problem.retryAfterMs)}</p>}
      {typeof reference === 'string' ? (
        <p className="text-muted">{strings.problem.reference(reference)}</p>
      ) : null}
      {children === undefined ? null : <div className="mt-2 flex flex-wrap gap-2">{children}</div>}
    </NoticeFrame>
  );
}

interface ErrorNoticeProps extends Omit<ProblemNoticeProps, 'problem'> {
  /** Null means that nothing has failed, and nothing is shown. */
  error: unknown;
}

export function ErrorNotice({ error, ...notice }: ErrorNoticeProps) {
  return error === null ? null : <ProblemNotice problem={toAppError(error)} {...notice} />;
}

interface NoticeFrameProps {
  tone: 'danger' | 'caution';
  title: string;
  children: ReactNode;
}

const washes = { danger: 'bg-danger-wash', caution: 'bg-caution-wash' };
const inks = { danger: 'text-danger', caution: 'text-caution' };

export function NoticeFrame({ tone, title, children }: NoticeFrameProps) {
  return (
    <div role="alert" className={`flex gap-2.5 rounded-lg px-3.5 py-3 ${washes[tone]}`}>
      <CircleAlert aria-hidden className={`mt-0.5 size-4 shrink-0 ${inks[tone]}`} />
      <div className="min-w-0 flex-1 space-y-0.5 wrap-anywhere">
        <p className={`font-medium ${inks[tone]}`}>{title}</p>
        {children}
      </div>
    </div>
  );
}
