/** What a test sends to every reader that listens: a server-sent event each, until the test ends. */
export interface OpenStream<T> extends AsyncIterable<T> {
  send(event: T): void;
}

/** Who comes later gets the first events too. */
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
