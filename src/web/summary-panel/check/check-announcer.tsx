import { useStrings } from '#web/strings/strings-provider.tsx';
import { useGroundingWords } from '#web/summary-panel/grounding/grounding-words.ts';
import { useCheckHere } from './check-provider.ts';

/** One message for screen readers when a run has ended; its verdicts are not read out one by one. */
export function CheckAnnouncer({ line }: { line: string }) {
  const words = useGroundingWords();
  const { separator } = useStrings();
  const { ended, busy } = useCheckHere() ?? { ended: null, busy: null };
  const told = ended !== null && busy === null ? tell() : '';
  return <output className="sr-only">{told}</output>;

  function tell(): string {
    const { task, status } = ended ?? {};
    if (task === undefined || (status !== 'succeeded' && status !== 'failed' && status !== 'cancelled'))
      return '';
    const end = words.ended[task][status];
    return status === 'succeeded' ? `${end}${separator}${line}` : end;
  }
}
