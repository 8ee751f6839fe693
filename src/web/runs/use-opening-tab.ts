import { useState } from 'react';

type Tab = 'runs' | 'issues';

/**
 * Issues come first if there are any. Decided once, when their number is first known: a tab that moves under the
 * pointer is worse than one in second place.
 */
export function useOpeningTab(issueCount: number | null): { opening: Tab | null; order: readonly Tab[] } {
  const [opening, setOpening] = useState<Tab | null>(null);
  const known = issueCount === null ? null : issueCount > 0 ? 'issues' : 'runs';
  if (opening === null && known !== null) setOpening(known);
  const first = opening ?? known;
  return { opening: first, order: first === 'issues' ? ['issues', 'runs'] : ['runs', 'issues'] };
}
