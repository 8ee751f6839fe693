import { Link } from '@tanstack/react-router';
import { useSettings } from '#web/api/queries.ts';
import { Button } from '#web/controls/button.tsx';
import { useAcceptedModels, useCheckCost } from '#web/controls/model-costs.ts';
import { NoticeFrame } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Says that a model checks new summaries and what that costs, until the user has read it for this model. */
export function CheckNote() {
  const { panel } = useStrings();
  const { data: settings } = useSettings();
  const { isAccepted, accept } = useAcceptedModels('precis.check-cost-accepted');
  const known = useCheckCost();
  if (known === null || settings?.check.mode !== 'all' || isAccepted(known.checker)) return null;
  return (
    <NoticeFrame tone="caution" title={panel.checkNote(known.checker.name)}>
      <p>{known.cost}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button onClick={() => accept(known.checker)}>{panel.checkKeep}</Button>
        <CheckerLink>{panel.checkChange}</CheckerLink>
      </div>
    </NoticeFrame>
  );
}

/** Leads to the setting that chooses the checking model. */
export function CheckerLink({ children }: { children: string }) {
  return (
    <Link
      to="/settings/$section"
      params={{ section: 'summaries' }}
      search={{}}
      className="rounded-sm text-accent underline underline-offset-2 hover:text-ink"
    >
      {children}
    </Link>
  );
}
