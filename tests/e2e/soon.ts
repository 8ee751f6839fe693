/** Long enough for a busy machine. */
export const soon = { timeout: 15_000 };
