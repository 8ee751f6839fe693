/** A stream of server-sent events. Every reader gets all events that the test sends, until the test ends. */
export interface OpenStream<T> extends AsyncIterable<T> {
  send(event: T): void;
}

/** Opens a stream. A reader that comes later gets the first events too. */
export function openStream<T>(...first: T[]): OpenStream<T> {
  const sent = [...first];
  const wakers = new Set<() => void>();
  return {
    send(event) {
      sent.push(event);
      for (const wake of wakers) wake();
    },
    async *[Symbol.asyncIterator]() {
      for (let at = 0; ; at += 1) {
        while (at >= sent.length) await new Promise<void>((wake) => wakers.add(wake));
        yield* sent.slice(at, at + 1);
      }
    },
  };
}
