import { Ban, Check, CircleAlert, Clock, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { RunStatus } from '#schema/runs/run.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

const marks: Record<RunStatus, { icon: LucideIcon; ink: string; sign: string }> = {
  queued: { icon: Clock, ink: 'text-muted', sign: '' },
  running: { icon: LoaderCircle, ink: 'text-accent', sign: 'animate-spin' },
  succeeded: { icon: Check, ink: 'text-muted', sign: 'text-accent' },
  failed: { icon: CircleAlert, ink: 'text-danger', sign: '' },
  cancelled: { icon: Ban, ink: 'text-muted', sign: '' },
};

/** A status as an icon, a colour and a word: never one of them alone. */
export function StatusMark({ status }: { status: RunStatus }) {
  const { runs } = useStrings();
  const { icon: Icon, ink, sign } = marks[status];
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${ink}`}>
      <Icon aria-hidden className={`size-3.5 ${sign}`} />
      {runs.status[status]}
    </span>
  );
}
