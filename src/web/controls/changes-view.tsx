import type { Change } from '#text/diff-words.ts';

const classes = {
  same: '',
  removed: 'bg-danger-wash text-danger line-through decoration-1',
  added: 'bg-accent-wash text-accent underline decoration-1 underline-offset-2',
};
const tags = { same: 'span', removed: 'del', added: 'ins' } as const;

/** Shows the differences between two texts. */
export function ChangesView({ changes }: { changes: readonly Change[] }) {
  return changes.map(({ kind, text }, index) => {
    const Tag = tags[kind];
    return (
      // The parts of one comparison keep their positions.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Tag key={index} className={classes[kind]}>
        {text}
      </Tag>
    );
  });
}
