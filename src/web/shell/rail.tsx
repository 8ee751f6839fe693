import { Link, useRouterState } from '@tanstack/react-router';
import {
  BookOpenText,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  Search,
  Settings,
  SquareTerminal,
  Waypoints,
} from 'lucide-react';
import { useIssueCount } from '#web/api/use-issue-count.ts';
import { isMac } from '#web/search/search-keys.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { railItemClass, railLabelClass } from './rail-item.ts';

interface RailProps {
  /** Opens the global search. */
  onSearch(): void;
}

export function Rail({ onSearch }: RailProps) {
  const { shell, search } = useStrings();
  const issueCount = useIssueCount()?.failures ?? 0;
  return (
    <nav
      aria-label={shell.navigation}
      className="flex shrink-0 items-stretch justify-around gap-1 border-t border-line bg-paper px-2 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] md:w-24 md:flex-col md:justify-start md:border-t-0 md:border-e md:px-1.5 md:py-3"
    >
      <RailLink to="/" icon={BookOpenText} label={shell.reader} />
      <RailLink to="/spaces" icon={MessagesSquare} label={shell.spaces} />
      <RailLink to="/conversations" icon={Waypoints} label={shell.conversations} />
      <RailLink to="/sessions" icon={SquareTerminal} label={shell.sessions} />
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
          <span className={railLabelClass}>{search.open}</span>
        </button>
        <RailLink to="/settings" icon={Settings} label={shell.settings} />
        <AppearanceMenu />
      </div>
    </nav>
  );
}

interface RailLinkProps {
  to: '/' | '/spaces' | '/conversations' | '/sessions' | '/runs' | '/settings';
  icon: LucideIcon;
  label: string;
  count?: number;
  countLabel?: string;
}

function RailLink({ to, icon: Icon, label, count = 0, countLabel }: RailLinkProps) {
  // The Reader has no URL of its own, only those of its places.
  const isCurrent = useRouterState({
    select: ({ location }) => location.pathname.startsWith(to === '/' ? '/reader' : to),
  });
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${railItemClass} ${isCurrent ? 'bg-accent-wash font-medium !text-accent' : ''}`}
    >
      <span className="relative">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        {count === 0 ? null : (
          <span
            aria-hidden
            className="numeric absolute -top-2 left-3.5 min-w-4 rounded-full bg-danger px-1 text-center text-[0.625rem] leading-4 font-semibold text-paper"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      <span className={railLabelClass}>{label}</span>
      {count === 0 ? null : <span className="sr-only">{countLabel}</span>}
    </Link>
  );
}
