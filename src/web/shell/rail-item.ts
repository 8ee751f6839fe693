export const railItemClass =
  'flex w-full min-w-0 flex-1 flex-col items-center gap-1 rounded-lg px-1 py-1.5 max-sm:min-h-12 max-sm:justify-center max-sm:gap-0.5 max-sm:py-1 text-center text-2xs text-muted transition-colors hover:bg-sunken hover:text-ink md:flex-none md:py-2';
