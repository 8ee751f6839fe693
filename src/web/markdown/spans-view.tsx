import { Fragment, type ReactNode } from 'react';
import type { Span } from './lay-spans.ts';

/** Spans as elements: text and its styles, nothing that could be followed or fetched. */
export function SpansView({ spans }: { spans: readonly Span[] }): ReactNode {
  return spans.map((span) => <Fragment key={span.start}>{renderSpan(span)}</Fragment>);
}

function renderSpan({ text, marks, address }: Span): ReactNode {
  const shown = address === null || address === text ? text : <span title={address}>{text}</span>;
  return marks.reduceRight<ReactNode>((inner, mark) => {
    if (mark === 'strong') return <strong className="font-semibold">{inner}</strong>;
    if (mark === 'em') return <em>{inner}</em>;
    if (mark === 'del') return <del>{inner}</del>;
    return <code className="rounded bg-sunken px-1 py-px font-mono text-[0.88em]">{inner}</code>;
  }, shown);
}
