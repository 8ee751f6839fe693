import type { PendingClarification } from '#schema/conversations/conversation.ts';
import type { TurnIssue } from '#schema/conversations/conversations-wire.ts';
import type { LedgerPart } from '#web/conversations/count-ledger.ts';
import type { Formats } from '#web/strings/formats.ts';

/** The words of Conversations: the list, the turns and what the Historian keeps of them. */
export function enConversations(format: Formats) {
  return {
    heading: 'Conversations',
    back: 'Back',
    loading: 'Loading…',
    resizeList: 'Width of the list',
    resizeContext: 'Width of the context',

    list: {
      turns: (count: number) => format.plural(count, { one: '# turn', other: '# turns' }),
      more: 'Show more',
    },

    first: {
      heading: 'The memory of your agents',
      text: 'Send each turn of an agent here when it has ended. Precis keeps the newest turns word for word, tells the older ones as a short narrative, and writes down what was created, changed and saved. It answers with the new state, for the agent’s next turn.',
      curl: 'Send the first turn from a terminal:',
      waiting: 'It appears here by itself.',
      docs: 'All routes and fields (OpenAPI)',
      user: 'Plan a weekend in Lisbon.',
      assistant: 'Done! I saved a plan for two days.',
    },

    none: 'Choose a conversation.',
    noneNext: 'Each one shows its narrative, its turns with what they changed, and what its agent knows now.',
    gone: 'There is no such conversation.',
    goneNext: 'It may have been deleted. Its next turn begins a new one.',

    menu: 'More for this conversation',
    delete: 'Delete conversation…',
    deleteSure: (id: string) => `Delete the conversation ${id}?`,
    deleteNote: 'Its turns, its narrative and its entities are deleted. This cannot be undone.',
    deleteYes: 'Delete',

    narrative: {
      heading: 'The story so far',
      none: 'All turns are still kept word for word; the story begins with the fourth one.',
    },

    turns: {
      heading: 'Turns',
      earlier: 'Show earlier turns',
      folded: 'Told in the story',
      recent: (count: number) =>
        format.plural(count, { one: 'Word for word: # turn', other: 'Word for word: # turns' }),
      jump: 'Jump to newest',
      doing: {
        'turn-summary': 'A turn is being taken in: summing up the reply…',
        'history-narrative': 'A turn is being taken in: telling the older turns…',
      } satisfies Record<TurnIssue['task'], string>,
    },

    turn: {
      label: (number: number) => `Turn ${format.number(number)}`,
      user: 'User',
      agent: 'Agent',
      wholeReply: 'Whole reply',
      ledger: 'Ledger',
      nothing: 'nothing changed',
      chips: {
        created: (count: number) => `created ${format.number(count)}`,
        updated: (count: number) => `updated ${format.number(count)}`,
        deleted: (count: number) => `deleted ${format.number(count)}`,
        generated: (count: number) => `generated ${format.number(count)}`,
        saved: (count: number) => `saved ${format.number(count)}`,
        errors: (count: number) => format.plural(count, { one: '# error', other: '# errors' }),
      } satisfies Record<LedgerPart, (count: number) => string>,
      parts: {
        created: 'Created',
        updated: 'Updated',
        deleted: 'Deleted',
        generated: 'Generated',
        saved: 'Saved',
        errors: 'Errors',
      } satisfies Record<LedgerPart, string>,
      counted: (type: string, count: number) => `${format.number(count)} ${type}`,
      step: (step: string | number) => `step ${step}`,
      next: 'Next',
      issue: {
        'turn-summary': 'The reply has no summary of a model.',
        'history-narrative': 'The story was not continued by a model.',
      } satisfies Record<TurnIssue['task'], string>,
      openRun: 'Open run',
    },

    context: {
      heading: 'Context',
      show: 'Show context',
      hide: 'Hide context',
      pending: 'Waiting for the user',
      pendingKind: {
        propose: 'A proposal',
        clarify: 'A question',
        understand: 'Which one is meant',
      } satisfies Record<PendingClarification['type'], string>,
      goal: (goal: string) => `Goal: ${goal}`,
      active: 'Active entities',
      background: 'Background entities',
      noEntities: 'None.',
      lastTurn: (turn: number) => `turn ${format.number(turn)}`,
      constraints: 'Constraints',
      activeGoal: 'Active goal',
      more: (count: number) => `Show all ${format.number(count)}`,
    },
  };
}
