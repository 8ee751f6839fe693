import { useEffect, useState, useSyncExternalStore } from 'react';
import { useReachability } from '#web/api/reachability-provider.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

const backShownMs = 4000;

/** Tells when the server is away and when it is back. It lies over the screen, so that nothing moves. */
export function ConnectionNotice() {
  const { shell } = useStrings();
  const reachability = useReachability();
  const away = useSyncExternalStore(reachability.subscribe, reachability.isAway);
  const justBack = useJustBack(away);

  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-20 z-40 flex justify-center px-4 md:bottom-6">
      {away ? (
        <p className="rounded-lg border border-line bg-caution-wash px-4 py-2.5 shadow-lg">
          <strong className="font-medium text-caution">{shell.serverAway}</strong> {shell.serverAwayRemedy}
        </p>
      ) : justBack ? (
        <p className="rounded-lg border border-line bg-surface px-4 py-2.5 shadow-lg">{shell.serverBack}</p>
      ) : null}
    </output>
  );
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
