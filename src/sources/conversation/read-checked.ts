import { groundTalk } from '#engine/answers/ground-answer.ts';
import {
  type ConversationId,
  conversationIdSchema,
  type KeptTurn,
  type TurnPlace,
} from '#schema/conversations/conversations-wire.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import { applySaid } from '#schema/runs/opinions.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import type { ConversationsPorts } from './ports.ts';

type From = Pick<ConversationsPorts, 'store' | 'textWork' | 'getOpinions' | 'hash'>;

interface CheckedConversation {
  source: SourceRef;
  text: string;
  /** The run and the model that wrote the narrative are not stored, because an answer may have been refused. */
  runId: null;
  provider: null;
  model: null;
  url: null;
  language: null;
  /** When the last turn was saved. The narrative is no newer. */
  madeAt: number;
  compare(): Promise<ComparedNarrative>;
}

interface ComparedNarrative {
  grounding: Grounding;
  sourceText: string;
  /** The position of each message in `sourceText`, in order. */
  places: TurnPlace[];
}

/** The narrative of a conversation with the turns it covers, or null if there is none. */
export async function readCheckedConversation(ports: From, id: string): Promise<CheckedConversation | null> {
  const conversationId = conversationIdSchema.safeParse(id).data;
  const found = conversationId === undefined ? null : await ports.store.getConversation(conversationId);
  if (found === null) return null;
  const { history_summary: text, recent_turns } = found.state.conversation;
  if (text.trim() === '') return null;
  return {
    source: { kind: 'conversation', id: found.id, title: found.id },
    text,
    runId: null,
    provider: null,
    model: null,
    url: null,
    language: null,
    madeAt: found.updatedAt,
    async compare() {
      const turns = await readThrough(ports, found.id, found.state.current_turn - recent_turns.length);
      const { sourceText, places } = joinTurns(turns);
      const said = turns.flatMap(({ user, assistant }) => [user, assistant]);
      const grounding = await groundTalk(ports.textWork, { said, sourceText, summary: text });
      const stored = await ports.getOpinions(found.id);
      if (stored?.textHash !== ports.hash(text)) return { grounding, sourceText, places };
      return { grounding: applySaid(grounding, stored), sourceText, places };
    },
  };
}

const pageSize = 200;

/** All turns up to this one, sorted oldest first. */
async function readThrough({ store }: From, id: ConversationId, through: number): Promise<KeptTurn[]> {
  const turns: KeptTurn[] = [];
  for (let before = through + 1; before > 1; ) {
    const page = await store.listTurns({ id, before, limit: pageSize });
    turns.unshift(...page);
    if (page.length < pageSize) break;
    before = page[0]?.number ?? 1;
  }
  return turns;
}

function joinTurns(turns: readonly KeptTurn[]): Pick<ComparedNarrative, 'sourceText' | 'places'> {
  const places: TurnPlace[] = [];
  let sourceText = '';

  function say(turn: number, speaker: TurnPlace['speaker'], words: string): void {
    sourceText += speaker === 'user' ? 'User: ' : 'Assistant: ';
    places.push({ turn, speaker, start: sourceText.length, end: sourceText.length + words.length });
    sourceText += `${words}\n\n`;
  }

  for (const { number, user, assistant } of turns) {
    say(number, 'user', user);
    say(number, 'assistant', assistant);
  }
  return { sourceText, places };
}
