import type { ReactNode } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Button } from './button.tsx';
import { ErrorNotice } from './problem-notice.tsx';

interface Loading<T> {
  data: T | undefined;
  error: Error | null;
  refetch(): Promise<unknown>;
}

interface LoadedProps<T> {
  of: Loading<T>;
  /** The content that is shown if the data does not exist or no longer does. */
  gone?: ReactNode;
  /** The shape that the content will have. */
  shape?: SkeletonShape;
  /** The space around the skeleton and the error. */
  className?: string;
  children(data: T): ReactNode;
}

/** Shows that data is loading, has failed, or is loaded. Loaded data stays when loading it again fails. */
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

/** Shows a failed load with a button to try again, or nothing if it did not fail. */
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

/** The content that a skeleton stands for: a few lines, rows of a list, turns, or a list beside its content. */
type SkeletonShape = 'text' | 'rows' | 'turns' | 'panes';

interface SkeletonProps {
  shape: SkeletonShape;
  className?: string;
}

/** Shows where content will be. It appears only if loading takes a while. Screen readers get a text instead. */
export function Skeleton({ shape, className = '' }: SkeletonProps) {
  const { loading } = useStrings();
  return (
    // The element is positioned, so that hidden text for screen readers does not make the page scroll.
    <div data-testid="skeleton" className={`appear-late relative ${className}`}>
      <span aria-live="polite" className="sr-only">
        {loading}
      </span>
      <div aria-hidden className="animate-pulse">
        <Shape shape={shape} />
      </div>
    </div>
  );
}

function Shape({ shape }: { shape: SkeletonShape }) {
  if (shape === 'text') return <Lines widths={['w-3/5', 'w-full', 'w-4/5']} />;
  if (shape === 'rows') return <Repeated times={6} widths={['w-2/5', 'w-4/5']} />;
  if (shape === 'turns') return <Repeated times={3} widths={['w-1/5', 'w-full', 'w-11/12', 'w-3/5']} />;
  return (
    <div className="flex gap-10">
      <div className="w-48 shrink-0 max-lg:hidden">
        <Shape shape="rows" />
      </div>
      <div className="min-w-0 max-w-[56rem] flex-1">
        <Shape shape="turns" />
      </div>
    </div>
  );
}

function Repeated({ times, widths }: { times: number; widths: readonly string[] }) {
  return (
    <div className="space-y-6">
      {Array.from({ length: times }, (_, index) => (
        // All groups of lines are alike.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Lines key={index} widths={widths} />
      ))}
    </div>
  );
}

function Lines({ widths }: { widths: readonly string[] }) {
  return (
    <div className="space-y-2.5">
      {widths.map((width) => (
        <span key={width} className={`block h-2.5 rounded bg-line ${width}`} />
      ))}
    </div>
  );
}

interface EmptyStateProps {
  title: string;
  next: string;
  children?: ReactNode;
}

/** Shows an empty state, which says that nothing is here yet and what to do next. */
export function EmptyState({ title, next, children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-1 px-6 py-16 text-center">
      <p className="text-base font-medium">{title}</p>
      <p className="text-balance text-muted">{next}</p>
      {children === undefined ? null : <div className="mt-4">{children}</div>}
    </div>
  );
}
