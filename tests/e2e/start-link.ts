import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The connection between browser and server, which can break. */
export interface Link {
  /** The server's address as the browser uses it. */
  host: string;
  url: string;
  leadTo(port: number): void;
  /** Breaks every connection and accepts no new one. */
  cut(): void;
  /** Silently drops all traffic. */
  silence(): void;
  /** Accepts new connections. Sending on a silently dropped one fails with a reset. */
  mend(): void;
  close(): Promise<void>;
}

export async function startLink(): Promise<Link> {
  const open = new Set<Socket>();
  /** The connections that only the browser considers open, and whether it has sent anything since. */
  const silent = new Map<Socket, { hasSent: boolean }>();
  let target = 0;
  let state: 'open' | 'cut' | 'silent' = 'open';

  const server = createServer({ noDelay: true }, (from) => {
    open.add(from);
    from.on('error', () => from.destroy());
    from.on('close', () => {
      open.delete(from);
      silent.delete(from);
    });
    if (state === 'cut') from.resetAndDestroy();
    else if (state === 'silent') fallSilent(from);
    else lead(from);
  });

  function lead(from: Socket): void {
    const to = connect({ port: target, host: '127.0.0.1', noDelay: true });
    to.on('error', () => from.resetAndDestroy());
    to.on('close', () => {
      if (!silent.has(from)) from.destroy();
    });
    from.on('close', () => to.destroy());
    from.on('silent', () => to.destroy());
    from.pipe(to).pipe(from, { end: false });
  }

  function fallSilent(from: Socket): void {
    const known = { hasSent: false };
    silent.set(from, known);
    from.unpipe().emit('silent');
    from.on('data', () => {
      known.hasSent = true;
      if (state === 'open') from.resetAndDestroy();
    });
    from.resume();
  }

  function cut(): void {
    state = 'cut';
    for (const from of open) from.resetAndDestroy();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    host,
    url: `http://${host}`,
    leadTo(port) {
      target = port;
    },
    cut,
    silence() {
      state = 'silent';
      for (const from of open) fallSilent(from);
    },
    mend() {
      state = 'open';
      for (const [from, { hasSent }] of silent) if (hasSent) from.resetAndDestroy();
    },
    async close() {
      cut();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
