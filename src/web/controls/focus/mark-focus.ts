const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/**
 * Remembers what has the focus. Calling the result gives the focus back, or to what is in its place if the element is
 * gone. Nothing happens if something else has the focus by then.
 */
export function markFocus(): () => void {
  const marked = opener(document.activeElement);
  if (marked === null) return () => {};
  const steps = stepsTo(marked);
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const target = marked.isConnected && marked.checkVisibility() ? marked : findInstead(steps);
    target?.focus({ preventScroll: true });
  };
}

/** Returns the element to remember. For an item of a menu, which closes, that is the button that opened the menu. */
function opener(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]');
  if (menu !== null && menu !== undefined) {
    const trigger = document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
    return trigger === null || menu.contains(trigger) ? null : opener(trigger);
  }
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

interface Step {
  parent: Element;
  /** The index of the parent's child that contains the element. */
  at: number;
  /** The index of the element among the focusable elements of that child. */
  nth: number;
}

function stepsTo(element: HTMLElement): Step[] {
  const steps: Step[] = [];
  for (let child: Element = element; child.parentElement !== null; child = child.parentElement) {
    const parent = child.parentElement;
    const nth = child === element ? 0 : [...child.querySelectorAll(focusable)].indexOf(element);
    steps.push({ parent, at: [...parent.children].indexOf(child), nth: Math.max(nth, 0) });
  }
  return steps;
}

/** Returns for example the same button of the next row, or else the nearest element that can have the focus. */
function findInstead(steps: readonly Step[]): HTMLElement | undefined {
  for (const { parent, at, nth } of steps) {
    if (!parent.isConnected) continue;
    const near = parent.children[Math.min(at, parent.children.length - 1)];
    const found = [...(near === undefined ? [] : focusablesOf(near)), ...focusablesOf(parent).slice(-1)];
    const target = found[Math.min(nth, found.length - 1)];
    if (target !== undefined) return target;
  }
  return undefined;
}

function focusablesOf(element: Element): HTMLElement[] {
  const own = element.matches(focusable) ? [element] : [];
  return [...own, ...element.querySelectorAll(focusable)].filter(
    (found): found is HTMLElement => found instanceof HTMLElement && found.checkVisibility(),
  );
}
