import type { MarkedToken, Token } from 'marked';
import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { type CitedPiece, splitCitations } from '#text/article/citations.ts';
import { decodeEntities } from './decode-entities.ts';

/** Text nested deeper than this is shown as written. */
export const maxDepth = 24;

interface InlineProps {
  tokens: readonly Token[];
  depth: number;
}

export function Inline({ tokens, depth }: InlineProps): ReactNode {
  return tokens.map((token, index) => (
    // Tokens are only appended, so the index is a stable key.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{renderInline(token as MarkedToken, depth)}</Fragment>
  ));
}

function renderInline(token: MarkedToken, depth: number): ReactNode {
  if (depth > maxDepth) return token.raw;
  const inner = (tokens: readonly Token[]) => <Inline tokens={tokens} depth={depth + 1} />;
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? (
        <CitedText text={decodeEntities(token.text)} />
      ) : (
        inner(token.tokens)
      );
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{inner(token.tokens)}</strong>;
    case 'em':
      return <em>{inner(token.tokens)}</em>;
    case 'del':
      return <del>{inner(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'link':
      return (
        <TextLink href={token.href}>
          {/* A link has one destination. */}
          <CitationsProvider value={null}>{inner(token.tokens)}</CitationsProvider>
        </TextLink>
      );
    case 'image':
      // A message must not cause requests to other hosts.
      return <TextLink href={token.href}>{token.text === '' ? token.href : token.text}</TextLink>;
    case 'html':
    case 'paragraph':
    case 'heading':
    case 'blockquote':
    case 'code':
    case 'def':
    case 'hr':
    case 'list':
    case 'list_item':
    case 'space':
    case 'table':
      break;
  }
  return token.raw;
}

/** A link that may not be followed is shown as plain text. */
function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const link = safeLink(decodeEntities(href));
  if (link === null) return children;
  if (link.kind === 'in-app') {
    return (
      <a href={link.path} data-in-app="">
        {children}
      </a>
    );
  }
  return (
    <a href={link.url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

type SafeLink =
  /** A path inside this app. */
  { kind: 'in-app'; path: string } | { kind: 'outside'; url: string };

/** Any origin works: it only shows whether a URL stays on the same origin. */
const origin = 'https://app.invalid';

/** Where a link in a message may lead; null if nowhere. Messages contain whatever a model or a quoted page says. */
export function safeLink(href: string): SafeLink | null {
  const address = href.trim();
  if (address.startsWith('/')) {
    // Browsers treat "//host" and "/\host" as another host.
    const url = URL.parse(address, origin);
    return url?.origin === origin ? { kind: 'in-app', path: url.pathname + url.search + url.hash } : null;
  }
  const url = URL.parse(address);
  if (url === null || !/^(?:https?|mailto):$/.test(url.protocol)) return null;
  return { kind: 'outside', url: url.href };
}

/** Shows a citation; null: there is no such passage, and the number stays text. */
export type RenderCitation = (citation: CitedPiece & { kind: 'citation' }) => ReactNode | null;

const Context = createContext<RenderCitation | null>(null);

/** Without it, numbers in brackets are text like any other. */
export const CitationsProvider = Context.Provider;

/** Text in which numbers in brackets may be citations. */
function CitedText({ text }: { text: string }): ReactNode {
  const render = useContext(Context);
  if (render === null) return text;
  return splitCitations(text).map((piece, index) => (
    // The pieces of a text never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{(piece.kind === 'citation' ? render(piece) : null) ?? piece.text}</Fragment>
  ));
}
