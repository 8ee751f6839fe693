import { expect } from 'vitest';
import {
  type ConversationId,
  conversationIdSchema,
  type TurnRequestInput,
} from '#schema/conversations/conversations-wire.ts';
import { talkerId } from './load-messages.ts';
import type { Load, Scene } from './scene.ts';

interface SentTurn {
  id: ConversationId;
  request: TurnRequestInput & { idempotency_key: string };
}

const turnsPerConversation = 6;
/** With this many unacknowledged turns, the oldest is retried before any new one is sent. */
const mostDoubtful = 3;

/** Makes a load of turns of external agents, each with a key. Unacknowledged turns are retried with the same key. */
export function loadTurns({ client }: Scene, name: string): Load {
  const acknowledged = new Map<string, { id: ConversationId; turn: number }>();
  const doubtful: SentTurn[] = [];
  const ids = new Set<ConversationId>();
  let conversations = 0;
  let left = 0;
  let id = nextId();
  let number = 0;

  function nextId(): ConversationId {
    conversations += 1;
    left = turnsPerConversation;
    return conversationIdSchema.parse(`graph-${name}-${conversations}`);
  }

  function nextTurn(): SentTurn {
    number += 1;
    left -= 1;
    const turn = { id, request: makeTurn(`turn-${name}-${number}`) };
    if (left === 0) id = nextId();
    return turn;
  }

  async function send(turn: SentTurn): Promise<void> {
    ids.add(turn.id);
    const result = await client().conversations.addTurn(turn.id, turn.request);
    acknowledged.set(turn.request.idempotency_key, { id: turn.id, turn: result.turn });
  }

  return {
    name: 'turns',
    async step() {
      const again = doubtful.length < mostDoubtful ? undefined : doubtful.shift();
      const turn = again ?? nextTurn();
      try {
        await send(turn);
      } catch (error) {
        doubtful.push(turn);
        // Other conversations continue until this one is resolved.
        id = nextId();
        throw error;
      }
    },
    async settle() {
      await Promise.all(doubtful.map(send));
    },
    async check(store) {
      for (const conversation of ids) {
        const turns = await store.conversations.listTurns({ id: conversation, limit: 1000 });
        expect(turns.map((turn) => turn.number)).toEqual(turns.map((_, n) => n + 1));
        const own = [...acknowledged].filter(([, sent]) => sent.id === conversation);
        expect(turns.map(({ user }) => user).toSorted()).toEqual(own.map(([key]) => key).toSorted());
        for (const [key, { turn }] of own) expect(turns[turn - 1]?.user).toBe(key);
      }
    },
    acknowledged: () => acknowledged.size,
  };
}

/** Makes a turn that is long enough to be summarized by a model. */
function makeTurn(key: string): SentTurn['request'] {
  return {
    user_message: key,
    final_response: `I saved the plan. ${'The ferry leaves at noon and takes an hour to the island. '.repeat(9)}`,
    agent_id: talkerId,
    idempotency_key: key,
  };
}
