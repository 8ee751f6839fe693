import type { Bus, BusMessage, Log } from '#engine/ports.ts';

export function createLocalBus({ log }: { log?: Log } = {}): Bus {
  const subscribers = createSubscribers(log);
  return {
    publish: async (message) => subscribers.deliver(message),
    subscribe: (handler) => subscribers.add(handler),
    close: async () => subscribers.clear(),
  };
}

type Handler = (message: BusMessage) => void;

interface Subscribers {
  add(handler: Handler): () => void;
  /** Delivers after the caller's synchronous work, so that a handler that publishes cannot change the order. */
  deliver(message: BusMessage): void;
  clear(): void;
}

export function createSubscribers(log: Log | undefined): Subscribers {
  const entries = new Set<{ handler: Handler }>();
  return {
    add(handler) {
      const entry = { handler };
      entries.add(entry);
      return () => entries.delete(entry);
    },
    deliver(message) {
      queueMicrotask(() => {
        for (const { handler } of entries) tell(handler, message);
      });
    },
    clear() {
      entries.clear();
    },
  };

  function tell(handler: Handler, message: BusMessage): void {
    try {
      handler(message);
    } catch (error) {
      log?.error({ err: error, kind: message.kind }, 'bus subscriber failed');
    }
  }
}
