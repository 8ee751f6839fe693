/** A scrolling pane must be focusable so that it can be scrolled by keyboard. */
export const scrollable = { tabIndex: 0 } as const;
