import { getRouteApi } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AboutSection } from './about/about-section.tsx';
import { AgentsSection } from './agents/agents-section.tsx';
import { AppearanceSection } from './appearance/appearance-section.tsx';
import { DraftsProvider } from './drafts/drafts-provider.tsx';
import { LeaveGuard } from './drafts/leave-guard.tsx';
import { ModelsSection } from './models/models-section.tsx';
import { SectionNav, SectionPicker } from './section-nav.tsx';
import { parseSection, type Section } from './sections.ts';
import { SpendingSection } from './spending/spending-section.tsx';
import { StorageSection } from './storage/storage-section.tsx';
import { SummariesSection } from './summaries/summaries-section.tsx';
import { TemplatesSection } from './templates/templates-section.tsx';

const route = getRouteApi('/settings/$section');

const screens: Record<Section, ComponentType> = {
  models: ModelsSection,
  agents: AgentsSection,
  summaries: SummariesSection,
  templates: TemplatesSection,
  spending: SpendingSection,
  storage: StorageSection,
  appearance: AppearanceSection,
  about: AboutSection,
};

export function SettingsScreen() {
  const { settings, productName } = useStrings();
  const section = parseSection(route.useParams().section) ?? 'models';
  const { open, add } = route.useSearch();
  const Content = screens[section];
  const [hasShown, setShown] = useState(false);

  return (
    <DraftsProvider>
      <title>{`${settings.sections[section]} – ${settings.heading} – ${productName}`}</title>
      <LeaveGuard />
      <div className="flex h-full min-h-0">
        <SectionNav current={section} />
        <div className="flex min-w-0 flex-1 flex-col">
          <h1 className="sr-only">{settings.heading}</h1>
          <SectionPicker current={section} />
          <Place key={`${section} ${open ?? ''} ${add === true}`} isLater={hasShown} onShown={setShown}>
            <Content />
          </Place>
        </div>
      </div>
    </DraftsProvider>
  );
}

interface PlaceProps {
  /** Whether another place was shown before this one. */
  isLater: boolean;
  onShown(hasShown: boolean): void;
  children: ReactNode;
}

/** Each place starts at its top. It gets the focus if the link that led here is gone. */
function Place({ isLater, onShown, children }: PlaceProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [wasLater] = useState(isLater);

  useEffect(() => {
    if (wasLater && document.activeElement === document.body) ref.current?.focus();
    onShown(true);
  }, [wasLater, onShown]);

  return (
    <div ref={ref} tabIndex={-1} className="min-h-0 flex-1 scroll-pb-16 overflow-y-auto outline-none">
      <div className="max-w-3xl px-4 py-5 lg:px-8">{children}</div>
    </div>
  );
}
