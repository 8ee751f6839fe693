/** Browsers open six connections per server. Slow pictures must leave some for everything else. */
const atOnce = 2;
/** Pictures this close to the viewport are loaded in advance. */
const aheadPixels = 800;

/** Has no aspect ratio, so that the picture's `width` and `height` reserve its space. */
const placeholder = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** Keeps the browser from loading every picture at once, as it does for a `src`. */
export function holdPictures(html: string): string {
  return html.replaceAll(
    /(<img\b[^<>]*?\s)src="(?=\/api\/entries\/)/g,
    (_, before: string) => `${before}src="${placeholder}" data-src="`,
  );
}

/** Loads pictures as they come near the visible part of `pane`, a few at a time. Returns a function that stops it. */
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
  // A translation that is shown alone has copies of the pictures.
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

/** What replaced a picture that could not be loaded; the node itself if nothing did; null if it was removed. */
export function liveNode(node: Node): Node | null {
  return standIns.get(node) ?? (node.parentNode === null ? null : node);
}

/** A picture that could not be loaded is replaced by its description, if any. */
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
