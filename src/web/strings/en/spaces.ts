import type { SummaryVersion } from '#schema/spaces/space.ts';
import type { Formats } from '#web/strings/formats.ts';
import { enGrounding } from './grounding.ts';

/** The words of Spaces: the list, the thread and its summary. */
export function enSpaces(format: Formats) {
  const compact = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent' });
  return {
    heading: 'Spaces',
    back: 'Back',
    resizeList: 'Width of the list',
    resizeSummary: 'Width of the summary',
    loading: 'Loading…',

    list: {
      heading: 'Spaces and threads',
      newSpace: 'New Space',
      newThread: 'New thread',
      newThreadIn: (name: string) => `New thread in ${name}`,
      untitled: 'New thread',
      open: (name: string) => `Open ${name}`,
      close: (name: string) => `Close ${name}`,
      menu: (name: string) => `More for ${name}`,
      edit: 'Edit Space…',
      delete: 'Delete Space…',
      more: 'Show more',
      noThreads: 'No threads yet.',
      results: 'Threads found',
      noResults: (query: string) => `Nothing found for “${query}”.`,
      noResultsNext: 'Every word must occur; the beginning of a word is enough.',
      deleteSure: (name: string) => `Delete the Space ${name}?`,
      deleteNote: 'All its threads are deleted with their messages and summaries. This cannot be undone.',
      deleteYes: 'Delete',
    },

    first: {
      heading: 'A place for long conversations',
      text: 'A Space holds threads that share an agent and your instructions. When a thread grows long, its older turns are folded into a summary that you can read, check and edit; nothing is lost.',
      begin: 'Start the first thread',
      name: 'My Space',
    },

    none: 'Choose a thread, or start a new one.',
    noneNext: 'Each thread remembers: older turns become a summary, the newest stay word for word.',

    dialog: {
      create: 'New Space',
      edit: 'Edit Space',
      name: 'Name',
      instructions: 'Custom instructions',
      instructionsHint: 'Said to the agent before everything else, in every thread of this Space.',
      agent: 'Agent',
      save: 'Save',
      saving: 'Saving…',
      cancel: 'Cancel',
    },

    thread: {
      heading: 'Thread',
      agent: 'Agent of this Space',
      menu: 'More for this thread',
      rename: 'Rename…',
      title: 'Title',
      editTitle: 'Edit the title',
      exportMarkdown: 'Export as Markdown',
      exportJson: 'Export as JSON',
      delete: 'Delete…',
      deleteSure: (title: string) => `Delete “${title}”?`,
      deleteNote: 'Its messages and its summary are deleted. This cannot be undone.',
      deleteYes: 'Delete',
      gone: 'This thread is no longer there.',
      goneNext: 'It was deleted, or the address is wrong.',
      messages: 'Messages',
      older: 'Loading older messages…',
      jump: 'Jump to newest',
      folded: 'Folded into the summary',
      live: (turns: number) => `Live window: ${format.plural(turns, { one: '# turn', other: '# turns' })}`,
      empty: 'Write the first message.',
      emptyNext:
        'With no model configured, the offline model answers with quotations from your library. Connect a model to get written answers.',
      settings: 'Open Settings',
    },

    message: {
      you: 'You',
      offline: 'Quoted from your library by the offline model',
      copy: 'Copy message',
      code: 'Code',
      copyCode: 'Copy code',
      edit: 'Edit message',
      again: 'Answer again',
      editLabel: 'Edit your message',
      editNote: 'The answer is replaced.',
      save: 'Save and send',
      cancel: 'Cancel',
    },

    answer: {
      answering: 'Answering…',
      waiting: 'Waiting for the model…',
      folding: 'Summarizing older messages…',
      foldingPart: (part: number, total: number) =>
        `Summarizing older messages… part ${format.number(part)} of ${format.number(total)}`,
      done: 'The answer is complete.',
      stopped: 'Stopped. This answer was not stored.',
      stoppedEmpty: 'Stopped before an answer came.',
      lost: 'The answer goes on, but its text no longer arrives here.',
      unanswered: 'This message has no answer.',
      retry: 'Retry',
      details: 'Details',
      incomplete: 'This text is not complete and was not stored.',
    },

    composer: {
      label: 'Message',
      placeholder: 'Write a message',
      hint: 'Enter sends, Shift+Enter starts a new line',
      send: 'Send',
      sending: 'Sending…',
      stop: 'Stop',
      stopping: 'Stopping…',
      kept: 'Your text is still here.',
      skipped: 'This message is very long, so the summary is updated with the next one.',
    },

    summary: {
      heading: 'Summary so far',
      show: 'Show the summary',
      hide: 'Hide the summary',
      none: 'No summary yet.',
      noneNext: (turns: number) =>
        `Up to ${format.plural(turns, { one: '# turn', other: '# turns' })} are sent word for word. When there are more, the older ones are folded into a summary here.`,
      byYou: 'edited by you',
      covers: (count: number, total: number) =>
        `covers the first ${format.number(count)} of ${format.plural(total, { one: '# message', other: '# messages' })}`,
      edit: 'Edit',
      editLabel: 'Text of the summary',
      editNote: 'The agent reads this in place of the older messages.',
      save: 'Save',
      saving: 'Saving…',
      cancel: 'Cancel',
      conflict: 'The summary has changed while you were editing.',
      conflictNext: 'Your text is still here. Copy what you need, or save it over the new summary.',
      overwrite: 'Save mine',
      discard: 'Show the new one',
      rebuild: 'Rebuild',
      rebuildTitle: 'Rebuild the summary from the messages it covers',
      rebuildSure: 'Rebuild the summary?',
      rebuildNote:
        'You edited this summary. The new one is made from the messages alone. You can restore your text from the older versions.',
      stop: 'Stop',
      failedTitle: 'The summary could not be updated.',
      failedNote: 'The chat continues. Your summary and messages are unchanged.',
      stopped: 'The summary update was stopped. Your summary is unchanged.',
    },

    versions: {
      heading: (count: number) => format.plural(count, { one: '# older version', other: '# older versions' }),
      reasons: {
        fold: 'Messages added',
        edit: 'Edited by you',
        rebuild: 'Rebuilt',
        restore: 'Restored',
      } satisfies Record<SummaryVersion['reason'], string>,
      compared: 'Compared with the current summary:',
      foldsAgain:
        'Messages summarized after this version are added to it again by the summarizer. The current summary stays until that is done.',
      restore: 'Restore this version',
    },

    meter: {
      heading: 'Tokens of the next prompt',
      sent: (sent: number, full: number, saved: number) =>
        `${compact.format(sent)} of ${compact.format(full)} tokens sent, ${percent.format(saved)} saved`,
      all: (sent: number) => `${compact.format(sent)} tokens sent, the whole thread`,
      more: (sent: number, full: number) =>
        `${compact.format(sent)} tokens sent; the whole thread would take ${compact.format(full)}`,
    },

    grounding: {
      ...enGrounding(format, { name: 'the messages', says: 'say' }),
      sentences: 'Sentences: arrow keys go from one to the next, Enter shows the message',
      showPassage: 'Show the message',
      shown: 'The passage is marked in its message.',
      notFound: 'This message could not be found.',
      changed: 'The summary has changed since this check.',
      changedSince: 'The summary has changed since this check.',
    },
  };
}
