import { useStrings } from '#web/strings/strings-provider.tsx';

/** What it stands for: a few lines, rows of a list, turns, or a screen with a list beside its content. */
export type SkeletonShape = 'text' | 'rows' | 'turns' | 'panes';

interface SkeletonProps {
  shape: SkeletonShape;
  className?: string;
}

/** Where content will be. Appears only if that takes a while; screen readers get a text instead. */
export function Skeleton({ shape, className = '' }: SkeletonProps) {
  const { loading } = useStrings();
  return (
    // Positioned, so that what only screen readers see does not make the page scroll.
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
        // All are alike.
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
