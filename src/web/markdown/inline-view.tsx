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
          {/* A citation inside a link would be a link inside a link. */}
          <CitationsProvider value={null}>{inner(token.tokens)}</CitationsProvider>
        </TextLink>
      );
    case 'image':
      // Loading the image would let a message send requests to other hosts.
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

/** A link with an unsafe destination is shown as plain text. */
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

type SafeLink = { kind: 'in-app'; path: string } | { kind: 'outside'; url: string };

/** Serves only to detect whether a URL stays on the same origin, so any origin works. */
const origin = 'https://app.invalid';

/** A link's destination, or null if it is unsafe. Messages contain whatever a model or a quoted page says. */
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

/** Renders a citation. If it returns null because the passage does not exist, the number stays plain text. */
export type RenderCitation = (citation: CitedPiece & { kind: 'citation' }) => ReactNode | null;

const Context = createContext<RenderCitation | null>(null);

/** Without this provider, numbers in brackets are plain text. */
export const CitationsProvider = Context.Provider;

function CitedText({ text }: { text: string }): ReactNode {
  const render = useContext(Context);
  if (render === null) return text;
  return splitCitations(text).map((piece, index) => (
    // The pieces of a text never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{(piece.kind === 'citation' ? render(piece) : null) ?? piece.text}</Fragment>
  ));
}
