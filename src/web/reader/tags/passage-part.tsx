import { useState } from 'react';
import type { TagPassage } from '#schema/tag-wire.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { quotePassage, type SummarySource } from '#web/summary-panel/grounding/sentence-passages.ts';

interface PassagePartProps {
  passage: TagPassage;
  source: SummarySource | null;
  /** Is called when the article shows the passage. */
  onShown(): void;
}

/** Shows the words of the article that justify a tag. A click leads to them. */
export function PassagePart({ passage, source, onShown }: PassagePartProps) {
  const { tags } = useStrings();
  const [isGone, setGone] = useState(false);
  const { place } = passage;
  const canShow = place !== null && source !== null && !isGone;
  const { before, words, after } = passageContext(source?.text ?? '', passage);
  const quote = (
    <span dir="auto" lang={source?.language ?? undefined} className="block border-s-2 border-edge/60 ps-2.5">
      {before}
      {before + after === '' ? words : <b className="font-semibold">{words}</b>}
      {after}
    </span>
  );
  return (
    <>
      <p className="mb-1 text-xs text-muted">{tags.fromArticle}</p>
      {canShow ? (
        <button
          type="button"
          title={tags.showPassage}
          onClick={() => {
            if (source.show(place)) onShown();
            else setGone(true);
          }}
          className="-mx-2 block w-[calc(100%+1rem)] rounded-md px-2 py-1 text-start wrap-anywhere hover:bg-sunken -outline-offset-2"
        >
          {quote}
        </button>
      ) : (
        <div className="py-1 wrap-anywhere">{quote}</div>
      )}
      {place === null || isGone ? <p className="mt-1 text-xs text-muted">{tags.passageGone}</p> : null}
    </>
  );
}

interface PassageContext {
  before: string;
  words: string;
  after: string;
}

/** A passage of this length is shown without the words around it. */
const enoughCharacters = 60;
const aroundCharacters = 70;

/** Returns a passage. A short passage comes with the words around it in its paragraph. */
export function passageContext(text: string, { quote, place }: TagPassage): PassageContext {
  const words = quotePassage(quote);
  if (place === null || text === '' || words.length >= enoughCharacters) {
    return { before: '', words, after: '' };
  }
  const paragraphStart = text.lastIndexOf('\n', place.start - 1) + 1;
  const paragraphEnd = text.indexOf('\n', place.end);
  const before = text.slice(paragraphStart, place.start);
  const after = text.slice(place.end, paragraphEnd === -1 ? undefined : paragraphEnd);
  return { before: cutStart(before), words, after: cutEnd(after) };
}

/** Cuts a text at a space. Text without spaces is cut anywhere. */
function cutStart(text: string): string {
  if (text.length <= aroundCharacters) return text;
  // The cut must not leave half of a character that takes two code units.
  const kept = text.slice(-aroundCharacters).replace(/^[\uDC00-\uDFFF]/, '');
  return `…${kept.slice(kept.indexOf(' ') + 1)}`;
}

function cutEnd(text: string): string {
  if (text.length <= aroundCharacters) return text;
  const kept = text.slice(0, aroundCharacters).replace(/[\uD800-\uDBFF]$/, '');
  const blank = kept.lastIndexOf(' ');
  return `${blank === -1 ? kept : kept.slice(0, blank)}…`;
}
