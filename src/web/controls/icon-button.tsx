import { ChevronLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'look' | 'aria-label'> {
  /** Read out, and shown on hover unless there is a `title`. */
  label: string;
}

/** A quiet button that shows an icon only. */
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
