import type { Clock, Log } from '#engine/ports.ts';
import type { ContextEvent, HookClient } from '#schema/sessions/hook-client.ts';
import type { HookAnswer } from '#schema/sessions/hooks-wire.ts';
import type { GiveRequest } from '#sources/session/context/give-context.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';
import type { ClientEvent } from './client-event.ts';
import { clientDefinitions } from './clients.ts';
import type { CatchUp, ClientCounts, ClientFiles, ClientStore, FolderProject } from './ports.ts';
import { createRecentNames } from './recent-names.ts';

export interface HookPorts extends ClientFiles {
  sessions: Pick<
    Sessions,
    'init' | 'observe' | 'summarize' | 'complete' | 'giveContext' | 'recallPrompt' | 'hiddenTexts'
  > & { memories: Pick<Sessions['memories'], 'announce'> };
  store: ClientStore;
  catchUp: CatchUp;
  clock: Pick<Clock, 'now' | 'after'>;
  log: Log;
}

type GiveSource = GiveRequest['source'];
type Start = Extract<ClientEvent, { kind: 'start' }>;

interface Given {
  answer: HookAnswer;
  counted: Partial<ClientCounts>;
}

interface Text {
  text: string;
  tokens: number;
}

/** No more sessions than this are open at the same time. */
const maxBegun = 1000;
const nothing: Given = { answer: {}, counted: {} };

/** Gives sessions what they should know, at their start and with their prompts. */
export function createGiving(ports: Pick<HookPorts, 'sessions' | 'identifyProject'>) {
  const begun = createRecentNames(maxBegun);

  async function contextOf(
    client: HookClient,
    { sessionId, source, project }: { sessionId: string; source: GiveSource; project: FolderProject },
  ): Promise<Text> {
    // Without a project name, the context would cover all projects.
    if (project.name === '') return { text: '', tokens: 0 };
    return ports.sessions.giveContext({
      contentSessionId: sessionId,
      project: project.name,
      projectIdentities: project.identities,
      source,
      most: clientDefinitions[client].startContext,
    });
  }

  return {
    async atStart(client: HookClient, { sessionId, cwd, source }: Start): Promise<Given> {
      begun.add(sessionId);
      // The context of the first start is still part of the conversation.
      if (source === 'resumed') return nothing;
      const project = await ports.identifyProject(cwd);
      return toGiven('SessionStart', [await contextOf(client, { sessionId, source, project })]);
    },

    /** A session whose start nobody heard, because it started the worker, gets its context with its first prompt. */
    async atPrompt(
      { client, event }: { client: HookClient; event: string },
      { sessionId, prompt, project }: { sessionId: string; prompt: string; project: FolderProject },
    ): Promise<Given> {
      const late = begun.add(sessionId)
        ? [await contextOf(client, { sessionId, source: 'unheard', project })]
        : [];
      const recalled = await ports.sessions.recallPrompt({
        contentSessionId: sessionId,
        project: project.name,
        projectIdentities: project.identities,
        prompt,
      });
      return toGiven(event === 'BeforeAgent' ? event : 'UserPromptSubmit', [...late, recalled]);
    },
  };
}

function toGiven(hookEventName: ContextEvent, all: Text[]): Given {
  const texts = all.filter(({ text }) => text !== '');
  if (texts.length === 0) return nothing;
  const additionalContext = texts.map(({ text }) => text).join('\n\n');
  const contextTokens = texts.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    answer: { hookSpecificOutput: { hookEventName, additionalContext } },
    counted: { contexts: 1, contextTokens },
  };
}
