import { ChevronLeft } from 'lucide-react';
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

/** Returns the classes of a link that looks like a button, for navigation rather than actions. */
export function buttonClass(look: Look): string {
  return `${shape} ${looks[look]}`;
}

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'look' | 'aria-label'> {
  /** The label is read out, and is shown on hover unless there is a `title`. */
  label: string;
}

/** Shows a quiet button that has only an icon. */
export function IconButton({ label, className = 'px-2', ...button }: IconButtonProps) {
  return <Button title={label} {...button} look="quiet" aria-label={label} className={className} />;
}

/** Leads back to a pane that this one replaced. */
export function BackButton({ className = '', ...button }: Omit<IconButtonProps, 'children'>) {
  return (
    <IconButton {...button} className={`-ms-2 px-1.5 ${className}`}>
      <ChevronLeft aria-hidden className="size-5" />
    </IconButton>
  );
}
