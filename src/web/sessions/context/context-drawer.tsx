import { SideDrawer } from '#web/controls/layout/side-drawer.tsx';
import type { Drawer } from '#web/controls/layout/use-drawer.ts';
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
