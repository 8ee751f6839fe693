/** A button among words: as quiet as they are until it is used. */
export const wordButtonClass =
  'inline-flex h-7 shrink-0 items-center gap-1 rounded-md px-1.5 text-[0.8125rem] whitespace-nowrap text-muted hover:bg-sunken hover:text-ink pointer-coarse:h-11 pointer-coarse:px-2';
