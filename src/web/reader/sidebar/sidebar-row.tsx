import type { ReactNode } from 'react';
import type { Place } from '#web/reader/place.ts';
import { PlaceLink } from '#web/reader/place-link.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface SidebarRowProps {
  to: Place;
  isCurrent: boolean;
  label: string;
  count: number;
  /** Before the name: an icon, or the button that expands a folder. */
  lead?: ReactNode;
  /** After the name: an error icon. */
  mark?: ReactNode;
  menu?: ReactNode;
  isIndented?: boolean;
  children?: ReactNode;
}

export function SidebarRow(props: SidebarRowProps) {
  const { to, isCurrent, label, count, lead, mark, menu, isIndented = false, children } = props;
  const { reader } = useStrings();
  const { view, ...search } = to;
  return (
    <li>
      <div
        className={`group relative flex h-8 [content-visibility:auto] items-center gap-2 rounded-md pe-2 pointer-coarse:h-11 ${isIndented ? 'ps-8' : 'ps-2'} ${
          isCurrent ? 'bg-accent-wash font-medium text-accent' : 'hover:bg-sunken'
        }`}
      >
        {lead}
        <PlaceLink
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          title={label}
          className="min-w-0 flex-1 truncate outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {label}
        </PlaceLink>
        {mark}
        {count === 0 ? null : (
          <span
            className={`numeric text-xs ${isCurrent ? '' : 'text-muted'} ${menu === undefined ? '' : 'group-focus-within:opacity-0 group-hover:opacity-0 group-has-data-[state=open]:opacity-0 pointer-coarse:me-11 pointer-coarse:opacity-100!'}`}
          >
            <Count value={count} />
            {search.feed !== undefined || search.folder !== undefined || view === 'unread' ? (
              <span className="sr-only"> {reader.list.isUnread}</span>
            ) : null}
          </span>
        )}
        {menu}
      </div>
      {children}
    </li>
  );
}

function Count({ value }: { value: number }) {
  const formats = useFormats();
  return formats.number(value);
}
