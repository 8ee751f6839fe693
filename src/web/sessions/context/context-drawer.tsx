import { PanelRight } from 'lucide-react';
import { Button } from '#web/controls/button.tsx';
import type { Drawer } from '#web/controls/layout/use-drawer.ts';
import { SideDrawer } from '#web/controls/side-drawer.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ContextPart } from './context-part.tsx';

interface ContextDrawerProps {
  /** Null: all projects. */
  project: string | null;
  drawer: Drawer;
}

const widths = { initial: 360, min: 260, max: 640 };

export function ContextDrawer({ project, drawer }: ContextDrawerProps) {
  const { resizeContext, context } = useStrings().sessions;
  return (
    <SideDrawer
      words={{ heading: context.heading, hide: context.hide, resize: resizeContext }}
      keptAs="precis.sessions-context-width"
      widths={widths}
      drawer={drawer}
    >
      <ContextPart project={project} />
    </SideDrawer>
  );
}

interface ContextButtonProps {
  isShown: boolean;
  onToggle(): void;
}

export function ContextButton({ isShown, onToggle }: ContextButtonProps) {
  const { context } = useStrings().sessions;
  const label = isShown ? context.hide : context.show;
  return (
    <Button
      look="quiet"
      aria-expanded={isShown}
      aria-label={label}
      title={label}
      onClick={onToggle}
      className="px-2"
    >
      <PanelRight aria-hidden className={`size-4 ${isShown ? 'text-accent' : ''}`} />
    </Button>
  );
}
