import type { SessionContext } from '#schema/sessions/sessions-wire.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { type BudgetPart, type BudgetShare, shareBudget } from './share-budget.ts';

/** Told apart by lightness too, and named below. */
const fills: Record<BudgetPart, string> = {
  memories: 'fill-ink/70',
  summaries: 'fill-accent',
  prompts: 'fill-caution',
  frame: 'fill-edge/60',
};
const dots: Record<BudgetPart, string> = {
  memories: 'bg-ink/70',
  summaries: 'bg-accent',
  prompts: 'bg-caution',
  frame: 'bg-edge/60',
};

/** The token budget as a bar: what each part takes, and what is free. */
export function BudgetBar({ context }: { context: SessionContext }) {
  const { context: words } = useStrings().sessions;
  const { tokens, budgetTokens } = context;
  const parts = shareBudget(context);
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, { share }) => sum + share, 0));
  return (
    <div className="space-y-2">
      <svg
        role="img"
        aria-label={words.bar(tokens, budgetTokens)}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="block h-2.5 w-full overflow-hidden rounded-full bg-sunken"
      >
        {parts.map((part, index) => (
          <rect
            key={part.part}
            x={starts[index]}
            y={0}
            width={part.share}
            height={4}
            className={`${fills[part.part]} stroke-surface [stroke-width:0.3]`}
          >
            <title>{words.share(words.parts[part.part], part.tokens, Math.round(part.share))}</title>
          </rect>
        ))}
      </svg>
      <ul className="space-y-0.5 text-xs">
        {parts.map((part) => (
          <Row key={part.part} part={part} />
        ))}
        <FreeRow tokens={Math.max(0, budgetTokens - tokens)} />
      </ul>
    </div>
  );
}

function Row({ part }: { part: BudgetShare }) {
  const { context: words } = useStrings().sessions;
  const formats = useFormats();
  return (
    <li
      title={words.share(words.parts[part.part], part.tokens, Math.round(part.share))}
      className="flex items-center gap-2"
    >
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[part.part]}`} />
      <span className="min-w-0 flex-1 truncate">
        {words.parts[part.part]}
        {part.records === 0 ? null : (
          <span className="numeric text-muted"> {formats.number(part.records)}</span>
        )}
      </span>
      <span className="numeric text-muted">{words.count(part.tokens)}</span>
    </li>
  );
}

function FreeRow({ tokens }: { tokens: number }) {
  const { context: words } = useStrings().sessions;
  return (
    <li className="flex items-center gap-2 text-muted">
      <span aria-hidden className="size-2 shrink-0 rounded-full border border-edge bg-sunken" />
      <span className="flex-1">{words.free}</span>
      <span className="numeric">{words.count(tokens)}</span>
    </li>
  );
}
