import { useState } from 'react';
import type { Change } from '#text/diff/diff-words.ts';
import { scrollable } from '#web/controls/layout/scrollable.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

const shownAtFirst = 40;

const looks = {
  same: { tag: 'span', mark: ' ', className: 'text-muted' },
  removed: { tag: 'del', mark: '−', className: 'bg-danger-wash text-danger no-underline' },
  added: { tag: 'ins', mark: '+', className: 'bg-accent-wash text-accent no-underline' },
} as const;

/** Old and new lines, one below the other; a long difference is folded. */
export function DiffView({ lines }: { lines: readonly Change[] }) {
  const { changes: words } = useStrings().sessions;
  const [isWhole, setWhole] = useState(false);
  const folded = foldSame(lines);
  const hidden = isWhole ? 0 : Math.max(0, folded.length - shownAtFirst);
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <pre
        {...scrollable}
        dir="ltr"
        className="overflow-x-auto py-1 font-mono text-xs leading-relaxed -outline-offset-2"
      >
        {folded.slice(0, folded.length - hidden).map((line, index) =>
          line.kind === 'gap' ? (
            // The lines of one difference keep their positions.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={index} className="numeric block bg-sunken px-2.5 text-muted">
              {words.same(line.count)}
            </span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Line key={index} line={line} />
          ),
        )}
      </pre>
      {hidden === 0 ? null : (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="block h-8 pointer-coarse:h-11 w-full border-t border-line text-xs text-accent -outline-offset-2 hover:bg-sunken"
        >
          {words.showLines(hidden)}
        </button>
      )}
    </div>
  );
}

function Line({ line: { kind, text } }: { line: Change }) {
  const { tag: Tag, mark, className } = looks[kind];
  return (
    <Tag className={`block min-w-fit px-2.5 whitespace-pre ${className}`}>
      <span aria-hidden className="inline-block w-4 select-none">
        {mark}
      </span>
      {text === '' ? ' ' : text}
    </Tag>
  );
}

/** Unchanged lines that are left out. */
interface Gap {
  kind: 'gap';
  count: number;
}

/** Unchanged lines beside a change. */
const context = 3;

/** Long runs of unchanged lines become gaps; a gap of one line would save nothing. */
export function foldSame(lines: readonly Change[]): (Change | Gap)[] {
  const isNear = lines.map(() => false);
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    isNear.fill(true, Math.max(0, at - context), at + context + 1);
  }
  const folded: (Change | Gap)[] = [];
  for (const [at, line] of lines.entries()) {
    const last = folded.at(-1);
    if (isNear[at] || (!isHidden(at - 1) && !isHidden(at + 1))) folded.push(line);
    else if (last?.kind === 'gap') last.count += 1;
    else folded.push({ kind: 'gap', count: 1 });
  }
  return folded;

  function isHidden(at: number): boolean {
    return at >= 0 && at < lines.length && isNear[at] === false;
  }
}
