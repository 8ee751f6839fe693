import { Fragment, type ReactNode, useMemo } from 'react';
import { closeMarks } from '#web/markdown/parse-markdown.ts';
import { laySpans, SpansView } from '#web/markdown/spans.tsx';
import { type Block, type Line, linesOf, parseBlocks } from './parse-blocks.ts';

interface SummaryTextProps {
  text: string;
  language: string | null;
  growing?: boolean;
  /** Whether the text is smaller, for use beside other content. */
  compact?: boolean;
  /** Renders a line. By default, this is its text with its marks. */
  renderLine?: (line: Line) => ReactNode;
}

/** Shows a summary. Its Markdown becomes our own elements, so that nothing in it can become markup or be fetched. */
export function SummaryText(props: SummaryTextProps) {
  const { text, language, growing = false, compact = false, renderLine } = props;
  const blocks = useMemo(() => parseBlocks(text, { growing }), [text, growing]);
  const last = growing ? linesOf(blocks.at(-1) ?? { kind: 'paragraph', lines: [] }).at(-1) : undefined;
  const render = renderLine ?? ((line: Line) => <MarkedLine line={line} isOpen={line === last} />);
  return (
    <div
      lang={language ?? undefined}
      dir="auto"
      data-growing={growing ? '' : undefined}
      className={`summary-text reading reading-face space-y-3 ${compact ? 'text-[0.9375rem] leading-relaxed' : ''}`}
    >
      {blocks.map((block, index) => (
        // Blocks are only appended, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <BlockView key={index} block={block} renderLine={render} />
      ))}
    </div>
  );
}

/**
 * Shows a line. The last line of a growing text may continue, so open marks in it are shown as if they were closed.
 */
function MarkedLine({ line, isOpen }: { line: Line; isOpen: boolean }) {
  const { text, start } = line;
  const spans = useMemo(() => laySpans(isOpen ? closeMarks(text) : text, start), [text, start, isOpen]);
  return <SpansView spans={spans} />;
}

interface BlockViewProps {
  block: Block;
  renderLine(line: Line): ReactNode;
}

function BlockView({ block, renderLine }: BlockViewProps) {
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul';
    return (
      <List
        start={block.ordered && block.first !== 1 ? block.first : undefined}
        className={`space-y-1.5 ps-5 marker:text-muted ${block.ordered ? 'list-decimal' : 'list-disc'}`}
      >
        {block.items.map((item) => (
          <li
            key={item.start}
            style={item.depth === undefined ? undefined : { marginInlineStart: `${item.depth}em` }}
          >
            {renderLine(item)}
          </li>
        ))}
      </List>
    );
  }
  if (block.kind === 'table') return <TableView rows={block.rows} renderLine={renderLine} />;
  const lines = block.lines.map((line, index) => (
    <Fragment key={line.start}>
      {index === 0 ? '' : '\n'}
      {block.kind === 'code' ? line.text : renderLine(line)}
    </Fragment>
  ));
  if (block.kind === 'code')
    return (
      <pre className="overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-[0.85em]">{lines}</pre>
    );
  if (block.kind === 'quote')
    return (
      <blockquote className="border-s-2 border-line ps-3 whitespace-pre-line text-muted">{lines}</blockquote>
    );
  return <p className={block.kind === 'heading' ? 'font-semibold' : 'whitespace-pre-line'}>{lines}</p>;
}

/** The table has no header, because the first row is as often an ordinary row. */
function TableView({ rows, renderLine }: { rows: readonly Line[][]; renderLine(line: Line): ReactNode }) {
  return (
    <div className="overflow-x-auto">
      <table className="border-collapse">
        <tbody>
          {rows.map((cells, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index} className="border-b border-line">
              {cells.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={column} className="py-1 pe-4 align-top">
                  {renderLine(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
