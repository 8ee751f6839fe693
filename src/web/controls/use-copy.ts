import { useEffect, useState } from 'react';

const shownMs = 2000;

/** `onFailed` is for a failure that is shown elsewhere. */
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
      // Missing, despite the types, on pages loaded over plain HTTP from another machine.
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
