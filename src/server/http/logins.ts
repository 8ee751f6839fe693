import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Where logins are kept: all processes on a database accept each other's. */
export interface LoginStore {
  /** Also deletes those that have expired by then. */
  addLogin(login: { idHash: string; tokenMark: string; createdAt: number; expiresAt: number }): Promise<void>;
  findLogin(idHash: string): Promise<{ tokenMark: string; expiresAt: number } | null>;
  deleteLogin(idHash: string): Promise<void>;
  deleteLogins(): Promise<void>;
}

export interface Logins {
  /** A new login's id, stored only in its cookie. */
  open(): Promise<string>;
  /** `over`: it was one, until it expired or the token was changed. */
  check(id: string): Promise<'valid' | 'over' | 'unknown'>;
  close(id: string): Promise<void>;
  closeAll(): Promise<void>;
}

/** A month: long enough not to be annoying. */
export const loginSeconds = 30 * 24 * 60 * 60;

const idBytes = 32;
const idForm = /^[\w-]{43}$/;

interface LoginsOptions {
  store: LoginStore;
  token: string;
  now(): number;
}

/**
 * Logins of browsers. The database holds a hash of each id, and a mark of the token that is salted with the id: it
 * reveals neither, and a login ends when the token changes.
 */
export function createLogins({ store, token, now }: LoginsOptions): Logins {
  const markOf = (id: string) => createHmac('sha256', id).update(token).digest('base64url');

  return {
    async open() {
      const id = randomBytes(idBytes).toString('base64url');
      const createdAt = now();
      const expiresAt = createdAt + loginSeconds * 1000;
      await store.addLogin({ idHash: hashOf(id), tokenMark: markOf(id), createdAt, expiresAt });
      return id;
    },

    async check(id) {
      const login = idForm.test(id) ? await store.findLogin(hashOf(id)) : null;
      if (login === null) return 'unknown';
      const isOfToken = timingSafeEqual(Buffer.from(login.tokenMark), Buffer.from(markOf(id)));
      return isOfToken && now() < login.expiresAt ? 'valid' : 'over';
    },

    close: (id) => store.deleteLogin(hashOf(id)),
    closeAll: () => store.deleteLogins(),
  };
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
