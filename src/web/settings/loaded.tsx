import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { Button } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface LoadedProps<T> {
  of: UseQueryResult<T>;
  children(data: T): ReactNode;
}

/** Loading, failed, or loaded. */
export function Loaded<T>({ of, children }: LoadedProps<T>) {
  const { settings, problem } = useStrings();
  if (of.data !== undefined) return children(of.data);
  if (of.error === null) return <p className="appear-late py-4 text-muted">{settings.loading}</p>;
  return (
    <ProblemNotice problem={toAppError(of.error)}>
      <Button onClick={() => void of.refetch()}>{problem.retry}</Button>
    </ProblemNotice>
  );
}
