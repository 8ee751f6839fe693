import type { Formats } from '#web/strings/formats.ts';

export function enOffline(format: Formats) {
  return {
    shown: (at: number) => `Showing what was kept on this device, last updated ${format.time(at)}.`,
    waiting: (count: number) =>
      format.plural(count, {
        one: '# change isn’t sent yet.',
        other: '# changes aren’t sent yet.',
      }),
    heading: 'On this device',
    note: 'This browser keeps the entries of the last 7 days and those you opened, with their summaries, to read when Precis can’t be reached. Signing out deletes them.',
    impossible:
      'Installing Precis and reading offline need https, or a browser on the machine that runs Precis. Private windows may not allow it either.',
    keep: 'Keep entries for offline reading',
    choices: { on: 'On', off: 'Off' },
    nothing: 'Nothing is kept yet.',
    kept: (entries: number, size: string, updated: string) =>
      `${format.plural(entries, { one: '# entry', other: '# entries' })}, ${size}, last updated ${updated}.`,
    clear: 'Delete what is kept',
    clearNote: 'Deleting also discards changes that were not sent yet.',
    share: {
      heading: 'Save to Precis',
      nothing: 'Nothing to save.',
      nothingNext: 'Share a link or a text with Precis to save it as an entry.',
      save: 'Save',
      saving: 'Saving…',
      cancel: 'Cancel',
    },
  };
}
