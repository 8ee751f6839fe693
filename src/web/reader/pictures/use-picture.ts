import { type RefObject, useEffect, useState } from 'react';
import { knownOutcome, loadPicture } from './picture-queue.ts';
import { usePicturesWanted } from './pictures-wanted.ts';

/** A row that is scrolled past is gone before its picture is asked for. */
const settleMs = 120;

/** The address of a picture once it can be shown; null before, if it cannot be loaded, and if pictures are off. */
export function usePicture(place: RefObject<Element | null>, src: string | null): string | null {
  const wanted = usePicturesWanted() ? src : null;
  const [, setEnded] = useState<string | null>(null);

  useEffect(() => {
    const element = place.current;
    if (wanted === null || element === null || knownOutcome(wanted) !== null) return undefined;
    let stopLoading = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      timer = setTimeout(() => {
        stopLoading = loadPicture(wanted, () => setEnded(wanted));
      }, settleMs);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      stopLoading();
    };
  }, [place, wanted]);

  return wanted !== null && knownOutcome(wanted) === 'loaded' ? wanted : null;
}
