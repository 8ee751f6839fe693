import type { HistorianOutput } from '#schema/conversations/conversation.ts';
import { SideDrawer } from '#web/controls/layout/side-drawer.tsx';
import type { Drawer } from '#web/controls/layout/use-drawer.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ContextPart } from './context-part.tsx';

interface ContextDrawerProps {
  state: HistorianOutput;
  drawer: Drawer;
}

const widths = { initial: 300, min: 240, max: 520 };

export function ContextDrawer({ state, drawer }: ContextDrawerProps) {
  const { resizeContext, context } = useStrings().conversations;
  return (
    <SideDrawer
      words={{ heading: context.heading, hide: context.hide, resize: resizeContext }}
      keptAs="precis.conversation-context-width"
      widths={widths}
      drawer={drawer}
    >
      <ContextPart state={state} />
    </SideDrawer>
  );
}
