import { useRouter } from '@tanstack/react-router';
import type { Token } from 'marked';
import { type MouseEvent, memo, useMemo, useState } from 'react';
import { Blocks } from './block-view.tsx';
import './markdown.css';
import { growMarkdown, parseMarkdown } from './parse-markdown.ts';

interface MarkdownProps {
  text: string;
  /** More text is coming. */
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
  // During render, so that the screen never lags behind the text.
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
