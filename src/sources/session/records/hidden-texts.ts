import { piecesOf } from '#text/privacy/hide-private.ts';

/**
 * Private texts of sessions for the lifetime of this process. They must not be written, not even to find them again.
 * Plugins remove them before sending anything, but other programs may not.
 */
export interface HiddenTexts {
  add(contentSessionId: string, hidden: readonly string[]): void;
  of(contentSessionId: string): readonly string[];
}

const maxSessions = 500;
const maxPieces = 400;

export function createHiddenTexts(): HiddenTexts {
  const sessions = new Map<string, readonly string[]>();
  return {
    add(contentSessionId, hidden) {
      const pieces = piecesOf(hidden);
      if (pieces.length === 0) return;
      const known = sessions.get(contentSessionId) ?? [];
      sessions.delete(contentSessionId);
      const all = [...new Set([...pieces, ...known])].slice(0, maxPieces);
      sessions.set(
        contentSessionId,
        all.sort((one, other) => other.length - one.length),
      );
      const [oldest] = sessions.keys();
      if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
    },
    of: (contentSessionId) => sessions.get(contentSessionId) ?? [],
  };
}
