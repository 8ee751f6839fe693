/** Tables and code that are wider than the article scroll alone, by keyboard too. Returns a function that stops it. */
export function focusScrollers(article: Element): () => void {
  const wide = article.querySelectorAll<HTMLElement>('pre, table');
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of wide) observer.observe(element);
  return () => observer.disconnect();
}
