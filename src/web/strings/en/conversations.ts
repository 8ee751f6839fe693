import type { PendingClarification } from '#schema/conversations/conversation.ts';
import type { TurnIssue } from '#schema/conversations/conversations-wire.ts';
import type { LedgerPart } from '#web/conversations/count-ledger.ts';
import type { Formats } from '#web/strings/formats.ts';
import { enGrounding } from './grounding.ts';

export function enConversations(format: Formats) {
  return {
    heading: 'Conversations',
    back: 'Back',
    resizeList: 'List width',
    resizeContext: 'Context width',

    list: {
      turns: (count: number) => format.plural(count, { one: '# turn', other: '# turns' }),
      memory: (tokens: number) =>
        format.plural(tokens, { one: 'about # token in memory', other: 'about # tokens in memory' }),
      memoryHelp: 'What the agent’s next turn is given: the story and the newest turns. Estimated.',
    },

    first: {
      heading: 'Memory for your agents',
      text: 'Send each turn of an agent here when it ends. Precis keeps the newest turns word for word, condenses the older ones into a short narrative, and records what was created, changed and saved. It returns the new state for the agent’s next turn.',
      curl: 'Send the first turn from a terminal:',
      waiting: 'It appears here automatically.',
      docs: 'All routes and fields (OpenAPI)',
      user: 'Plan a weekend in Lisbon.',
      assistant: 'Done! I saved a plan for two days.',
    },

    none: 'Select a conversation.',
    noneNext: 'Each one shows its narrative, its turns and what they changed, and what its agent knows now.',
    gone: 'Conversation not found.',
    goneNext: 'It may have been deleted. Its next turn starts a new one.',

    menu: 'More options for this conversation',
    delete: 'Delete conversation…',
    deleteSure: (id: string) => `Delete the conversation ${id}?`,
    deleteNote: 'Its turns, narrative and entities are deleted. This cannot be undone.',
    deleteYes: 'Delete',

    narrative: {
      heading: 'Story so far',
      none: 'All turns are still kept word for word. The story starts with the fourth turn.',
    },

    grounding: {
      ...enGrounding(format, { name: 'the conversation', says: 'says' }),
      sentences: 'Sentences: use arrow keys to move between them, Enter to show the turn',
      showPassage: 'Show turn',
      shown: 'The passage is highlighted in its turn.',
      notFound: 'This turn could not be found.',
      changed: 'The story has changed since this check.',
      changedSince: 'The story has changed since this check.',
    },

    turns: {
      heading: 'Turns',
      earlier: 'Show earlier turns',
      folded: (last: number) =>
        last === 1
          ? 'Summarized in the story: turn 1'
          : `Summarized in the story: turns 1–${format.number(last)}`,
      recent: (count: number) =>
        format.plural(count, { one: 'Word for word: # turn', other: 'Word for word: # turns' }),
      jump: 'Jump to newest',
      doing: {
        'turn-summary': 'Processing turn: summarizing the reply…',
        'history-narrative': 'Processing turn: summarizing older turns…',
      } satisfies Record<TurnIssue['task'], string>,
    },

    turn: {
      label: (number: number) => `Turn ${format.number(number)}`,
      tokens: (tokens: number) => format.plural(tokens, { one: 'about # token', other: 'about # tokens' }),
      user: 'User',
      agent: 'Agent',
      wholeReply: 'Full reply',
      ledger: 'Ledger',
      nothing: 'no changes',
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
        'turn-summary': 'The model did not summarize this reply.',
        'history-narrative': 'The model did not continue the story.',
      } satisfies Record<TurnIssue['task'], string>,
      openRun: 'Open run',
    },

    context: {
      heading: 'Context',
      show: 'Show context',
      hide: 'Hide context',
      pending: 'Waiting for the user',
      pendingKind: {
        propose: 'Proposal',
        clarify: 'Question',
        understand: 'Clarification',
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
