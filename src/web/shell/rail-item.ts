export const railItemClass =
  'flex w-full min-w-0 flex-1 flex-col items-center gap-1 rounded-lg px-1 py-1.5 text-center text-2xs text-muted transition-colors hover:bg-sunken hover:text-ink max-sm:py-2.5 md:flex-none md:py-2';

/** On the narrowest screens only the icons fit; the labels remain for screen readers. */
export const railLabelClass = 'max-sm:sr-only';
