import type { SummaryVersion } from '#schema/spaces/space.ts';
import type { Formats } from '#web/strings/formats.ts';
import { enGrounding } from './grounding.ts';

interface MemoryWords {
  tokens: { article: number; summary: number; verbatim: number };
  roomTurns: number;
  sent: number;
  full: number;
  saved: number;
}

export function enSpaces(format: Formats) {
  const compact = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent' });
  return {
    heading: 'Spaces',
    back: 'Back',
    resizeList: 'List width',
    resizeSummary: 'Summary width',

    list: {
      heading: 'Spaces and threads',
      searchPlaceholder: 'Search messages',
      newSpace: 'New Space',
      newThread: 'New thread',
      newThreadIn: (name: string) => `New thread in ${name}`,
      untitled: 'New thread',
      open: (name: string) => `Expand ${name}`,
      close: (name: string) => `Collapse ${name}`,
      menu: (name: string) => `More options for ${name}`,
      edit: 'Edit Space…',
      delete: 'Delete Space…',
      noThreads: 'No threads yet.',
      results: 'Matching threads',
      noResults: (query: string) => `No results for “${query}”.`,
      noResultsNext: 'Results contain every word you enter. The start of a word is enough.',
      deleteSure: (name: string) => `Delete the Space ${name}?`,
      deleteNote: 'All its threads are deleted with their messages and summaries. This cannot be undone.',
      deleteYes: 'Delete',
    },

    first: {
      heading: 'A place for long conversations',
      text: 'A Space holds threads that share an agent and your instructions. When a thread grows long, its older turns are folded into a summary you can read, check and edit. Nothing is lost.',
      begin: 'Start your first thread',
      name: 'My Space',
    },

    none: 'Select a thread, or start a new one.',
    noneNext: 'Older turns are folded into a summary; the newest are sent word for word.',

    dialog: {
      create: 'New Space',
      edit: 'Edit Space',
      name: 'Name',
      instructions: 'Custom instructions',
      instructionsHint: 'Sent to the agent before everything else, in every thread of this Space.',
      agent: 'Agent',
      save: 'Save',
      saving: 'Saving…',
      cancel: 'Cancel',
    },

    thread: {
      heading: 'Thread',
      agent: 'Agent for this Space',
      agentDeleted: (id: string) => `${id} (deleted)`,
      agentMissing: 'The agent of this Space was deleted',
      agentMissingNote:
        'Choose another agent to continue. Nothing is sent before you do; then this thread is sent to the agent you choose.',
      chooseAgent: 'Choose an agent…',
      menu: 'More options for this thread',
      rename: 'Rename…',
      title: 'Title',
      editTitle: 'Edit title',
      exportMarkdown: 'Export as Markdown',
      exportJson: 'Export as JSON',
      delete: 'Delete…',
      deleteSure: (title: string) => `Delete “${title}”?`,
      deleteNote: 'Its messages and summary are deleted. This cannot be undone.',
      deleteYes: 'Delete',
      gone: 'This thread no longer exists.',
      goneNext: 'It was deleted, or the URL is wrong.',
      messages: 'Messages',
      older: 'Loading older messages…',
      jump: 'Jump to newest',
      folded: 'Folded into the summary',
      live: (turns: number) => `Live window: ${format.plural(turns, { one: '# turn', other: '# turns' })}`,
      empty: 'Write the first message.',
      emptyNext:
        'With no model connected, the offline model answers with quotes from your library. Connect a model to get written answers.',
      settings: 'Open Settings',
    },

    article: {
      about: 'About',
      untitled: 'Untitled article',
      deleted: 'This article was deleted.',
      part: (count: number, total: number) =>
        `${format.number(count)} of ${format.plural(total, { one: '# passage', other: '# passages' })}`,
      partNote:
        'The article is longer than the model can read at once. It reads the beginning and the passages that fit your question.',
      passage: (number: number) => `Passage ${format.number(number)}`,
      showPassage: 'Show in article',
      open: 'Open article',
      changed: 'The article has changed since this answer.',
      empty: 'Ask a question about this article.',
      emptyNext:
        'Answers cite the passages they are based on. With no model connected, the offline model quotes the passages that fit your question.',
    },

    read: {
      label: (tokens: number) => `Read ${compact.format(tokens)} tokens`,
      heading: 'What this answer read',
      article: 'Article',
      articlePart: (count: number, total: number) =>
        `Article, ${format.number(count)} of ${format.plural(total, { one: '# passage', other: '# passages' })}`,
      summary: 'Summary of older messages',
      messages: (count: number) =>
        format.plural(count, { one: '# message, word for word', other: '# messages, word for word' }),
      total: 'Tokens',
      by: (model: string) => `Answered by ${model}`,
      note: 'Counted by Precis, without the instructions.',
    },

    message: {
      you: 'You',
      offline: 'Quoted from your library by the offline model',
      offlineArticle: 'Quoted from the article by the offline model',
      copy: 'Copy message',
      code: 'Code',
      copyCode: 'Copy code',
      edit: 'Edit message',
      again: 'Regenerate answer',
      editLabel: 'Edit your message',
      editNote: 'The answer will be replaced.',
      save: 'Save and send',
      cancel: 'Cancel',
      stopped: 'Stopped by you',
    },

    queue: {
      label: 'Queued messages',
      waits: 'Queued: sent after this answer',
      remove: 'Remove queued message',
    },

    answer: {
      answering: 'Answering…',
      waiting: 'Waiting for the model…',
      folding: 'Summarizing older messages…',
      foldingPart: (part: number, total: number) =>
        `Summarizing older messages… part ${format.number(part)} of ${format.number(total)}`,
      done: 'The answer is complete.',
      stopped: 'Stopped before an answer arrived.',
      kept: 'Stopped. The previous answer is unchanged.',
      lost: 'The answer is still being written, but this page no longer receives it.',
      unanswered: 'This message has no answer.',
      retry: 'Retry',
      details: 'Details',
      incomplete: 'This text is incomplete and was not saved.',
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
      skipped: 'This message is very long, so the summary will be updated with the next one.',
    },

    summary: {
      heading: 'Summary so far',
      show: 'Show summary',
      hide: 'Hide summary',
      none: 'No summary yet.',
      noneNext: (turns: number) =>
        `Up to ${format.plural(turns, { one: '# turn is', other: '# turns are' })} sent word for word. Beyond that, older turns are folded into a summary here.`,
      byYou: 'edited by you',
      covers: (count: number, total: number) =>
        `covers the first ${format.number(count)} of ${format.plural(total, { one: '# message', other: '# messages' })}`,
      edit: 'Edit',
      editLabel: 'Summary text',
      editNote: 'The agent reads this instead of the older messages.',
      save: 'Save',
      saving: 'Saving…',
      cancel: 'Cancel',
      conflict: 'The summary changed while you were editing.',
      conflictNext: 'Your text is still here. Copy what you need, or save it over the new summary.',
      overwrite: 'Save my version',
      discard: 'Show new version',
      rebuild: 'Rebuild',
      rebuildTitle: 'Rebuild the summary from the messages it covers',
      rebuildSure: 'Rebuild the summary?',
      rebuildNote:
        'You edited this summary. Rebuilding uses only the messages. You can restore your text from the older versions.',
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
        repair: 'Corrected',
      } satisfies Record<SummaryVersion['reason'], string>,
      compared: 'Compared with the current summary:',
      foldsAgain:
        'The summarizer adds the messages that came after this version again. The current summary stays until that is done.',
      restore: 'Restore this version',
    },

    memory: {
      heading: 'Tokens in the next prompt',
      details: 'Show what the next prompt contains',
      parts: { instructions: 'instructions', article: 'article', summary: 'summary' },
      turns: (count: number) => format.plural(count, { one: '# turn verbatim', other: '# turns verbatim' }),
      tokens: (count: number) => compact.format(count),
      next: (sent: number) => `${compact.format(sent)} tokens in the next prompt`,
      saved: (share: number, full: number) =>
        `${percent.format(share)} saved of ${compact.format(full)} tokens`,
      prompt: 'Next prompt, without your message',
      whole: 'The whole thread',
      room: (turns: number) =>
        turns === 0
          ? 'After the next answer, the oldest turns are folded into the summary.'
          : `Room for ${format.plural(turns, { one: '# more turn', other: '# more turns' })} before older turns are folded into the summary, at the latest.`,
      /** Describes the whole bar, as its tooltip and for screen readers. */
      summed: ({ tokens, roomTurns, sent, full, saved }: MemoryWords) =>
        [
          `${format.number(sent)} of ${format.number(full)} tokens sent`,
          saved > 0 ? `${percent.format(saved)} saved` : '',
          tokens.article > 0 ? `article ${format.number(tokens.article)}` : '',
          tokens.summary > 0 ? `summary ${format.number(tokens.summary)}` : '',
          `verbatim ${format.number(tokens.verbatim)}`,
          `room for ${format.plural(roomTurns, { one: '# more turn', other: '# more turns' })}`,
        ]
          .filter((part) => part !== '')
          .join(', '),
    },

    folded: {
      heading: (count: number) =>
        format.plural(count, { one: '# message, summarized', other: '# messages, summarized' }),
      show: 'Show',
      hide: 'Hide',
    },

    policyCosts: {
      heading: 'What each memory policy costs here',
      policy: 'Policy',
      read: 'Read',
      cached: 'From cache',
      written: 'Written',
      cost: 'Cost',
      chosen: 'current',
      usual: 'default',
      tokens: (count: number) => compact.format(count),
      note: 'An estimate in tokens for all messages of this thread so far, without the answers. No model was called.',
      change: 'Change the agent’s policy',
    },

    grounding: {
      ...enGrounding(format, { name: 'the messages', says: 'say' }),
      sentences: 'Sentences: use arrow keys to move between them, Enter to show the message',
      showPassage: 'Show message',
      shown: 'The passage is highlighted in its message.',
      notFound: 'This message could not be found.',
      changed: 'The summary has changed since this check.',
      changedSince: 'The summary has changed since this check.',
    },
  };
}
