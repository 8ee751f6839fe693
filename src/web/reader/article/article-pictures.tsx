import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type RefObject, useEffect, useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface PictureZoomProps {
  bodyRef: RefObject<HTMLElement | null>;
  /** The article's markup. Whenever it changes, all nodes are new. */
  html: string;
}

/** Smaller pictures are icons, which have nothing more to show. */
const leastPixels = 120;
/** A picture that is enlarged further would show only its pixels. */
const mostEnlarged = 2;

/** Shows a picture of the article as large as the window, after a click or Enter. */
export function PictureZoom({ bodyRef, html }: PictureZoomProps) {
  const { article } = useStrings().reader;
  const [zoomed, setZoomed] = useState<HTMLImageElement | null>(null);

  useEffect(() => {
    const body = bodyRef.current;
    if (body === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const pictureOf = ({ target }: Event) =>
      target instanceof HTMLImageElement && target.dataset.zoom !== undefined ? target : null;
    // Load events do not bubble, so they are caught in the capture phase.
    body.addEventListener('load', ({ target }) => offerZoom(target, article.enlarge), {
      signal,
      capture: true,
    });
    body.addEventListener('click', (event) => setZoomed((shown) => pictureOf(event) ?? shown), { signal });
    body.addEventListener(
      'keydown',
      (event) => {
        const picture = event.key === 'Enter' || event.key === ' ' ? pictureOf(event) : null;
        if (picture === null) return;
        event.preventDefault();
        setZoomed(picture);
      },
      { signal },
    );
    for (const picture of body.querySelectorAll('img'))
      if (picture.complete) offerZoom(picture, article.enlarge);
    return () => {
      listening.abort();
      setZoomed(null);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [bodyRef, html, article]);

  if (zoomed === null) return null;
  return (
    <Dialog.Root open onOpenChange={() => setZoomed(null)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-black/92" />
        <Dialog.Content
          aria-describedby={undefined}
          onClick={() => setZoomed(null)}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            zoomed.focus({ preventScroll: true });
          }}
          className="fixed inset-0 z-50 flex cursor-zoom-out flex-col items-center justify-center gap-3 p-4 outline-none"
        >
          <Dialog.Title className="sr-only">{article.picture}</Dialog.Title>
          <img
            src={zoomed.currentSrc}
            alt={zoomed.alt}
            style={{ width: `min(100%, ${zoomed.naturalWidth * mostEnlarged}px)` }}
            className="min-h-0 flex-initial object-contain"
          />
          {zoomed.alt === '' ? null : (
            <p aria-hidden dir="auto" className="line-clamp-3 max-w-prose text-center text-sm text-white">
              {zoomed.alt}
            </p>
          )}
          <Dialog.Close
            aria-label={article.closePicture}
            title={article.closePicture}
            className="absolute top-[max(0.75rem,env(safe-area-inset-top))] right-[max(0.75rem,env(safe-area-inset-right))] flex size-11 items-center justify-center rounded-full bg-black/60 text-white outline-offset-2 hover:bg-black"
          >
            <X aria-hidden className="size-5" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Lets a picture be enlarged. A picture in a link is left alone, because it leads where the link does. */
function offerZoom(target: EventTarget | null, nameOf: (alt: string) => string): void {
  if (!(target instanceof HTMLImageElement)) return;
  const isPlaceholder = target.dataset.src !== undefined && target.currentSrc.startsWith('data:');
  if (isPlaceholder) return;
  if (target.closest('a[href]') !== null || target.naturalWidth < leastPixels) return;
  target.dataset.zoom = '';
  target.tabIndex = 0;
  target.role = 'button';
  target.ariaHasPopup = 'dialog';
  target.ariaLabel = nameOf(target.alt);
}

/** Browsers open six connections per server, and slow pictures must leave some for everything else. */
const atOnce = 2;
/** Pictures this close to the viewport are loaded in advance. */
const aheadPixels = 800;

/** The placeholder has no aspect ratio, so that the picture's `width` and `height` reserve its space. */
const placeholder = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** Replaces every picture by a placeholder, so that the browser does not load all of them at once. */
export function holdPictures(html: string): string {
  return html.replaceAll(
    /(<img\b[^<>]*?\s)src="(?=\/api\/entries\/)/g,
    (_, before: string) => `${before}src="${placeholder}" data-src="`,
  );
}

/**
 * Loads pictures a few at a time when they come near the visible part of `pane`. Returns a function that stops it.
 */
export function loadPictures(article: Element, pane: Element | null): () => void {
  const waiting: HTMLImageElement[] = [];
  const loading = new Set<HTMLImageElement>();
  const stopped = new AbortController();

  function end(image: HTMLImageElement): void {
    loading.delete(image);
    startNext();
  }

  function startNext(): void {
    while (loading.size < atOnce) {
      const image = waiting.shift();
      const address = image?.dataset.src;
      if (image === undefined || address === undefined) return;
      loading.add(image);
      const { signal } = stopped;
      image.addEventListener(
        'load',
        () => {
          delete image.dataset.src;
          end(image);
        },
        { signal },
      );
      image.addEventListener(
        'error',
        () => {
          describe(image);
          end(image);
        },
        { signal },
      );
      // With lazy loading, a picture scrolled past would occupy its slot until the user came back.
      image.loading = 'eager';
      image.src = address;
    }
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLImageElement)) continue;
        observer.unobserve(target);
        waiting.push(target);
      }
      startNext();
    },
    { root: pane, rootMargin: `${aheadPixels}px 0px` },
  );
  const observe = (within: ParentNode) => {
    for (const image of within.querySelectorAll('img[data-src]')) observer.observe(image);
  };
  observe(article);
  // A translation that is shown alone contains copies of the pictures, which are added later.
  const added = new MutationObserver((records) => {
    for (const { target } of records) if (target instanceof Element) observe(target);
  });
  added.observe(article, { childList: true, subtree: true });

  return () => {
    observer.disconnect();
    added.disconnect();
    stopped.abort();
    waiting.length = 0;
    for (const image of loading) image.src = placeholder;
  };
}

const standIns = new WeakMap<Node, Node>();

/**
 * Returns the text that replaced a picture which could not be loaded, or the node itself if it was not replaced. Null
 * means that the node was removed.
 */
export function liveNode(node: Node): Node | null {
  return standIns.get(node) ?? (node.parentNode === null ? null : node);
}

/** Replaces a picture that could not be loaded by its description, or removes it if it has none. */
function describe(image: HTMLImageElement): void {
  if (image.alt.trim() === '') {
    image.remove();
    return;
  }
  const words = document.createElement('span');
  words.className = 'picture-missing';
  words.textContent = image.alt;
  standIns.set(image, words);
  image.replaceWith(words);
}
