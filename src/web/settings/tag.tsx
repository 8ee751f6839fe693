import type { ReactNode } from 'react';

/** A subtle tag beside a name. */
export function Tag({ strong = false, children }: { strong?: boolean; children: ReactNode }) {
  return (
    <span
      className={`rounded-full px-2 text-xs leading-5 whitespace-nowrap ${strong ? 'bg-accent-wash text-accent' : 'bg-sunken text-muted'}`}
    >
      {children}
    </span>
  );
}
