/** Long enough for a machine that has other things to do. */
export const soon = { timeout: 15_000 };
