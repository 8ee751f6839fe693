import { cancelIfThere } from '#engine/create-engine.ts';
import { AppError } from '#schema/app-error.ts';
import type {
  ConversationGrounding,
  ConversationId,
  ConversationView,
  ListConversationsQuery,
  ListTurnsQuery,
  TurnPage,
  TurnPassage,
  TurnRequest,
} from '#schema/conversations/conversations-wire.ts';
import { withoutSources } from '#schema/runs/grounding.ts';
import type { ConversationsPorts } from './ports.ts';
import { readCheckedConversation } from './read-checked.ts';
import { isOfTurn, takeTurn } from './take-turn.ts';

export type Conversations = ReturnType<typeof createConversations>;

/** The conversations of external agents. Throws AppError, `not_found` if a conversation does not exist. */
export function createConversations(ports: ConversationsPorts) {
  const { store, engine, bus } = ports;
  const lanes = createLanes();
  const stopping = new AbortController();

  async function requireConversation(id: ConversationId) {
    const found = await store.getConversation(id);
    if (found === null) throw missing(id);
    return found;
  }

  /** Reads one extra turn to find out whether there are earlier ones. */
  async function readTurns(id: ConversationId, { before, limit }: ListTurnsQuery): Promise<TurnPage> {
    const found = await store.listTurns({ id, before, limit: limit + 1 });
    return { items: found.slice(-limit), hasMore: found.length > limit };
  }

  return {
    list: (query: ListConversationsQuery) => store.listConversations(query),
    async get(id: ConversationId, query: ListTurnsQuery): Promise<ConversationView> {
      return {
        ...(await requireConversation(id)),
        turnPage: await readTurns(id, query),
        activeRuns: (await store.listConversationRuns(id)).filter(isOfTurn),
      };
    },
    async ground(id: ConversationId) {
      await requireConversation(id);
      return groundNarrative(ports, id);
    },
    async listTurns(id: ConversationId, query: ListTurnsQuery) {
      await requireConversation(id);
      return readTurns(id, query);
    },
    /** Turns of one conversation are processed one at a time, in the order they arrive. */
    addTurn: (id: ConversationId, request: TurnRequest) =>
      lanes.enter(id, () => takeTurn(ports, { id, request, signal: stopping.signal })),
    async remove(id: ConversationId) {
      const runs = await store.listConversationRuns(id);
      if (!(await store.deleteConversation(id))) throw missing(id);
      // Only after the deletion: before it, a turn whose run has ended would save itself and report success.
      for (const run of runs) await cancelIfThere(engine, run.id);
      await bus.publish({ kind: 'changed', what: 'conversations' });
    },
    /** Aborts the work in progress without saving any of it. */
    async stop() {
      const message = 'The server is shutting down. The turn was not saved. Send it again.';
      stopping.abort(new AppError('server_unreachable', message));
      await lanes.settled();
    },
  };
}

function missing(id: ConversationId): AppError {
  return new AppError('not_found', `Conversation ${id} not found.`);
}

/** Work with the same name runs one at a time, in the order it arrives. */
interface Lanes {
  /** Takes the place in the lane synchronously, before anything is awaited. */
  enter<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when all lanes are empty. */
  settled(): Promise<void>;
}

function createLanes(): Lanes {
  const ends = new Map<string, Promise<unknown>>();
  return {
    enter(name, work) {
      const before = ends.get(name) ?? Promise.resolve();
      const result = before.then(work);
      const end = result
        .catch(() => {})
        .finally(() => {
          if (ends.get(name) === end) ends.delete(name);
        });
      ends.set(name, end);
      return result;
    },
    async settled() {
      while (ends.size > 0) await Promise.all(ends.values());
    },
  };
}

/** The verdicts of rules and models on the narrative, with the turns that they refer to. */
async function groundNarrative(
  ports: Pick<ConversationsPorts, 'store' | 'textWork' | 'getOpinions' | 'hash'>,
  id: string,
): Promise<ConversationGrounding> {
  const checked = await readCheckedConversation(ports, id);
  if (checked === null) return { text: '', messages: [], sentences: [] };
  const { grounding, sourceText, places } = await checked.compare();
  const quote = ({ start, end }: { start: number; end: number }): TurnPassage => ({
    start,
    end,
    turn: (places.find((place) => place.end > start) ?? places.at(-1))?.turn ?? 1,
    text: sourceText.slice(start, end),
  });
  return {
    text: checked.text,
    messages: places,
    ...(grounding.check && { check: grounding.check }),
    sentences: grounding.sentences.map(({ support, flags, details, opinion, ...sentence }) => ({
      ...sentence,
      support: support.map(quote),
      flags: flags.map(({ source, ...flag }) =>
        source === undefined ? flag : { ...flag, source: quote(source) },
      ),
      details: withoutSources(details),
      ...(opinion && { opinion: { ...opinion, passages: opinion.passages.map(quote) } }),
    })),
  };
}
