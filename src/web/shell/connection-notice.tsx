import { useEffect, useState, useSyncExternalStore } from 'react';
import { useReachability } from '#web/api/reachability-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { useOfflineState } from '#web/offline/offline-provider.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

const backShownMs = 4000;
/** Long enough for a restart; after that it helps to show since when. */
const longMs = 20_000;

const stripClass = 'flex min-h-12 items-center justify-center gap-x-4 border-t border-line px-4 py-1.5';

/** Shows when the server is unreachable and when it is back. It has its own space, so it covers nothing. */
export function ConnectionNotice() {
  const { shell } = useStrings();
  const reachability = useReachability();
  const since = useSyncExternalStore(reachability.subscribe, reachability.awaySince);
  const justBack = useJustBack(since !== null);

  return (
    <output className="block shrink-0">
      {since !== null ? (
        <Away key={since} since={since} />
      ) : justBack ? (
        <span className={`${stripClass} bg-surface`}>{shell.serverBack}</span>
      ) : null}
    </output>
  );
}

function Away({ since }: { since: number }) {
  const { shell } = useStrings();
  const reachability = useReachability();
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const isLong = useIsLong();
  const [isLooking, setLooking] = useState(false);

  async function look(): Promise<void> {
    setLooking(true);
    await reachability.look();
    setLooking(false);
  }

  return (
    <span className={`${stripClass} bg-caution-wash`}>
      <span className="min-w-0">
        <strong className="font-medium text-caution">{titleOf()}</strong>{' '}
        <AwayNote remedy={isOnline ? shell.serverAwayRemedy : shell.offlineRemedy} />
      </span>
      <Button disabled={isLooking} onClick={() => void look()}>
        {isLooking ? shell.looking : shell.lookNow}
      </Button>
    </span>
  );

  function titleOf(): string {
    if (!isOnline) return shell.offline;
    return isLong ? shell.serverAwaySince(since) : shell.serverAway;
  }
}

/** What to do, what the screen shows instead, and what still has to be sent. A phone has no room for all of it. */
function AwayNote({ remedy }: { remedy: string }) {
  const { offline } = useStrings();
  const { isShown, keptAt, waiting } = useOfflineState();
  const shown = isShown && keptAt !== null ? offline.shown(keptAt) : null;
  return (
    <>
      <span className={shown === null ? '' : 'max-sm:hidden'}>{remedy}</span> {shown}{' '}
      {waiting > 0 ? offline.waiting(waiting) : null}
    </>
  );
}

function useIsLong(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}

function watchNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

function useJustBack(away: boolean): boolean {
  const [wasAway, setWasAway] = useState(false);
  if (away && !wasAway) setWasAway(true);
  useEffect(() => {
    if (away || !wasAway) return undefined;
    const timer = setTimeout(() => setWasAway(false), backShownMs);
    return () => clearTimeout(timer);
  }, [away, wasAway]);
  return wasAway && !away;
}
