import {
  BookOpenText,
  ListChecks,
  MessagesSquare,
  Search,
  Settings,
  SquareTerminal,
  Waypoints,
} from 'lucide-react';
import { useIssueCount } from '#web/api/use-issue-count.ts';
import { usePhone } from '#web/controls/layout/use-phone.ts';
import { isMac } from '#web/search/search-keys.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { MoreTab } from './more-tab.tsx';
import { railItemClass } from './rail-item.ts';
import { RailLink } from './rail-link.tsx';

interface RailProps {
  /** Opens the global search. */
  onSearch(): void;
}

/** A rail at the side; a bar at the bottom of narrow screens; four tabs on a phone. */
export function Rail({ onSearch }: RailProps) {
  const { shell, search } = useStrings();
  const issueCount = useIssueCount()?.failures ?? 0;
  const isPhone = usePhone();
  return (
    <nav
      aria-label={shell.navigation}
      className="flex shrink-0 items-stretch justify-around gap-1 border-t border-line bg-paper px-2 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] md:w-24 md:flex-col md:justify-start md:border-t-0 md:border-e md:px-1.5 md:py-3"
    >
      <RailLink to="/" icon={BookOpenText} label={isPhone ? shell.read : shell.reader} />
      <RailLink to="/spaces" icon={MessagesSquare} label={shell.spaces} />
      {isPhone ? null : <RailLink to="/conversations" icon={Waypoints} label={shell.conversations} />}
      <RailLink to="/sessions" icon={SquareTerminal} label={shell.sessions} />
      {isPhone ? (
        <MoreTab issueCount={issueCount} onSearch={onSearch} />
      ) : (
        <>
          <RailLink
            to="/runs"
            icon={ListChecks}
            label={shell.runs}
            count={issueCount}
            countLabel={shell.issueCount(issueCount)}
          />
          <div className="contents md:mt-auto md:flex md:flex-col md:gap-1">
            <button
              type="button"
              title={`${search.heading} (${search.shortcut(isMac())})`}
              onClick={onSearch}
              className={railItemClass}
            >
              <Search aria-hidden className="size-5" strokeWidth={1.75} />
              <span>{search.open}</span>
            </button>
            <RailLink to="/settings" icon={Settings} label={shell.settings} />
            <AppearanceMenu />
          </div>
        </>
      )}
    </nav>
  );
}
