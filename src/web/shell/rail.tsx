import { Link, useRouterState } from '@tanstack/react-router';
import { Ellipsis, type LucideIcon, Search, Settings } from 'lucide-react';
import { useRef, useState } from 'react';
import { useIssueCount } from '#web/api/queries.ts';
import { isMac } from '#web/controls/keys.ts';
import { usePhone } from '#web/controls/layout/use-media.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AppearanceFields, AppearanceMenu } from './appearance-menu.tsx';
import { type Destination, destinations } from './destinations.ts';
import { RailPopoverButton, railItemClass } from './rail-popover-button.tsx';

interface RailProps {
  onSearch(): void;
}

/** A side rail, a bottom bar on narrow screens, or four tabs on a phone. */
export function Rail({ onSearch }: RailProps) {
  const { shell, search } = useStrings();
  const issueCount = useIssueCount()?.failures ?? 0;
  const isPhone = usePhone();
  return (
    <nav
      aria-label={shell.navigation}
      className="flex shrink-0 items-stretch justify-around gap-1 border-t border-line bg-paper px-2 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] md:w-24 md:flex-col md:justify-start md:border-t-0 md:border-e md:px-1.5 md:py-3"
    >
      {destinations.map(({ to, icon, name, phoneName, phone }) =>
        isPhone && phone === 'more' ? null : (
          <RailLink
            key={to}
            to={to}
            icon={icon}
            label={shell[isPhone ? phoneName : name]}
            count={countAt(to, issueCount)}
          />
        ),
      )}
      {isPhone ? (
        <MoreTab issueCount={issueCount} onSearch={onSearch} />
      ) : (
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
      )}
    </nav>
  );
}

/** Only the runs have a count: their failures. */
function countAt(to: Destination['to'], issueCount: number): number {
  return to === '/runs' ? issueCount : 0;
}

interface MoreTabProps {
  issueCount: number;
  onSearch(): void;
}

const rowClass =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-start text-base text-ink hover:bg-sunken';

/** Holds the destinations that do not fit in a phone's tabs. */
function MoreTab({ issueCount, onSearch }: MoreTabProps) {
  const { shell, search } = useStrings();
  const [isOpen, setOpen] = useState(false);
  /** A followed link moves the focus to its destination, so it must not return to the button. */
  const isLeaving = useRef(false);
  const leave = () => {
    isLeaving.current = true;
    setOpen(false);
  };
  return (
    <RailPopoverButton
      label={shell.more}
      isOpen={isOpen}
      setOpen={(next) => {
        isLeaving.current = false;
        setOpen(next);
      }}
      isLeaving={() => isLeaving.current}
      className="max-h-(--radix-popover-content-available-height) w-80 overflow-y-auto rounded-xl p-2"
      button={
        <>
          <CountedIcon icon={Ellipsis} count={issueCount} />
          <span>{shell.more}</span>
          {issueCount === 0 ? null : <span className="sr-only">{shell.issueCount(issueCount)}</span>}
        </>
      }
    >
      <button
        type="button"
        onClick={() => {
          leave();
          onSearch();
        }}
        className={rowClass}
      >
        <RowIcon icon={Search} />
        {search.open}
      </button>
      {destinations
        .filter(({ phone }) => phone === 'more')
        .map(({ to, icon, phoneName }) => (
          <MoreLink
            key={to}
            to={to}
            icon={icon}
            label={shell[phoneName]}
            count={countAt(to, issueCount)}
            onFollow={leave}
          />
        ))}
      <MoreLink to="/settings" icon={Settings} label={shell.settings} onFollow={leave} />
      <div className="mt-2 space-y-4 border-t border-line p-3">
        <AppearanceFields />
      </div>
    </RailPopoverButton>
  );
}

interface MoreLinkProps {
  to: Destination['to'] | '/settings';
  icon: LucideIcon;
  label: string;
  count?: number;
  onFollow(): void;
}

function MoreLink({ to, icon, label, count = 0, onFollow }: MoreLinkProps) {
  const { shell } = useStrings();
  return (
    <Link to={to} onClick={onFollow} className={rowClass}>
      <RowIcon icon={icon} />
      {label}
      {count === 0 ? null : <span className="ms-auto text-sm text-danger">{shell.issueCount(count)}</span>}
    </Link>
  );
}

function RowIcon({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />;
}

interface RailLinkProps {
  to: Destination['to'] | '/settings';
  icon: LucideIcon;
  label: string;
  count?: number;
}

function RailLink({ to, icon, label, count = 0 }: RailLinkProps) {
  const { shell } = useStrings();
  // The Reader has no URL of its own, only URLs below `/reader`.
  const isCurrent = useRouterState({
    select: ({ location }) => location.pathname.startsWith(to === '/' ? '/reader' : to),
  });
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${railItemClass} ${isCurrent ? 'bg-accent-wash font-medium !text-accent' : ''}`}
    >
      <CountedIcon icon={icon} count={count} />
      <span>{label}</span>
      {count === 0 ? null : <span className="sr-only">{shell.issueCount(count)}</span>}
    </Link>
  );
}

function CountedIcon({ icon: Icon, count }: { icon: LucideIcon; count: number }) {
  return (
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
  );
}
