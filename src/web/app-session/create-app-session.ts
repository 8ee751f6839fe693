import {
  keptSessionSchema,
  type SessionMessage,
  type SessionState,
  type SessionValues,
  sessionMessageSchema,
} from '#schema/app-session.ts';
import type { EntryId } from '#schema/entry.ts';

export interface SessionChannel {
  send(message: SessionMessage): void;
  onMessage(listener: (message: unknown) => void): void;
  close(): void;
}

export interface SessionParts {
  /** What this tab keeps. A reload finds it again; so does a tab that is restored or copied. */
  read(): string | null;
  write(kept: string): void;
  /** Null where the browser has none: each tab is then a session of its own. */
  openChannel(): SessionChannel | null;
  now(): number;
  /** The browser unloaded the tab to save memory, while it stayed open for the reader. */
  wasDiscarded: boolean;
}

export interface AppSession {
  get(): SessionValues;
  change(values: Partial<SessionValues>): void;
  leaveAlone(id: EntryId): void;
  subscribe(listener: () => void): () => void;
  /** The page goes: it is closed, reloaded, or kept for the way back. */
  leave(): void;
  comeBack(): void;
}

/** A reload is over by then, also on a slow machine. A page that was away for longer begins a new session. */
const graceMs = 10_000;
const maxLeftAlone = 2000;

const nothingChosen: SessionState = {
  changedAt: 0,
  values: { targetLanguage: null, detailLevel: null, autoSummary: false, leftAlone: [] },
};

/**
 * The session of the app is the browser: open tabs share it, the newest change holds in all, and it is over when the
 * last one is closed.
 */
export function createAppSession(parts: SessionParts): AppSession {
  const { read, write, openChannel, now, wasDiscarded } = parts;
  const listeners = new Set<() => void>();
  let state = readKept({ wasDiscarded });
  let channel: SessionChannel | null = null;
  join();

  function readKept({ wasDiscarded: isDiscarded }: { wasDiscarded: boolean }): SessionState {
    const kept = parseKept(read());
    if (kept === null) return nothingChosen;
    const isReload = kept.leftAt !== null && now() - kept.leftAt <= graceMs;
    return isReload || isDiscarded ? kept.state : nothingChosen;
  }

  function join(): void {
    keep(null);
    channel = openChannel();
    channel?.onMessage(hear);
    channel?.send({ type: 'ask', state });
  }

  function hear(data: unknown): void {
    // A tab of another version may say what this one does not understand.
    const message = sessionMessageSchema.safeParse(data).data;
    if (message === undefined) return;
    if (message.state.changedAt > state.changedAt) adopt(message.state);
    else if (message.type === 'ask' && message.state.changedAt < state.changedAt)
      channel?.send({ type: 'tell', state });
  }

  function adopt(next: SessionState): void {
    state = next;
    keep(null);
    for (const listener of listeners) listener();
  }

  function keep(leftAt: number | null): void {
    write(JSON.stringify({ state, leftAt }));
  }

  function change(values: Partial<SessionValues>): void {
    // A clock that was set back must not make the newest choice the oldest.
    const changedAt = Math.max(now(), state.changedAt + 1);
    adopt({ changedAt, values: { ...state.values, ...values } });
    channel?.send({ type: 'tell', state });
  }

  return {
    get: () => state.values,
    change,
    leaveAlone(id) {
      const others = state.values.leftAlone.filter((known) => known !== id);
      change({ leftAlone: [...others, id].slice(-maxLeftAlone) });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    leave() {
      keep(now());
      // An open channel keeps some browsers from keeping the page.
      channel?.close();
      channel = null;
    },
    comeBack() {
      if (channel !== null) return;
      adopt(readKept({ wasDiscarded: false }));
      join();
    },
  };
}

function parseKept(text: string | null) {
  try {
    return keptSessionSchema.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}
