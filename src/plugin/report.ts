import type { OpenCodeClient } from './ports.ts';

/** Writes into OpenCode's own log. Where that fails there is nowhere else to say it. */
export async function report(
  client: OpenCodeClient,
  level: 'warn' | 'error',
  message: string,
): Promise<void> {
  try {
    await client.app.log({ body: { service: 'opencode-mem', level, message } });
  } catch {}
}
