import { Link } from '@tanstack/react-router';
import { FileUp, type LucideIcon, Rss, Sparkles } from 'lucide-react';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface FirstRunProps {
  adding: boolean;
  error: Error | null;
  onFeed(): void;
  onOpml(): void;
  onSample(): void;
}

/** Empty state with three ways to start. */
export function FirstRun({ adding, error, onFeed, onOpml, onSample }: FirstRunProps) {
  const { firstRun } = useStrings().reader;
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-8 px-5 py-12">
      <h1 className="text-center text-2xl font-semibold tracking-tight">{firstRun.heading}</h1>
      <div className="grid w-full max-w-3xl gap-3 sm:grid-cols-3">
        <Choice icon={Rss} title={firstRun.feed} next={firstRun.feedNext} onClick={onFeed} />
        <Choice icon={FileUp} title={firstRun.opml} next={firstRun.opmlNext} onClick={onOpml} />
        <Choice
          icon={Sparkles}
          title={adding ? firstRun.adding : firstRun.sample}
          next={firstRun.sampleNext}
          disabled={adding}
          onClick={onSample}
        />
      </div>
      <ErrorNotice error={error} />
      <p className="text-center text-balance text-muted">
        {firstRun.offline} {firstRun.connect}{' '}
        <Link to="/settings/$section" params={{ section: 'models' }} className="text-accent underline">
          {firstRun.settings}
        </Link>
      </p>
    </div>
  );
}

interface ChoiceProps {
  icon: LucideIcon;
  title: string;
  next: string;
  disabled?: boolean;
  onClick(): void;
}

function Choice({ icon: Icon, title, next, disabled = false, onClick }: ChoiceProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="group flex flex-col items-start gap-1 rounded-xl border border-line bg-surface p-5 text-start transition-colors hover:border-accent hover:bg-accent-wash sm:pb-6"
    >
      <Icon aria-hidden className="mb-2.5 size-6 text-accent" strokeWidth={1.6} />
      <span className="text-base font-semibold">{title}</span>
      <span className="text-muted">{next}</span>
    </button>
  );
}
