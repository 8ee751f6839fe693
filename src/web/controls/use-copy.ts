import { useEffect, useState } from 'react';

const shownMs = 2000;

/** Copies text to the clipboard. `onFailed` is for a failure that is shown elsewhere. */
export function useCopy(onFailed?: () => void) {
  const [copied, setCopied] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(text: string): Promise<void> {
    try {
      // Despite its type, the clipboard is missing on pages that another machine serves over plain HTTP.
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setFailed(false);
    } catch {
      setFailed(true);
      onFailed?.();
    }
  }

  return { copied, hasFailed, copy };
}
