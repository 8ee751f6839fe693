/** A timeout that is long enough for a busy machine. */
export const soon = { timeout: 45_000 };
