/** A worker silent for this long is dead, even on a machine whose processes we cannot see. */
export const silentMs = 30_000;
