import { useEffect } from 'react';
import { useReachability } from '#web/api/reachability-provider.tsx';
import { untilBack } from '#web/api/use-recovery.ts';
import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { readKept, writeKept } from '#web/kept/use-kept-state.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

const reloadedKey = 'precis.reloaded-at';
/** A page that has just been reloaded for this and failed again would be reloaded for ever. */
const againMs = 60_000;

/** In place of a screen whose code did not come. A browser asks for it only once, so the page begins anew. */
export function NotLoadedScreen() {
  const { shell } = useStrings();
  const reachability = useReachability();
  useEffect(() => {
    if (Date.now() - Number(readKept('session', reloadedKey)) < againMs) return undefined;
    const leaving = new AbortController();
    void untilBack(reachability, leaving.signal).then((isBack) => {
      if (isBack) reload();
    });
    return () => leaving.abort();
  }, [reachability]);

  return (
    <EmptyState title={shell.notLoaded} next={shell.notLoadedNext}>
      <Button onClick={reload}>{shell.reload}</Button>
    </EmptyState>
  );
}

function reload(): void {
  writeKept('session', reloadedKey, String(Date.now()));
  window.location.reload();
}
