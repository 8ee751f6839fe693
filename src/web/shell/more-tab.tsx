import { Link } from '@tanstack/react-router';
import { Ellipsis, ListChecks, type LucideIcon, Search, Settings, Waypoints } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AppearanceFields } from './appearance-menu.tsx';
import { railItemClass } from './rail-item.ts';
import { CountedIcon } from './rail-link.tsx';

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
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={railItemClass}>
        <CountedIcon icon={Ellipsis} count={issueCount} />
        <span>{shell.more}</span>
        {issueCount === 0 ? null : <span className="sr-only">{shell.issueCount(issueCount)}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label={shell.more}
          onCloseAutoFocus={(event) => {
            if (isLeaving.current) event.preventDefault();
            isLeaving.current = false;
          }}
          className="z-40 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-xl border border-line bg-surface p-2 shadow-lg outline-none"
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
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
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
