import { type Host, type ModelName, type OwnSessions, ownTitle, type SessionInfo } from './host.ts';

/** A user's session, as far as it is needed to summarize its turns. */
export interface Session {
  id: string;
  model: ModelName | null;
  /** The prompts without a summary, in order. */
  openPrompts: string[];
  lastPrompt: string | null;
  /** The prompt that is being answered. Later prompts wait. */
  turnPrompt: string | null;
  /** The prompts that are entirely private. Nothing of their turns is sent. */
  privatePrompts: Set<string>;
  /** The private texts in pieces, which must not be sent in any other way. */
  hidden: string[];
  /** Says that a prompt came after the last attempt to summarize. */
  isDue: boolean;
  /** Says that no turn is in progress. */
  isIdle: boolean;
  timer: NodeJS.Timeout | undefined;
  summarizing: Promise<void> | null;
  /** The work for this session, which is done one piece at a time. */
  work: Promise<void>;
}

export interface Sessions {
  open(id: string): Session;
  all(): Session[];
  /** Records what OpenCode reports about a session. */
  note(info: SessionInfo): void;
  /**
   * Whether the session is the user's own, and not a helper's or this plugin's. Null means that this is not known
   * yet.
   */
  isUsers(id: string): boolean | null;
  /**
   * Asks OpenCode whether the session is the user's if that is unknown. If in doubt, the session is not the user's.
   */
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
