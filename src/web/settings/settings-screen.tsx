import { getRouteApi } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { namesOf } from '#schema/field-table.ts';
import { NotFoundScreen } from '#web/shell/not-found-screen.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AboutSection } from './about/about-section.tsx';
import { AgentsSection } from './agents/agents-section.tsx';
import { AppearanceSection } from './appearance/appearance-section.tsx';
import { DraftsProvider } from './drafts/drafts-provider.tsx';
import { LeaveGuard } from './drafts/leave-guard.tsx';
import { ModelsSection } from './models/models-section.tsx';
import { SectionNav, SectionPicker } from './section-nav.tsx';
import type { Section } from './settings-search.ts';
import { SpendingSection } from './spending/spending-section.tsx';
import { StorageSection } from './storage/storage-section.tsx';
import { SummariesSection } from './summaries/summaries-section.tsx';
import { TagsSection } from './tags/tags-section.tsx';
import { TemplatesSection } from './templates/templates-section.tsx';
import { TranslationSection } from './translation/translation-section.tsx';

const route = getRouteApi('/settings/$section');

/** The pages, in the order they are listed. */
const pages: Record<Section, ComponentType> = {
  models: ModelsSection,
  agents: AgentsSection,
  summaries: SummariesSection,
  translation: TranslationSection,
  tags: TagsSection,
  templates: TemplatesSection,
  spending: SpendingSection,
  storage: StorageSection,
  appearance: AppearanceSection,
  about: AboutSection,
};

export function SettingsScreen() {
  const { section } = route.useParams();
  const sections = namesOf(pages);
  const current = sections.find((page) => page === section);
  return current === undefined ? <NotFoundScreen /> : <SettingsPage sections={sections} section={current} />;
}

function SettingsPage({ sections, section }: { sections: readonly Section[]; section: Section }) {
  const { settings, productName } = useStrings();
  const { open, add } = route.useSearch();
  const Content = pages[section];
  const [hasShown, setShown] = useState(false);

  return (
    <DraftsProvider>
      <title>{`${settings.sections[section]} – ${settings.heading} – ${productName}`}</title>
      <LeaveGuard />
      <div className="flex h-full min-h-0">
        <SectionNav sections={sections} current={section} />
        <div className="flex min-w-0 flex-1 flex-col">
          <h1 className="sr-only">{settings.heading}</h1>
          <SectionPicker sections={sections} current={section} />
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
