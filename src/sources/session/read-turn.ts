import type {
  Observation,
  Prompt,
  RecordKind,
  RecordOf,
  SessionId,
  SessionInput,
} from '#schema/sessions/session.ts';
import { cutWithCount } from '#text/sentences/cut-characters.ts';
import type { RecordFilter, SessionStore } from './ports.ts';

const pageSize = 50;
/** Of each side of a tool call; a summary needs no more, and the text says what was cut. */
const maxToolCharacters = 4000;

interface Turn {
  sessionId: SessionId;
  promptNumber: number;
  prompts: Prompt[];
  observations: Observation[];
  lastAssistantMessage: string;
}

/** What a run reads of a turn and of those before it that have no summary. */
export function toInput(turn: Turn): SessionInput {
  const { sessionId, promptNumber, prompts, observations, lastAssistantMessage } = turn;
  const isOfTurn = (record: Prompt | Observation) => record.promptNumber <= promptNumber;
  return {
    sessionId,
    promptNumber,
    prompts: prompts
      .filter(isOfTurn)
      .flatMap(({ promptNumber, text }) => (text === null ? [] : [{ promptNumber, text }])),
    observations: observations.filter(isOfTurn).map(({ toolName, toolInput, toolResponse }) => ({
      tool: toolName,
      input: cutWithCount(toolInput, maxToolCharacters),
      output: cutWithCount(toolResponse, maxToolCharacters),
    })),
    lastAssistantMessage,
  };
}

export async function readAll<K extends RecordKind>(
  store: Pick<SessionStore, 'listRecords'>,
  kind: K,
  filter: RecordFilter,
): Promise<RecordOf[K][]> {
  const all: RecordOf[K][] = [];
  for (;;) {
    const page = await store.listRecords(kind, {
      ...filter,
      order: 'oldest',
      offset: all.length,
      limit: pageSize,
    });
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}
