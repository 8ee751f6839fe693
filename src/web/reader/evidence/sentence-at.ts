import type { EvidenceMark } from './lay-evidence.ts';

interface Point {
  clientX: number;
  clientY: number;
}

/** The sentence whose passage is under the pointer. */
export function sentenceAt({ clientX, clientY }: Point, marks: readonly EvidenceMark[]): number | null {
  // Older browsers lack it.
  if (!('caretPositionFromPoint' in document)) return null;
  const at = document.caretPositionFromPoint(clientX, clientY);
  if (at === null) return null;
  const mark = marks.find(({ range }) => range.isPointInRange(at.offsetNode, at.offset));
  return mark !== undefined && isInside(mark.range, { clientX, clientY }) ? mark.sentence : null;
}

/** The nearest letter may be far from the pointer. */
function isInside(range: Range, { clientX, clientY }: Point): boolean {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
  );
}
