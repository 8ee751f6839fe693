import type { KeptSession, SessionMessage, SessionState, SessionValues } from '#schema/app-session.ts';
import type { EntryId } from '#schema/entry.ts';
import { parseJson } from '#schema/parse-json.ts';

export interface SessionChannel {
  send(message: SessionMessage): void;
  onMessage(listener: (message: unknown) => void): void;
  close(): void;
}

export interface SessionParts {
  /** The version of the app. Tabs of different versions ignore each other's messages. */
  build: string;
  /** Reads the tab's stored state, which survives a reload and is copied to restored and duplicated tabs. */
  read(): string | null;
  write(kept: string): void;
  /** Returns null if the browser has no BroadcastChannel; each tab is then its own session. */
  openChannel(): SessionChannel | null;
  now(): number;
  /** Whether the browser discarded the tab to save memory. To the user, such a tab stayed open. */
  wasDiscarded: boolean;
}

export interface AppSession {
  get(): SessionValues;
  change(values: Partial<SessionValues>): void;
  leaveAlone(id: EntryId): void;
  subscribe(listener: () => void): () => void;
  /** Called when the page is closed, reloaded, or put into the back/forward cache. */
  leave(): void;
  comeBack(): void;
}

/** A reload finishes within this time, even on a slow machine. A page away for longer starts a new session. */
const graceMs = 10_000;
const maxLeftAlone = 2000;

const nothingChosen: SessionState = {
  changedAt: 0,
  values: {
    targetLanguage: null,
    detailLevel: null,
    autoSummary: false,
    leftAlone: [],
    translationLanguage: null,
    translationLayout: 'under',
    translationShown: false,
    titlesTranslated: false,
    summaryOf: 'original',
  },
};

/**
 * The app session spans the browser: open tabs share it, the newest change applies to all, and it ends when the last
 * tab is closed.
 */
export function createAppSession(parts: SessionParts): AppSession {
  const { build, read, write, openChannel, now, wasDiscarded } = parts;
  const listeners = new Set<() => void>();
  let state = readKept({ wasDiscarded });
  let channel: SessionChannel | null = null;
  join();

  function readKept({ wasDiscarded: isDiscarded }: { wasDiscarded: boolean }): SessionState {
    const found = parseJson(read() ?? '');
    if (!isOfBuild(found, build)) return nothingChosen;
    const kept = found as KeptSession;
    const isReload = kept.leftAt !== null && now() - kept.leftAt <= graceMs;
    return isReload || isDiscarded ? kept.state : nothingChosen;
  }

  function join(): void {
    keep(null);
    channel = openChannel();
    channel?.onMessage(hear);
    channel?.send({ type: 'ask', build, state });
  }

  function hear(data: unknown): void {
    if (!isOfBuild(data, build)) return;
    const message = data as SessionMessage;
    if (message.state.changedAt > state.changedAt) adopt(message.state);
    else if (message.type === 'ask' && message.state.changedAt < state.changedAt)
      channel?.send({ type: 'tell', build, state });
  }

  function adopt(next: SessionState): void {
    state = next;
    keep(null);
    for (const listener of listeners) listener();
  }

  function keep(leftAt: number | null): void {
    const kept: KeptSession = { build, state, leftAt };
    write(JSON.stringify(kept));
  }

  function change(values: Partial<SessionValues>): void {
    // If the clock was set back, the newest choice must not become the oldest.
    const changedAt = Math.max(now(), state.changedAt + 1);
    adopt({ changedAt, values: { ...state.values, ...values } });
    channel?.send({ type: 'tell', build, state });
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
      // In some browsers an open channel keeps the page out of the back/forward cache.
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

function isOfBuild(value: unknown, build: string): value is { build: string } {
  return typeof value === 'object' && value !== null && 'build' in value && value.build === build;
}
