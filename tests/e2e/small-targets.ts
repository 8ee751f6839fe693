import type { Page } from 'playwright';

/**
 * Returns the controls that a finger would miss: those below 44 px without a larger target around them. It skips
 * links within text, which are as high as their line, and what does nothing when tapped.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(measure);
}

/** Runs in the page. */
const measure = `(() => {
  const px = 44;
  const found = new Set();
  const targets = 'a[href], button, select, summary, input, textarea, [role=tab], [role=option], [role^=menuitem]';
  for (const control of document.querySelectorAll(targets)) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    if (control.closest('.article, [inert]') !== null || control.matches('.cursor-default')) continue;
    const after = getComputedStyle(control, '::after');
    const fillsRow = after.content !== 'none' && after.position === 'absolute';
    if (getComputedStyle(control).display === 'inline' && !fillsRow) continue;
    const isMark = control.matches('[type=checkbox], [type=radio]');
    const target = (isMark ? control.closest('label') : null) ?? control;
    target.scrollIntoView({ block: 'center' });
    const box = target.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const isOutside = x < 0 || y < 0 || x > innerWidth || y > innerHeight;
    if (isOutside || (box.width <= 1 && box.height <= 1)) continue;
    const isHit = (byX, byY) => {
      const at = document.elementFromPoint(x + byX, y + byY);
      return at !== null && target.contains(at);
    };
    const reach = px / 2 - 0.6;
    const isWide = box.width >= px - 0.6 || (isHit(-reach, 0) && isHit(reach, 0));
    const isHigh = box.height >= px - 0.6 || (isHit(0, -reach) && isHit(0, reach));
    if (isWide && isHigh) continue;
    const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40);
    found.add(control.tagName.toLowerCase() + ' “' + name + '” ' + Math.round(box.width) + '×' + Math.round(box.height));
  }
  return [...found];
})()`;
