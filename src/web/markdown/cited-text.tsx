import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { type CitedPiece, splitCitations } from '#text/article/citations.ts';

/** Shows a citation; null: there is no such passage, and the number stays text. */
export type RenderCitation = (citation: CitedPiece & { kind: 'citation' }) => ReactNode | null;

const Context = createContext<RenderCitation | null>(null);

/** Without it, numbers in brackets are text like any other. */
export const CitationsProvider = Context.Provider;

/** Text in which numbers in brackets may be citations. */
export function CitedText({ text }: { text: string }): ReactNode {
  const render = useContext(Context);
  if (render === null) return text;
  return splitCitations(text).map((piece, index) => (
    // The pieces of a text never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{(piece.kind === 'citation' ? render(piece) : null) ?? piece.text}</Fragment>
  ));
}
