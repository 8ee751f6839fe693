/** Styles of a menu and its items. */
export const menuClass =
  'z-50 min-w-44 max-w-80 rounded-lg border border-line bg-surface p-1 text-[0.8125rem] shadow-lg outline-none';

export const menuItemClass =
  'relative flex min-h-8 cursor-pointer pointer-coarse:min-h-11 items-center gap-2 rounded-md px-2.5 outline-none select-none data-highlighted:bg-sunken data-disabled:cursor-default data-disabled:text-muted/70';

export const menuSeparatorClass = 'my-1 h-px bg-line';
