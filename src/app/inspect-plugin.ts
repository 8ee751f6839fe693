import { type Contact, readContact } from '#plugin/delivery/contact.ts';
import { type GivenContext, readGiven } from '#plugin/delivery/given-context.ts';
import { readSpools } from '#plugin/delivery/spool.ts';
import { readOptions } from '#plugin/read-options.ts';
import type { Config } from './read-config.ts';

/** What the OpenCode plugin has written on this machine. */
export interface PluginTraces {
  /** The address of the worker that the plugin connects to. */
  url: string;
  token: string | null;
  stateDir: string;
  contact: Contact | null;
  given: GivenContext;
  /** The number of events that the worker has not received yet. */
  waiting: number;
  /** The turns that OpenCode's model did not summarize. */
  pending: { sessionId: string; reason: string }[];
}

/** Counts the events in a folder that wait for the worker. */
export async function countWaiting(dir: string): Promise<number> {
  return (await readSpools(dir)).length;
}

export async function inspectPlugin(env: Config['env'], directory: string): Promise<PluginTraces> {
  const { url, token, stateDir } = readOptions(undefined, { directory, worktree: directory }, env);
  const [contact, given, events] = await Promise.all([
    readContact(stateDir),
    readGiven(stateDir),
    readSpools(stateDir),
  ]);
  const held = events.filter(({ note }) => note !== undefined);
  return {
    url,
    token,
    stateDir,
    contact,
    given,
    waiting: events.length - held.length,
    pending: held.map(({ body, note = '' }) => ({ sessionId: String(body.contentSessionId), reason: note })),
  };
}
