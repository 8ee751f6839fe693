import { within } from './within.ts';

/** Context about earlier sessions for a new one. */
export interface Context {
  /** Asks the worker in the background. */
  refresh(): void;
  /** The text for a session, which stays the same as long as it lasts: a changed prompt is not cached by providers. */
  textFor(sessionId: string): Promise<string>;
  forget(sessionId: string): void;
}

/** The longest a turn waits for a response in progress; the total overhead stays under 50 ms. */
const patienceMs = 30;

/** `onGiven`: a session is given this text. */
export function createContext(
  read: () => Promise<string | null>,
  onGiven: (text: string) => void = () => {},
): Context {
  const given = new Map<string, string>();
  let latest = '';
  let reading: Promise<void> | null = null;

  return {
    refresh() {
      const mine = read().then((text) => {
        if (reading !== mine) return;
        latest = text ?? latest;
        reading = null;
      });
      reading = mine;
    },
    async textFor(sessionId) {
      const known = given.get(sessionId);
      if (known !== undefined) return known;
      if (reading !== null) await within(reading, patienceMs);
      if (latest === '') return '';
      given.set(sessionId, latest);
      onGiven(latest);
      return latest;
    },
    forget: (sessionId) => void given.delete(sessionId),
  };
}
