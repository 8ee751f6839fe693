import { Link, useRouterState } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { railItemClass } from './rail-item.ts';

interface RailLinkProps {
  to: '/' | '/spaces' | '/conversations' | '/sessions' | '/runs' | '/settings';
  icon: LucideIcon;
  label: string;
  count?: number;
  countLabel?: string;
}

export function RailLink({ to, icon, label, count = 0, countLabel }: RailLinkProps) {
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
      <CountedIcon icon={icon} count={count} />
      <span>{label}</span>
      {count === 0 ? null : <span className="sr-only">{countLabel}</span>}
    </Link>
  );
}

export function CountedIcon({ icon: Icon, count }: { icon: LucideIcon; count: number }) {
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
