import { Check, CircleDashed, CircleX, SearchX } from 'lucide-react';
import type { GroundedSentence } from '#schema/runs/grounding.ts';

const icons = {
  supported: { Icon: Check, ink: 'text-accent' },
  contradicted: { Icon: CircleX, ink: 'text-danger' },
  'not-found': { Icon: SearchX, ink: 'text-caution' },
  undecided: { Icon: CircleDashed, ink: 'text-muted' },
} satisfies Record<GroundedSentence['state'], unknown>;

/** Each verdict has its own shape, for users who do not see its colour. */
export function VerdictIcon({ state }: { state: GroundedSentence['state'] }) {
  const { Icon, ink } = icons[state];
  return <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${ink}`} />;
}
