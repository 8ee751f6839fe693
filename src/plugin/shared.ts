import { createTranscripts, type Transcripts } from '#plugin/opencode/v2/transcripts.ts';
import type { Memory } from './create-memory.ts';
import type { OwnSessions } from './host.ts';

/**
 * What all copies of this plugin in one process share. OpenCode may load the plugin from two places, and loads it
 * again when it is called during its exit. A variable in a module or a closure would not show the sessions of the
 * other copy.
 */
export interface Shared {
  /** The plugin's own sessions, in which nothing is recorded. */
  own: OwnSessions;
  /** The files that this process writes. */
  spools: Set<string>;
  /** The memory of each folder that OpenCode has open. */
  memories: Map<string, Memory>;
  /**
   * Says that OpenCode 1 loaded the plugin. It may call `setup` as well, but it serves only some of its hooks and
   * events.
   */
  isServed: boolean;
  /** What OpenCode 2 sent in its events. */
  transcripts: Transcripts;
}

const key = Symbol.for('opencode-mem/2');

export function openShared(): Shared {
  const place = globalThis as { [key]?: Shared };
  place[key] ??= {
    own: new Map(),
    spools: new Set(),
    memories: new Map(),
    isServed: false,
    transcripts: createTranscripts(),
  };
  return place[key];
}
