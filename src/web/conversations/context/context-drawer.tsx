import type { HistorianOutput } from '#schema/conversations/conversation.ts';
import { SideDrawer } from '#web/controls/side-drawer.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ContextPart } from './context-part.tsx';

interface ContextDrawerProps {
  state: HistorianOutput;
  isOpen: boolean;
  isBeside: boolean;
  onClose(): void;
}

const widths = { initial: 300, min: 240, max: 520 };

export function ContextDrawer({ state, isOpen, isBeside, onClose }: ContextDrawerProps) {
  const { resizeContext, context } = useStrings().conversations;
  return (
    <SideDrawer
      words={{ heading: context.heading, hide: context.hide, resize: resizeContext }}
      keptAs="precis.conversation-context-width"
      widths={widths}
      isOpen={isOpen}
      isBeside={isBeside}
      onClose={onClose}
    >
      <ContextPart state={state} />
    </SideDrawer>
  );
}
