import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { menuClass, menuItemClass } from '#web/controls/more-menu.tsx';

export function Submenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={`${menuItemClass} data-[state=open]:bg-sunken`}>
        <span className="flex-1">{label}</span>
        <ChevronRight aria-hidden className="size-4 text-muted" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent collisionPadding={8} className={`${menuClass} max-h-[60vh] overflow-y-auto`}>
          {children}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

interface ChoiceSubmenuProps<T extends string> {
  label: string;
  value: T;
  options: readonly T[];
  labels: Record<T, string>;
  onChoose(value: T): void;
}

/** Offers a choice between a few values. */
export function ChoiceSubmenu<T extends string>(props: ChoiceSubmenuProps<T>) {
  const { label, value, options, labels, onChoose } = props;
  return (
    <Submenu label={label}>
      <DropdownMenu.RadioGroup value={value} onValueChange={(chosen) => onChoose(chosen as T)}>
        {options.map((option) => (
          <RadioItem key={option} value={option}>
            {labels[option]}
          </RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </Submenu>
  );
}

export function RadioItem({ value, children }: { value: string; children: ReactNode }) {
  return (
    <DropdownMenu.RadioItem value={value} className={`${menuItemClass} ps-8`}>
      <DropdownMenu.ItemIndicator className="absolute start-2.5">
        <Check aria-hidden className="size-4 text-accent" />
      </DropdownMenu.ItemIndicator>
      <span className="truncate">{children}</span>
    </DropdownMenu.RadioItem>
  );
}
