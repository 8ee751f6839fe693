/** The palette's groups in display order: actions on the open item, actions available anywhere, and destinations. */
export const commandGroups = ['here', 'anywhere', 'places'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** Names of palette commands that have no button. */
export function enPalette() {
  return {
    sections: {
      recent: 'Recent',
      here: 'On this screen',
      anywhere: 'Anywhere',
      places: 'Go to',
    } satisfies Record<CommandGroup | 'recent', string>,
    current: 'Current',
    choice: (name: string, value: string) => `${name}: ${value}`,
    addKind: (kind: string) => `Add: ${kind}`,
    model: 'Model for summaries',
    autoOn: 'Turn on Auto-summary',
    autoOff: 'Turn off Auto-summary',
    abortTranslation: 'Abort the translation',
    dockBeside: 'Move the summary beside the article',
    dockBelow: 'Move the summary below the article',
    print: 'Print the article',
    printWithSummary: 'Print the article with its summary',
    failed: 'Couldn’t change the model.',
    /** Additional search terms for commands. */
    words: {
      summary: 'summarize',
      copy: 'summary clipboard',
      abort: 'stop cancel summary',
      dock: 'panel dock side right bottom',
      read: 'read unread',
      star: 'favorite bookmark',
      original: 'website browser link',
      tags: 'labels',
      ask: 'question chat thread discuss',
      add: 'new subscribe import',
      refresh: 'update fetch feeds',
      help: 'keys help',
      print: 'pdf paper',
      theme: 'appearance dark mode colors',
      density: 'density rows cards compact',
      model: 'switch profile provider',
      language: 'translate summary into',
      detail: 'length summary',
      goTo: 'open show',
      settings: 'preferences options',
    },
  };
}
