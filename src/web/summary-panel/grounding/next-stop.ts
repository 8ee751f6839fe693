interface Step {
  key: string;
  /** The sentences that can be reached, in reading order. */
  stops: readonly number[];
  from: number;
  isRightToLeft: boolean;
}

/** Returns the sentence to which a key leads, or null for other keys. */
export function nextStop({ key, stops, from, isRightToLeft }: Step): number | null {
  const at = stops.indexOf(from);
  const last = stops.length - 1;
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ArrowRight: isRightToLeft ? at - 1 : at + 1,
    ArrowLeft: isRightToLeft ? at + 1 : at - 1,
    Home: 0,
    End: last,
  }[key];
  return to === undefined ? null : (stops[Math.min(last, Math.max(0, to))] ?? null);
}
