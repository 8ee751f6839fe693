import type { Strings } from '#web/strings/en/en.ts';

export type Shortcut = keyof Strings['reader']['help']['keys'];

/** The keys of the Reader, in the order in which the help lists them. */
export const shortcuts: readonly { name: Shortcut; keys: readonly string[]; shift?: boolean }[] = [
  { name: 'next', keys: ['j'] },
  { name: 'previous', keys: ['k'] },
  { name: 'open', keys: ['Enter'] },
  { name: 'page', keys: [' '] },
  { name: 'read', keys: ['m'] },
  { name: 'star', keys: ['s'] },
  { name: 'original', keys: ['o'] },
  { name: 'search', keys: ['/'] },
  { name: 'add', keys: ['a'] },
  { name: 'refresh', keys: ['r'] },
  { name: 'markAllRead', keys: ['A'], shift: true },
  { name: 'help', keys: ['?'] },
  { name: 'back', keys: ['Escape'] },
];

export interface PressedKey {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a key means here; null for everything that belongs to the browser or to nobody. */
export function findShortcut({ key, shiftKey, ctrlKey, metaKey, altKey }: PressedKey): Shortcut | null {
  if (ctrlKey || metaKey || altKey) return null;
  const found = shortcuts.find(({ keys, shift = false }) => {
    // Where “?” and “/” lie differs from keyboard to keyboard, so Shift says nothing of them.
    const isLetter = /^[a-z]$/i.test(key);
    return keys.includes(key) && (!isLetter || shift === shiftKey);
  });
  return found?.name ?? null;
}
