import { createTranscripts, type Transcripts } from '#plugin/opencode/v2/transcripts.ts';
import type { Memory } from './create-memory.ts';
import type { OwnSessions } from './host.ts';

/**
 * What all copies of this plugin in one process have in common. OpenCode may load it from two places, and loads it
 * again when it is called while it ends: a guard in a module or a closure would not see the other's sessions.
 */
export interface Shared {
  /** The plugin's own sessions: nothing in them is recorded. */
  own: OwnSessions;
  /** Files that this process writes. */
  spools: Set<string>;
  /** One for each folder that OpenCode has open. */
  memories: Map<string, Memory>;
  /** OpenCode 1 loaded the plugin. It may call `setup` as well, whose hooks and events it serves only in part. */
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
