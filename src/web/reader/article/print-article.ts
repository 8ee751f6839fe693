/** Prints the open article, as the browser's own command does, or with its summary below. */
export function printArticle({ withSummary }: { withSummary: boolean }): void {
  const { dataset } = document.documentElement;
  if (withSummary) {
    dataset.print = 'summary';
    window.addEventListener('afterprint', () => delete dataset.print, { once: true });
  }
  // The palette is gone and the panel open by then.
  requestAnimationFrame(() => window.print());
}
