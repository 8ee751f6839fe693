import {
  Circle,
  CircleDashed,
  CircleX,
  Contrast,
  SearchX,
  TriangleAlert,
  UserCheck,
  UserX,
} from 'lucide-react';
import { type GroundedSentence, groundingStates } from '#schema/runs/grounding.ts';

const radius = 6;
const length = 2 * Math.PI * radius;
/** The gap between two arcs, so that they can be told apart without their colours. */
const gap = 1.6;

const strokes: Record<GroundedSentence['state'], { stroke: string; width: number }> = {
  quoted: { stroke: 'var(--accent)', width: 3.5 },
  confirmed: { stroke: 'color-mix(in srgb, var(--accent) 50%, transparent)', width: 3.5 },
  different: { stroke: 'var(--danger)', width: 4 },
  'not-in-the-source': { stroke: 'var(--caution)', width: 3 },
  wrong: { stroke: 'var(--danger)', width: 4 },
  'not-checked': { stroke: 'var(--edge)', width: 1.5 },
};

interface VerdictRingProps {
  sentences: readonly Pick<GroundedSentence, 'state'>[];
  className?: string;
}

/** Shows the verdicts on all sentences as one picture. The words beside it say the same. */
export function VerdictRing({
  sentences,
  className = 'mt-0.5 size-3.5 @lg:mt-px @lg:size-4',
}: VerdictRingProps) {
  const arcs = layArcs(sentences);
  const space = arcs.length > 1 ? gap : 0;
  if (arcs.length === 0) return null;
  return (
    <svg aria-hidden viewBox="0 0 16 16" data-testid="ring" className={`shrink-0 -rotate-90 ${className}`}>
      {arcs.map(({ state, start, share }) => (
        <circle
          key={state}
          data-state={state}
          cx="8"
          cy="8"
          r={radius}
          fill="none"
          stroke={strokes[state].stroke}
          strokeWidth={strokes[state].width}
          strokeDasharray={`${Math.max(0.5, share * length - space)} ${length}`}
          strokeDashoffset={-start * length}
        />
      ))}
    </svg>
  );
}

interface Arc {
  state: GroundedSentence['state'];
  /** The start and the length are shares of the ring. */
  start: number;
  share: number;
}

function layArcs(sentences: readonly Pick<GroundedSentence, 'state'>[]): Arc[] {
  const arcs: Arc[] = [];
  let start = 0;
  for (const state of groundingStates) {
    const share = sentences.filter((sentence) => sentence.state === state).length / sentences.length;
    if (share > 0) arcs.push({ state, start, share });
    start += share;
  }
  return arcs;
}

const icons = {
  quoted: { Icon: Circle, ink: 'fill-accent text-accent' },
  confirmed: { Icon: Contrast, ink: 'text-accent' },
  different: { Icon: TriangleAlert, ink: 'text-danger' },
  'not-in-the-source': { Icon: SearchX, ink: 'text-caution' },
  wrong: { Icon: CircleX, ink: 'text-danger' },
  'not-checked': { Icon: CircleDashed, ink: 'text-muted' },
} satisfies Record<GroundedSentence['state'], unknown>;

const yours = {
  confirmed: { Icon: UserCheck, ink: 'text-accent' },
  wrong: { Icon: UserX, ink: 'text-danger' },
};

interface VerdictIconProps {
  state: GroundedSentence['state'];
  /** Whether the user gave the verdict. */
  isYours?: boolean;
}

/** Each verdict has its own shape, for users who do not see its colour. */
export function VerdictIcon({ state, isYours = false }: VerdictIconProps) {
  const { Icon, ink } = isYours ? yours[state === 'wrong' ? 'wrong' : 'confirmed'] : icons[state];
  return <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${ink}`} />;
}
