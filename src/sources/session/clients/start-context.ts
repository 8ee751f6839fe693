import type { Clock, Log } from '#engine/ports.ts';
import type { HookAnswer } from '#schema/sessions/hooks-wire.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';
import type { ClientEvent } from './client-event.ts';
import type { ClientDefinition } from './define-client.ts';
import type { CatchUp, ClientCounts, ClientFiles, ClientStore } from './ports.ts';

type Start = Extract<ClientEvent, { kind: 'start' }>;

/** The smallest budget for which a context is requested. */
const minTokens = 100;

interface Text {
  text: string;
  tokens: number;
}

/** The context for a new session: what earlier ones did and, after a compaction, what this one did. */
export async function startContext(
  ports: HookPorts,
  { sessionId, cwd, source }: Start,
  most: ClientDefinition['startContext'],
): Promise<{ answer?: HookAnswer; counted: Partial<ClientCounts> }> {
  // The context of the first start is still part of the conversation.
  if (source === 'resumed') return { counted: {} };
  const budget = Math.min(most.tokens, (await ports.getSettings()).contextTokens);
  const own =
    source === 'compacted'
      ? await ports.sessions.recall(sessionId, { tokens: Math.round(budget * 0.7) })
      : null;
  const earlier = await earlierContext(ports, cwd, {
    tokens: budget - (own?.tokens ?? 0),
    characters: most.characters - (own?.text.length ?? 0),
  });
  const parts = [own, earlier].filter((part): part is Text => part !== null && part.text !== '');
  if (parts.length === 0) return { counted: {} };
  const additionalContext = parts.map(({ text }) => text).join('\n\n');
  const contextTokens = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    answer: { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } },
    counted: { contexts: 1, contextTokens },
  };
}

/** The context itself respects the token budget. A character limit is met only by requesting fewer tokens. */
async function earlierContext(
  ports: HookPorts,
  cwd: string,
  room: { tokens: number; characters: number },
): Promise<Text | null> {
  const { name, identities } = await ports.identifyProject(cwd);
  // Without a project name, the context would cover all projects.
  if (name === '') return null;
  for (let { tokens } = room; tokens >= minTokens; tokens = Math.floor(tokens / 2)) {
    const context = await ports.sessions.context({
      project: name,
      projectIdentities: identities.join('\n'),
      tokens,
      utcOffsetMinutes: 0,
    });
    if (context.text.length <= room.characters) return context;
  }
  return null;
}

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
