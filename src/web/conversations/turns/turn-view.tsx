import { ChevronRight } from 'lucide-react';
import { memo, useId, useMemo, useState } from 'react';
import type { KeptTurn } from '#schema/conversations/conversations-wire.ts';
import { measureTurn } from '#web/conversations/measure-memory.ts';
import { Markdown } from '#web/markdown/markdown.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { LedgerPart } from './ledger-part.tsx';
import { TurnIssues } from './turn-issues.tsx';

interface TurnViewProps {
  turn: KeptTurn;
  /** Already summarized in the narrative: readable but dimmed. */
  isFolded: boolean;
  /** Rises when a passage of the reply is about to be shown. */
  opened: number;
}

export const TurnView = memo(function TurnView({ turn, isFolded, opened }: TurnViewProps) {
  const { conversations: words, separator } = useStrings();
  const formats = useFormats();
  const label = words.turn.label(turn.number);
  const tokens = useMemo(() => measureTurn(turn), [turn]);
  return (
    <article
      data-seq={turn.number}
      data-dimmed={isFolded ? '' : undefined}
      aria-label={label + separator + formats.time(turn.createdAt)}
      className="space-y-2"
    >
      <h3 className="numeric text-xs font-medium text-muted">
        {label}
        <span className="font-normal">{separator}</span>
        <time
          dateTime={new Date(turn.createdAt).toISOString()}
          title={formats.fullTime(turn.createdAt)}
          className="font-normal"
        >
          {formats.time(turn.createdAt)}
        </time>
        <span className="font-normal">{separator + words.turn.tokens(tokens)}</span>
      </h3>
      <div className={`space-y-2 text-[0.9375rem] leading-[1.65] ${isFolded ? 'text-muted' : ''}`}>
        <div className="flex justify-end">
          <p
            dir="auto"
            aria-label={words.turn.user}
            data-body="user"
            className="max-w-[85%] rounded-2xl rounded-ee-md bg-sunken px-4 py-2.5 whitespace-pre-wrap wrap-anywhere"
          >
            {turn.user}
          </p>
        </div>
        <Reply turn={turn} opened={opened} />
      </div>
      <TurnIssues issues={turn.issues} />
      <LedgerPart ledger={turn.ledger} />
    </article>
  );
});

/** A long reply is first shown as one sentence; one click shows all of it. */
function Reply({ turn: { assistant, assistantSummary }, opened }: Pick<TurnViewProps, 'turn' | 'opened'>) {
  const { turn: words } = useStrings().conversations;
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const [seen, setSeen] = useState(0);
  if (opened !== seen) {
    setSeen(opened);
    if (opened > 0) setWhole(true);
  }
  if (assistantSummary === null) {
    return (
      <div data-body="assistant">
        <Markdown text={assistant} />
      </div>
    );
  }
  return (
    <div className="space-y-1">
      <p dir="auto" data-testid="reply-summary" className="wrap-anywhere">
        {assistantSummary}
      </p>
      <button
        type="button"
        aria-expanded={isWhole}
        aria-controls={id}
        onClick={() => setWhole(!isWhole)}
        className="-ms-1 flex h-7 items-center gap-1 rounded-md px-1 text-xs text-muted hover:bg-sunken hover:text-ink pointer-coarse:h-11"
      >
        <ChevronRight aria-hidden className={`size-3.5 transition-transform ${isWhole ? 'rotate-90' : ''}`} />
        {words.wholeReply}
      </button>
      <div id={id} hidden={!isWhole} data-body="assistant" className="border-s-2 border-line ps-3">
        {isWhole ? <Markdown text={assistant} /> : null}
      </div>
    </div>
  );
}
