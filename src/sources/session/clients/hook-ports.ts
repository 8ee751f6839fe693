import type { Clock, Log } from '#engine/ports.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';
import type { CatchUp, ClientFiles, ClientStore } from './ports.ts';

export interface HookPorts extends ClientFiles {
  sessions: Pick<
    Sessions,
    'init' | 'observe' | 'summarize' | 'complete' | 'context' | 'recall' | 'hiddenTexts'
  > & { memories: Pick<Sessions['memories'], 'announce'> };
  store: ClientStore;
  catchUp: CatchUp;
  getSettings(): Promise<{ contextTokens: number }>;
  clock: Pick<Clock, 'now' | 'after'>;
  log: Log;
}
