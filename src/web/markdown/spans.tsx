import type { MarkedToken, Token } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { decodeEntities } from './decode-entities.ts';
import { maxDepth } from './inline-view.tsx';
import { parseInline } from './parse-markdown.ts';

/** Renders spans as styled text, without links or images. */
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

type SpanMark = 'strong' | 'em' | 'del' | 'code';

/** Displayed text and the source range it represents. Markup is not part of any span. */
export interface Span {
  start: number;
  end: number;
  text: string;
  marks: readonly SpanMark[];
  /** The URL of a link or an image, for display only. It is never followed or fetched. */
  address: string | null;
}

interface Around {
  start: number;
  depth: number;
  marks: readonly SpanMark[];
  address: string | null;
}

/** The spans of a line that begins at offset `start` of the source. Verdicts refer to source offsets. */
export function laySpans(line: string, start: number): Span[] {
  return layTokens(parseInline(line), { start, depth: 0, marks: [], address: null });
}

function layTokens(tokens: readonly Token[], around: Around): Span[] {
  const spans: Span[] = [];
  let { start } = around;
  for (const token of tokens) {
    spans.push(...layToken(token as MarkedToken, { ...around, start }));
    start += token.raw.length;
  }
  return spans;
}

function layToken(token: MarkedToken, around: Around): Span[] {
  const { start, depth, marks, address } = around;
  const inside = (inner: readonly Token[], more: Partial<Around> = {}): Span[] => {
    const written = inner.map(({ raw }) => raw).join('');
    const offset = Math.max(0, token.raw.indexOf(written));
    return layTokens(inner, { ...around, ...more, start: start + offset, depth: depth + 1 });
  };
  const show = (text: string, more: Partial<Span> = {}): Span[] => {
    const offset = Math.max(0, token.raw.indexOf(text));
    const isAsWritten = token.raw.startsWith(text, offset);
    const place = isAsWritten
      ? { start: start + offset, end: start + offset + text.length }
      : { start, end: start + token.raw.length };
    return [{ ...place, text, marks, address, ...more }];
  };
  if (depth > maxDepth) return show(token.raw);
  if (token.type === 'strong' || token.type === 'em' || token.type === 'del')
    return inside(token.tokens, { marks: [...marks, token.type] });
  if (token.type === 'codespan') return show(token.text, { marks: [...marks, 'code'] });
  if (token.type === 'link') return inside(token.tokens, { address: token.href });
  if (token.type === 'image')
    return show(token.text === '' ? token.href : token.text, { address: token.href });
  if (token.type === 'escape') return show(token.text);
  if (token.type === 'text' && token.tokens === undefined) return show(decodeEntities(token.text));
  if (token.type === 'text') return inside(token.tokens ?? []);
  return show(token.raw);
}

/** The part of the spans that covers a source range. A span that differs from its source is kept whole. */
export function cutSpans(spans: readonly Span[], { start, end }: { start: number; end: number }): Span[] {
  return spans.flatMap((span) => {
    if (span.end - span.start !== span.text.length)
      return span.start >= start && span.start < end ? [span] : [];
    const from = Math.max(start, span.start);
    const to = Math.min(end, span.end);
    if (from >= to) return [];
    return [{ ...span, start: from, end: to, text: span.text.slice(from - span.start, to - span.start) }];
  });
}
