import { Fragment, type ReactNode, useMemo } from 'react';
import { type Block, type Line, parseBlocks } from './parse-blocks.ts';

interface SummaryTextProps {
  text: string;
  language: string | null;
  growing?: boolean;
  /** Smaller, for a place beside other things. */
  compact?: boolean;
  /** What stands for a line; its text unless told. */
  renderLine?: (line: Line) => ReactNode;
}

/** A summary as it is read. Text goes in as text: nothing in it can become markup. */
export function SummaryText(props: SummaryTextProps) {
  const { text, language, growing = false, compact = false, renderLine = plainLine } = props;
  const blocks = useMemo(() => parseBlocks(text, { growing }), [text, growing]);
  return (
    <div
      lang={language ?? undefined}
      dir="auto"
      data-growing={growing ? '' : undefined}
      className={`summary-text reading space-y-3 ${compact ? 'text-[0.9375rem] leading-relaxed' : ''}`}
    >
      {blocks.map((block, index) => (
        // Blocks are only ever added at the end, so their place is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <BlockView key={index} block={block} renderLine={renderLine} />
      ))}
    </div>
  );
}

function plainLine({ text }: Line): ReactNode {
  return text;
}

function BlockView({ block, renderLine }: { block: Block; renderLine(line: Line): ReactNode }) {
  if (block.kind === 'paragraph') {
    return (
      <p className="whitespace-pre-line">
        {block.lines.map((line, index) => (
          <Fragment key={line.start}>
            {index === 0 ? '' : '\n'}
            {renderLine(line)}
          </Fragment>
        ))}
      </p>
    );
  }
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List className={`space-y-1.5 ps-5 marker:text-muted ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map((item) => (
        <li key={item.start}>{renderLine(item)}</li>
      ))}
    </List>
  );
}
