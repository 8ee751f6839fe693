import { useId } from 'react';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Tokens of the next prompt compared with the whole thread. */
export function TokenMeter({ meter: { sentTokens, fullTokens } }: Pick<ThreadView, 'meter'>) {
  const { meter } = useStrings().spaces;
  const id = useId();
  if (fullTokens === 0) return null;
  const share = Math.min(1, sentTokens / fullTokens);
  const words =
    sentTokens < fullTokens
      ? meter.sent(sentTokens, fullTokens, 1 - share)
      : sentTokens === fullTokens
        ? meter.all(sentTokens)
        : meter.more(sentTokens, fullTokens);
  return (
    <div>
      <p id={id} className="text-xs text-muted">
        {meter.heading}
      </p>
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuenow={sentTokens}
        aria-valuemin={0}
        aria-valuemax={Math.max(fullTokens, sentTokens)}
        aria-valuetext={words}
        className="my-1.5 h-2 overflow-hidden rounded-full border border-edge/60 bg-sunken"
      >
        <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <p aria-hidden className="numeric text-xs">
        {words}
      </p>
    </div>
  );
}
