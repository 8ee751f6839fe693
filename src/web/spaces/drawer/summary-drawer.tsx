import { SideDrawer } from '#web/controls/layout/side-drawer.tsx';
import type { Drawer } from '#web/controls/layout/use-drawer.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SummaryPart, type SummaryPartProps } from './summary-part.tsx';

interface SummaryDrawerProps extends SummaryPartProps {
  drawer: Drawer;
}

const widths = { initial: 320, min: 260, max: 560 };

export function SummaryDrawer({ drawer, ...part }: SummaryDrawerProps) {
  const { resizeSummary, summary } = useStrings().spaces;
  return (
    <SideDrawer
      words={{ heading: summary.heading, hide: summary.hide, resize: resizeSummary }}
      keptAs="precis.thread-summary-width"
      widths={widths}
      drawer={drawer}
    >
      <SummaryPart {...part} />
    </SideDrawer>
  );
}
