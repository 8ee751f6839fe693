interface Size {
  width: number;
  height: number;
}

interface TipPlace {
  /** The sentence it belongs to. */
  anchor: { left: number; top: number; bottom: number };
  tip: Size;
  view: Size;
}

const gapPx = 6;
const marginPx = 8;

/** Above the sentence, where it covers only text already read; below it if there is no room above. */
export function placeTip({ anchor, tip, view }: TipPlace): { left: number; top: number } {
  const above = anchor.top - gapPx - tip.height;
  const below = anchor.bottom + gapPx;
  const top = above >= marginPx ? above : below;
  return {
    left: clamp(anchor.left, view.width - tip.width - marginPx),
    top: clamp(top, view.height - tip.height - marginPx),
  };
}

function clamp(value: number, max: number): number {
  return Math.max(marginPx, Math.min(value, max));
}
