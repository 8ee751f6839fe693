import type { ComponentProps } from 'react';

type Look = 'primary' | 'plain' | 'quiet';

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
}

const shape =
  'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md px-3 text-[0.8125rem] font-medium whitespace-nowrap transition-colors pointer-coarse:h-11 max-sm:pointer-coarse:min-w-11 disabled:cursor-default aria-disabled:cursor-default';

const looks: Record<Look, string> = {
  primary:
    'bg-accent text-accent-ink hover:opacity-90 disabled:bg-sunken disabled:text-muted disabled:opacity-100 aria-disabled:bg-sunken aria-disabled:text-muted aria-disabled:opacity-100',
  plain:
    'border border-edge/60 bg-surface text-ink hover:bg-sunken disabled:border-line disabled:text-muted/70',
  quiet: 'text-ink hover:bg-sunken disabled:text-muted/70 disabled:hover:bg-transparent',
};

export function Button({ look = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`${shape} ${looks[look]} ${className}`} />;
}

/** A link that looks like a button, for navigation rather than actions. */
export function buttonClass(look: Look): string {
  return `${shape} ${looks[look]}`;
}
