import { type Host, type ModelName, type OwnSessions, ownTitle, type SessionInfo } from './host.ts';

/** A user's session, as far as needed to summarize its turns. */
export interface Session {
  id: string;
  model: ModelName | null;
  /** Prompts without a summary, in order. */
  openPrompts: string[];
  lastPrompt: string | null;
  /** The prompt that is being answered; later ones wait. */
  turnPrompt: string | null;
  /** Wholly private prompts: nothing of their turns leaves. */
  privatePrompts: Set<string>;
  /** Private texts, in pieces that must not leak any other way. */
  hidden: string[];
  /** A prompt came after the last try to summarize. */
  isDue: boolean;
  /** No turn is in progress. */
  isIdle: boolean;
  timer: NodeJS.Timeout | undefined;
  summarizing: Promise<void> | null;
  /** Work for it, one piece at a time. */
  work: Promise<void>;
}

export interface Sessions {
  open(id: string): Session;
  all(): Session[];
  /** Records what OpenCode reports about a session. */
  note(info: SessionInfo): void;
  /** Whether it is the user's own: not a helper's and not this plugin's. Null: not known yet. */
  isUsers(id: string): boolean | null;
  /** Asks OpenCode if unknown; if in doubt, a session is not the user's. */
  findOut(id: string): Promise<boolean>;
  forget(id: string): void;
}

export function createSessions(own: OwnSessions, host: () => Host): Sessions {
  const sessions = new Map<string, Session>();
  const users = new Map<string, boolean>();

  function note({ id, parentID, title = '' }: SessionInfo): boolean {
    const isUsers = parentID === undefined && !title.startsWith(ownTitle) && !own.has(id);
    users.set(id, isUsers);
    return isUsers;
  }

  return {
    open(id) {
      const known = sessions.get(id);
      if (known !== undefined) return known;
      const session: Session = {
        id,
        model: null,
        openPrompts: [],
        lastPrompt: null,
        turnPrompt: null,
        privatePrompts: new Set(),
        hidden: [],
        isDue: false,
        isIdle: true,
        timer: undefined,
        summarizing: null,
        work: Promise.resolve(),
      };
      sessions.set(id, session);
      return session;
    },
    all: () => [...sessions.values()],
    note: (info) => void note(info),
    isUsers: (id) => (own.has(id) ? false : (users.get(id) ?? null)),
    async findOut(id) {
      const known = own.has(id) ? false : users.get(id);
      if (known !== undefined) return known;
      const info = await host().findSession(id);
      return info === null ? false : note(info);
    },
    forget(id) {
      clearTimeout(sessions.get(id)?.timer);
      sessions.delete(id);
      users.delete(id);
    },
  };
}
