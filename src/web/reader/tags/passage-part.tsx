import { useState } from 'react';
import type { TagPassage } from '#schema/tags/tag-wire.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { SummarySource } from '#web/summary-panel/grounding/summary-source.ts';
import { passageContext } from './passage-context.ts';

interface PassagePartProps {
  passage: TagPassage;
  source: SummarySource | null;
  /** The article shows the passage. */
  onShown(): void;
}

/** The words of the article that justify a tag; a click leads there. */
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
