import type { Bus, Log } from '#engine/ports.ts';
import { createSubscribers } from './subscribers.ts';

export function createLocalBus({ log }: { log?: Log } = {}): Bus {
  const subscribers = createSubscribers(log);
  return {
    publish: async (message) => subscribers.deliver(message),
    subscribe: (handler) => subscribers.add(handler),
    close: async () => subscribers.clear(),
  };
}
