import type { MemoryMessage } from './thread-state.ts';

/** Messages that stay together: one turn, or several where a tool answered after the next user message. */
export interface TurnGroup {
  start: number;
  /** Not included. */
  end: number;
  turns: number;
}

/** A turn is one user message with everything up to the next; what comes before the first one is a turn too. */
export function splitTurns(messages: readonly MemoryMessage[]): TurnGroup[] {
  const groups: TurnGroup[] = [];
  const calls = new Map<string, number>();
  messages.forEach((message, at) => {
    const last = groups.at(-1);
    if (last === undefined || message.role === 'user') groups.push({ start: at, end: at + 1, turns: 1 });
    else last.end = at + 1;
    for (const call of message.toolCalls ?? []) calls.set(call.id, at);
    const calledAt = message.toolCallId === undefined ? undefined : calls.get(message.toolCallId);
    if (calledAt !== undefined) joinBackTo(groups, calledAt);
  });
  return groups;
}

export function countTurns(messages: readonly MemoryMessage[]): number {
  return splitTurns(messages).reduce((sum, { turns }) => sum + turns, 0);
}

function joinBackTo(groups: TurnGroup[], place: number): void {
  for (let last = groups.at(-1); last !== undefined && last.start > place; last = groups.at(-1)) {
    groups.pop();
    const before = groups.at(-1);
    if (before === undefined) return;
    before.end = last.end;
    before.turns += last.turns;
  }
}
