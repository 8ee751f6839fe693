import { type RefObject, useState } from 'react';
import type { KeptTurn, TurnPlace } from '#schema/conversations/conversations-wire.ts';
import { nextFrame, type Part, type Reveal, useReveal } from '#web/summary-panel/passages/use-reveal.ts';

/** The part of a passage that one side of a turn said. */
export type TurnPart = Part & Pick<TurnPlace, 'turn' | 'speaker'>;

/** A reply that must be shown in full; `times` tells one request from the next. */
export interface OpenedReply {
  turn: number;
  times: number;
}

interface RevealingTurn {
  paneRef: RefObject<HTMLElement | null>;
  /** Null if it cannot be loaded. */
  loadBackTo(turn: number): Promise<KeptTurn | null>;
}

/** Scrolls to a turn and highlights a passage of it. A passage of a shortened reply opens the full one. */
export function useRevealTurn({ paneRef, loadBackTo }: RevealingTurn): {
  reveal: Reveal<TurnPart>;
  opened: OpenedReply | null;
} {
  const [opened, setOpened] = useState<OpenedReply | null>(null);
  const reveal = useReveal({
    paneRef,
    async load({ turn, speaker }: TurnPart) {
      const kept = await loadBackTo(turn);
      if (kept === null) return null;
      if (speaker === 'assistant' && kept.assistantSummary !== null)
        setOpened((now) => ({ turn, times: (now?.times ?? 0) + 1 }));
      // The pane keeps its place when it grows, and only then may it be scrolled.
      await nextFrame();
      return { text: kept[speaker], selector: `[data-seq="${turn}"] [data-body="${speaker}"]` };
    },
  });
  return { reveal, opened };
}
