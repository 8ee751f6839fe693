import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { untilBack, useReachability } from '#web/api/connection.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { ScreenNotLoadedError } from '#web/controls/lazy.ts';
import { EmptyState } from '#web/controls/loaded.tsx';
import { readKept, writeKept } from '#web/kept-state.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Shown in place of a screen that failed to render; the rail stays usable. */
export function CrashedScreen({ error }: ErrorComponentProps) {
  const { shell } = useStrings();
  if (error instanceof ScreenNotLoadedError) return <NotLoadedScreen />;
  return (
    <EmptyState title={shell.crashed} next={error instanceof Error ? error.message : String(error)}>
      <Button onClick={() => window.location.reload()}>{shell.reload}</Button>
    </EmptyState>
  );
}

const reloadedKey = 'precis.reloaded-at';
/** Limits automatic reloads, because a page that fails again after its reload would reload forever. */
const againMs = 60_000;

/** Shown when a screen's code did not load. Browsers request a module only once, so the page must reload. */
function NotLoadedScreen() {
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

export function NotFoundScreen() {
  const { shell } = useStrings();
  return (
    <EmptyState title={shell.notFound} next="">
      <Link to="/" className={buttonClass('plain')}>
        {shell.notFoundRemedy}
      </Link>
    </EmptyState>
  );
}
