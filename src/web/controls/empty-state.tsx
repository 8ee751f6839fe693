import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  next: string;
  children?: ReactNode;
}

/** An empty state: says that nothing is here yet and what to do next. */
export function EmptyState({ title, next, children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-1 px-6 py-16 text-center">
      <p className="text-base font-medium">{title}</p>
      <p className="text-balance text-muted">{next}</p>
      {children === undefined ? null : <div className="mt-4">{children}</div>}
    </div>
  );
}
