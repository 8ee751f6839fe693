/** A worker that was silent for this long is gone, even on a machine we cannot look into. */
export const silentMs = 30_000;
