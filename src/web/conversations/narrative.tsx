import { type ReactNode, useId } from 'react';
import type { ConversationView } from '#schema/conversations/conversations-wire.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { CheckProvider } from '#web/summary-panel/check/check-provider.ts';
import { RepairNote } from '#web/summary-panel/check/repair-note.tsx';
import { CheckPart } from '#web/summary-panel/grounding/check-part.tsx';
import { GroundedText } from '#web/summary-panel/grounding/grounded-text.tsx';
import { GroundingWordsProvider } from '#web/summary-panel/grounding/grounding-words.ts';
import type { TurnPart } from './turns/use-reveal-turn.ts';
import { useNarrativeCheck } from './use-narrative-check.ts';

interface NarrativeProps {
  view: ConversationView;
  onReveal(parts: readonly TurnPart[]): void;
}

/** Stays visible above the turns: at most three sentences, with the results of the check against the turns. */
export function Narrative({ view, onReveal }: NarrativeProps) {
  const { narrative, grounding: words } = useStrings().conversations;
  const { check, laid, isComparing } = useNarrativeCheck(view);
  const text = view.state.conversation.history_summary;
  // Offsets are valid for one text only.
  const contentHash = text;
  const source = laid && {
    text: laid.text,
    language: null,
    contentHash,
    show({ start }: { start: number }) {
      const parts = laid.partsAt(start);
      if (parts.length > 0) onReveal(parts);
      return parts.length > 0;
    },
  };
  if (text === '') {
    return (
      <Frame line={null}>
        <p className="text-muted">{narrative.none}</p>
      </Frame>
    );
  }
  const isChecked = laid !== null && laid.grounding.sentences.length > 0;
  return (
    <GroundingWordsProvider value={words}>
      <CheckProvider value={check}>
        <Frame
          line={
            isChecked || isComparing ? (
              <CheckPart
                key={view.id}
                grounding={laid?.grounding ?? null}
                summaryText={text}
                sourceText={laid?.text ?? null}
                isChanged={false}
              />
            ) : null
          }
        >
          <div className="mb-2 empty:hidden">
            <RepairNote text={text} />
          </div>
          <div data-testid="narrative" className="wrap-anywhere">
            <GroundedText
              key={`${view.id} ${text}`}
              summary={{ text, grounding: laid?.grounding ?? null, contentHash }}
              language={null}
              source={source}
            />
          </div>
        </Frame>
      </CheckProvider>
    </GroundingWordsProvider>
  );
}

function Frame({ line, children }: { line: ReactNode; children: ReactNode }) {
  const { narrative } = useStrings().conversations;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      // Positioned, so that what only screen readers see scrolls with the text and not the page.
      className="relative max-h-[30vh] shrink-0 overflow-y-auto border-b border-line bg-paper"
    >
      <div className="@container mx-auto max-w-[46rem] px-4 py-3 lg:px-6">
        <div className="mb-1 flex min-w-0 flex-wrap items-baseline gap-x-3 text-xs text-muted">
          <h2 id={id} className="font-medium">
            {narrative.heading}
          </h2>
          {line}
        </div>
        {children}
      </div>
    </section>
  );
}
