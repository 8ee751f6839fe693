import type { DeliveryOccasion } from '#schema/sessions/delivery.ts';
import type { AuditKind } from '#schema/sessions/memory-audit.ts';
import type { Formats } from '#web/strings/formats.ts';

/** What sessions were given from memory. */
export function enGiven(format: Formats) {
  return {
    heading: 'Given from memory',
    line: (parts: string) => `Given from memory: ${parts}`,
    records: (count: number) => format.plural(count, { one: '# record', other: '# records' }),
    tokens: (count: number) => format.plural(count, { one: '# token', other: '# tokens' }),
    used: (count: number) => `${format.number(count)} used`,
    none: 'Nothing was given from memory.',
    note: 'A record counts as used if words that it brought into the session came up again in later work.',
    occasions: {
      start: 'at the start',
      prompt: 'with a prompt',
      compaction: 'after a compaction',
    } satisfies Record<DeliveryOccasion, string>,
    deleted: 'Deleted since.',
    usedWords: (words: string) => `used: ${words}`,
    unused: 'not used',
    dropped: 'dropped by a compaction',
    superseded: (ref: string) => `May be replaced by ${ref}.`,
    keep: (older: string, newer: string) => `${newer} does not replace ${older}`,
    kept: (older: string, newer: string) => `${newer} does not replace ${older}.`,
    undo: 'Undo',
  };
}

export function enAudit(format: Formats) {
  const times = (count: number) => format.plural(count, { one: '# time', other: '# times' });
  return {
    note: 'Finds memories that are doubled, stale, unused or risky. Nothing leaves this machine. To check the memory files of your agents too, run:',
    figures: {
      memories: 'Memories',
      sessions: 'Sessions given something',
      atStart: 'Tokens at a session start',
      withPrompt: 'Tokens with a prompt',
    },
    tokens: (sums: { times: number; meanTokens: number; p95Tokens: number }) =>
      `${format.number(sums.meanTokens)} on average, p95 ${format.number(sums.p95Tokens)}, ${times(sums.times)}`,
    since: (count: string, time: string) => `${count}, since ${time}`,
    never: 'Never',
    none: 'Nothing to fix.',
    noneNext: 'Run the audit again after some sessions.',
    headings: {
      secret: 'Looks like a secret',
      proposal: 'Waits for your confirmation',
      stale: 'Names a file that is gone',
      duplicate: 'Another memory says the same',
      restated: 'A file of the project says the same',
      undelivered: 'Never given to a session',
      superseded: 'No longer in effect',
    } satisfies Record<AuditKind, string>,
    advice: {
      secret: 'Delete it, and change the key or password.',
      proposal: 'No session receives it. Confirm it in Memory, or dismiss it.',
      stale: 'Edit it in Memory, or delete it.',
      duplicate: 'Delete one of the two.',
      restated: 'Agents read that file anyway. Delete the memory to save tokens.',
      undelivered: 'It had 30 days or 20 sessions. Delete it if you don’t need it.',
      superseded: 'Delete it, or put it back in Memory.',
    } satisfies Record<AuditKind, string>,
    because: {
      stale: (files: string) => `Not found: ${files}`,
      duplicate: (ref: string) => `Same as ${ref}`,
      restated: (place: string) => `In ${place}`,
      superseded: (ref: string) => `Replaced by ${ref}`,
    } satisfies Partial<Record<AuditKind, (because: string) => string>>,
  };
}
