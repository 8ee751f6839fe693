import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { TranslationLayout } from '#schema/app-session.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { Button } from '#web/controls/button.tsx';
import { directionOf } from '#web/reader/translation/direction-of.ts';
import { usePairs } from '#web/reader/translation/use-pairs.ts';
import type { ArticleTranslation } from '#web/reader/translation/use-translation.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { colourCode } from './code/colour-code.ts';
import { focusScrollers } from './focus-scrollers.ts';
import { FootnotePopover } from './footnotes/footnote-popover.tsx';
import { holdPictures, loadPictures } from './pictures/load-pictures.ts';
import { PictureZoom } from './pictures/picture-zoom.tsx';

interface ArticleBodyProps {
  html: string;
  paneRef: RefObject<HTMLElement | null>;
  translation: ArticleTranslation;
  /** Of the translation, as shown. */
  layout: TranslationLayout;
}

export function ArticleBody({ html, paneRef, translation, layout }: ArticleBodyProps) {
  const { article } = useStrings().reader;
  const { data: settings } = useSettings();
  const [isAsked, setAsked] = useState(false);
  const bodyRef = useRef<HTMLDivElement>(null);
  const held = useMemo(() => holdPictures(html), [html]);
  const markup = useMemo(() => ({ __html: held }), [held]);
  const hasPictures = held !== html;
  const loads = settings !== undefined && (settings.reader.loadImages || isAsked);

  useEffect(() => {
    const body = bodyRef.current;
    return held !== html && loads && body !== null ? loadPictures(body, paneRef.current) : undefined;
  }, [held, html, loads, paneRef]);

  useEffect(() => {
    // A new article has new nodes.
    const body = bodyRef.current;
    if (body === null) return undefined;
    const stops = [colourCode(body), focusScrollers(body)];
    return () => {
      for (const stop of stops) stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [held]);

  usePairs({ bodyRef, html: held, translation });
  const isAlone = translation.isShown && layout === 'alone';

  return (
    <>
      {hasPictures && settings !== undefined && !loads ? (
        <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          {article.picturesOff}
          <Button look="quiet" onClick={() => setAsked(true)}>
            {article.showPictures}
          </Button>
        </p>
      ) : null}
      <div
        ref={bodyRef}
        dir={isAlone ? directionOf(translation.language) : 'auto'}
        data-layout={translation.isShown ? layout : undefined}
        data-testid="article"
        className="article"
        data-pictures={loads ? 'on' : 'off'}
        // Sanitized by the server against an allowlist; the page's CSP also blocks all scripts.
        // oxlint-disable-next-line react/no-danger
        dangerouslySetInnerHTML={markup}
      />
      <FootnotePopover bodyRef={bodyRef} html={held} />
      <PictureZoom bodyRef={bodyRef} html={held} />
    </>
  );
}
