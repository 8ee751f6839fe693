import type { CommandSection } from '#web/palette/group-commands.ts';

/** Strings of the commands in the palette that no button has. */
export function enPalette() {
  return {
    sections: {
      recent: 'Recent',
      here: 'On this screen',
      anywhere: 'Anywhere',
      places: 'Go to',
    } satisfies Record<CommandSection['name'], string>,
    current: 'Current',
    choice: (name: string, value: string) => `${name}: ${value}`,
    addKind: (kind: string) => `Add: ${kind}`,
    model: 'Model for summaries',
    autoOn: 'Turn on Auto-summary',
    autoOff: 'Turn off Auto-summary',
    abortTranslation: 'Abort the translation',
    dockBeside: 'Move the summary beside the article',
    dockBelow: 'Move the summary below the article',
    failed: 'Couldn’t change the model.',
    /** Other words that people may type for a command. */
    words: {
      summary: 'summarize',
      copy: 'summary clipboard',
      abort: 'stop cancel summary',
      dock: 'panel dock side right bottom',
      read: 'read unread',
      star: 'favorite bookmark',
      original: 'website browser link',
      tags: 'labels',
      add: 'new subscribe import',
      refresh: 'update fetch feeds',
      help: 'keys help',
      theme: 'appearance dark mode colors',
      model: 'switch profile provider',
      language: 'translate summary into',
      detail: 'length summary',
      goTo: 'open show',
      settings: 'preferences options',
    },
  };
}
