import type { ReactNode } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Button } from './button.tsx';
import { ErrorNotice } from './problem-notice.tsx';
import { Skeleton, type SkeletonShape } from './skeleton.tsx';

interface Loading<T> {
  data: T | undefined;
  error: Error | null;
  refetch(): Promise<unknown>;
}

interface LoadedProps<T> {
  of: Loading<T>;
  /** Shown if it does not exist, or no longer does. */
  gone?: ReactNode;
  /** What the content will look like. */
  shape?: SkeletonShape;
  /** The space around the skeleton and the error. */
  className?: string;
  children(data: T): ReactNode;
}

/** Loading, failed, or loaded. What is loaded stays when loading it again fails. */
export function Loaded<T>({ of, gone, shape = 'text', className = 'py-4', children }: LoadedProps<T>) {
  if (gone !== undefined && of.error !== null && toAppError(of.error).code === 'not_found') return gone;
  if (of.data !== undefined) return children(of.data);
  if (of.error === null) return <Skeleton shape={shape} className={className} />;
  return <LoadError of={of} className={className} />;
}

interface LoadErrorProps {
  of: Omit<Loading<unknown>, 'data'>;
  className?: string;
}

/** A failed load with a button to try again; nothing if it did not fail. */
export function LoadError({ of, className = '' }: LoadErrorProps) {
  const { problem } = useStrings();
  if (of.error === null) return null;
  return (
    <div className={className}>
      <ErrorNotice error={of.error}>
        <Button onClick={() => void of.refetch()}>{problem.retry}</Button>
      </ErrorNotice>
    </div>
  );
}
