import { readKept, writeKept } from '#web/kept/use-kept-state.ts';
import { type AppSession, createAppSession, type SessionChannel } from './create-app-session.ts';

const name = 'precis.session';

export function openAppSession(build: string): AppSession {
  const session = createAppSession({
    build,
    read: () => readKept('session', name),
    write: (kept) => writeKept('session', name, kept),
    openChannel,
    now: () => Date.now(),
    wasDiscarded: 'wasDiscarded' in document && document.wasDiscarded === true,
  });
  window.addEventListener('pagehide', () => session.leave());
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) session.comeBack();
  });
  return session;
}

function openChannel(): SessionChannel | null {
  try {
    const channel = new BroadcastChannel(name);
    return {
      // A channel takes no target origin: only pages of this origin receive its messages.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      send: (message) => channel.postMessage(message),
      onMessage: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
      close: () => channel.close(),
    };
  } catch {
    // Missing, or blocked where the browser stores nothing.
    return null;
  }
}
