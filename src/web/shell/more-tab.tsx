import { Link } from '@tanstack/react-router';
import { Ellipsis, ListChecks, type LucideIcon, Search, Settings, Waypoints } from 'lucide-react';
import { useRef, useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AppearanceFields } from './appearance-menu.tsx';
import { CountedIcon } from './rail-link.tsx';
import { RailPopoverButton } from './rail-popover-button.tsx';

interface MoreTabProps {
  issueCount: number;
  onSearch(): void;
}

const rowClass =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-start text-base text-ink hover:bg-sunken';

/** What the tabs of a phone have no room for. */
export function MoreTab({ issueCount, onSearch }: MoreTabProps) {
  const { shell, search } = useStrings();
  const [isOpen, setOpen] = useState(false);
  /** Whoever follows a row goes elsewhere, and the focus with them. */
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
      <MoreLink to="/conversations" icon={Waypoints} label={shell.conversations} onFollow={leave} />
      <MoreLink to="/runs" icon={ListChecks} label={shell.runs} count={issueCount} onFollow={leave} />
      <MoreLink to="/settings" icon={Settings} label={shell.settings} onFollow={leave} />
      <div className="mt-2 space-y-4 border-t border-line p-3">
        <AppearanceFields />
      </div>
    </RailPopoverButton>
  );
}

interface MoreLinkProps {
  to: '/conversations' | '/runs' | '/settings';
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
