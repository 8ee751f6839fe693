import { SideDrawer } from '#web/controls/side-drawer.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SummaryPart, type SummaryPartProps } from './summary-part.tsx';

interface SummaryDrawerProps extends SummaryPartProps {
  isOpen: boolean;
  isBeside: boolean;
  onClose(): void;
}

const widths = { initial: 320, min: 260, max: 560 };

export function SummaryDrawer({ isOpen, isBeside, onClose, ...part }: SummaryDrawerProps) {
  const { resizeSummary, summary } = useStrings().spaces;
  return (
    <SideDrawer
      words={{ heading: summary.heading, hide: summary.hide, resize: resizeSummary }}
      keptAs="precis.thread-summary-width"
      widths={widths}
      isOpen={isOpen}
      isBeside={isBeside}
      onClose={onClose}
    >
      <SummaryPart {...part} />
    </SideDrawer>
  );
}
