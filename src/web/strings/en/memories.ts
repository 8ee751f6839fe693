import type { MemoryKind, MemoryOrigin } from '#schema/sessions/memory.ts';

const clip = (text: string) => (text.length <= 60 ? text : `${text.slice(0, 59)}…`);

/** Strings of what coding sessions are told to keep to. */
export const enMemories = {
  views: { timeline: 'Timeline', memory: 'Memory' },
  note: 'Instructions, preferences and decisions that every new session in this project receives. Precis recognizes them in your prompts; you can edit them and add your own.',
  add: 'Add memory',
  addHeading: 'Add a memory',
  editHeading: 'Edit memory',
  text: 'Text',
  textHint: 'One statement, such as “Always use pnpm”. Sessions receive it word for word.',
  kind: 'Kind',
  kinds: {
    instruction: 'Instruction',
    preference: 'Preference',
    decision: 'Decision',
    fact: 'Fact',
  } satisfies Record<MemoryKind, string>,
  scope: 'Applies to',
  save: 'Save',
  cancel: 'Cancel',
  taken: 'Another memory has this text. Edit or delete that one.',
  edit: (text: string) => `Edit “${clip(text)}”`,
  editShort: 'Edit',
  remove: (text: string) => `Delete “${clip(text)}”`,
  removeShort: 'Delete',
  removed: (text: string) => `Deleted “${clip(text)}”`,
  undo: 'Undo',
  origins: {
    recognized: 'recognized',
    user: 'saved by you',
    agent: 'saved by an agent',
  } satisfies Record<MemoryOrigin, string>,
  openSource: (ref: string) => `Source ${ref}`,
  superseded: 'No longer in effect',
  supersededAt: (time: string) => `replaced or withdrawn ${time}`,
  noneSuperseded: 'Nothing has been replaced or withdrawn.',
  lists: { current: 'Memories', superseded: 'Memories no longer in effect' },
  empty: 'No memories yet.',
  emptyNext: 'Write “always use pnpm” or “we chose SQLite because…” in a prompt, or add a memory here.',
};
