import { useRouter } from '@tanstack/react-router';
import type { MarkedToken, Token, Tokens } from 'marked';
import { type MouseEvent, memo, type ReactNode, useMemo, useState } from 'react';
import './markdown.css';
import { Check, Copy } from 'lucide-react';
import { scrollable } from '#web/controls/layout/panes.tsx';
import { useCopy } from '#web/controls/use-copy.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Inline, maxDepth } from './inline-view.tsx';
import { growMarkdown, parseMarkdown } from './parse-markdown.ts';

interface MarkdownProps {
  text: string;
  /** Whether more text is still arriving. */
  growing?: boolean;
}

/** Markdown from an untrusted author: rendered as elements, never as HTML. */
export const Markdown = memo(function Markdown({ text, growing = false }: MarkdownProps) {
  const openInApp = useInAppLinks();
  const grown = useGrown(growing ? text : '');
  const whole = useMemo(() => (growing ? null : parseMarkdown(text)), [growing, text]);
  return (
    // The links inside have focus and key handling; this only observes their clicks.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div dir="auto" data-growing={growing ? '' : undefined} onClick={openInApp} className="markdown">
      <Blocks tokens={whole ?? grown} />
    </div>
  );
});

function useGrown(text: string): readonly Token[] {
  const [shown, setShown] = useState({ text: '', grown: growMarkdown(null, '') });
  // State is updated during render, so that the screen never lags behind the text.
  if (shown.text !== text) setShown({ text, grown: growMarkdown(shown.grown, text) });
  const { settled, open } = shown.grown;
  return useMemo(() => [...settled, ...open], [settled, open]);
}

/** Links inside the app navigate without reloading the page. */
function useInAppLinks() {
  const router = useRouter();
  return (event: MouseEvent<HTMLElement>) => {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a[data-in-app]') : null;
    const path = link?.getAttribute('href') ?? null;
    if (!isPlain || path === null) return;
    event.preventDefault();
    router.history.push(path);
  };
}

interface BlockProps {
  token: Token;
  depth?: number;
}

/** Renders one block. A settled block stays the same object, so `memo` skips it. */
const Block = memo(function Block({ token, depth = 0 }: BlockProps): ReactNode {
  return renderBlock(token as MarkedToken, depth);
});

function renderBlock(token: MarkedToken, depth: number): ReactNode {
  if (depth > maxDepth) return <Plain text={token.raw} />;
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return (
        <p>
          <Inline tokens={token.tokens} depth={depth} />
        </p>
      );
    case 'heading':
      return <Heading token={token} depth={depth} />;
    case 'code':
      return <CodeBlock language={token.lang ?? ''} code={token.text} />;
    case 'list':
      return <List token={token} depth={depth} />;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens} depth={depth + 1} />
        </blockquote>
      );
    case 'table':
      return <Table token={token} depth={depth} />;
    case 'hr':
      return <hr />;
    case 'html':
      return <Plain text={token.raw} />;
    case 'text':
      return token.tokens === undefined ? token.text : <Inline tokens={token.tokens} depth={depth} />;
    case 'br':
    case 'checkbox':
    case 'codespan':
    case 'del':
    case 'em':
    case 'escape':
    case 'image':
    case 'link':
    case 'list_item':
    case 'strong':
      break;
  }
  return <Inline tokens={[token]} depth={depth} />;
}

interface BlocksProps {
  tokens: readonly Token[];
  depth?: number;
}

export function Blocks({ tokens, depth = 0 }: BlocksProps): ReactNode {
  return tokens.map((token, index) => (
    // Blocks are only appended, so the index is a stable key.
    // oxlint-disable-next-line react/no-array-index-key
    <Block key={index} token={token} depth={depth} />
  ));
}

/** Raw HTML is shown as text, never interpreted. */
function Plain({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text.replace(/(?<!\n)\n+$/, '')}</p>;
}

/** Renders headings as h3 to h6, because the page uses the levels above. */
function Heading({ token, depth }: { token: Tokens.Heading; depth: number }) {
  const Tag = (['h3', 'h3', 'h4', 'h5'] as const)[token.depth - 1] ?? 'h6';
  return (
    <Tag>
      <Inline tokens={token.tokens} depth={depth} />
    </Tag>
  );
}

function List({ token, depth }: { token: Tokens.List; depth: number }) {
  const items = token.items.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <li key={index} className={item.task ? 'list-none' : undefined}>
      <Blocks tokens={item.tokens} depth={depth + 1} />
    </li>
  ));
  return token.ordered ? (
    <ol start={token.start === '' ? undefined : token.start}>{items}</ol>
  ) : (
    <ul>{items}</ul>
  );
}

function Table({ token, depth }: { token: Tokens.Table; depth: number }) {
  const cell = (Tag: 'th' | 'td') => (given: Tokens.TableCell, index: number) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Tag key={index} data-align={given.align ?? undefined}>
      <Inline tokens={given.tokens} depth={depth + 1} />
    </Tag>
  );
  return (
    <div className="table-pane">
      <table>
        <thead>
          <tr>{token.header.map(cell('th'))}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>{row.map(cell('td'))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CodeBlockProps {
  /** The language named in the text; may be empty. */
  language: string;
  code: string;
}

export function CodeBlock({ language, code }: CodeBlockProps) {
  const { panel, spaces } = useStrings();
  const { copied, hasFailed, copy } = useCopy();
  const name = /^\S+/.exec(language)?.[0] ?? '';
  return (
    <figure className="code-block">
      <figcaption>
        <span className="min-w-0 flex-1 truncate">{name === '' ? spaces.message.code : name}</span>
        <button
          type="button"
          aria-label={spaces.message.copyCode}
          onClick={() => void copy(code)}
          className="flex h-6 items-center gap-1 rounded px-1.5 hover:bg-line hover:text-ink pointer-coarse:h-11"
        >
          {copied ? (
            <Check aria-hidden className="size-3.5 text-accent" />
          ) : (
            <Copy aria-hidden className="size-3.5" />
          )}
          {copied ? panel.copied : panel.copy}
        </button>
      </figcaption>
      {hasFailed ? <p role="alert">{panel.copyFailed}</p> : null}
      <pre {...scrollable}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
