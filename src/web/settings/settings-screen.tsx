import { getRouteApi, Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { namesOf } from '#schema/field-table.ts';
import type { Settings } from '#schema/settings.ts';
import { Button } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/choice.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { useCheckCost } from '#web/controls/model-costs.ts';
import { AppearanceFields } from '#web/shell/appearance-menu.tsx';
import { NotFoundScreen } from '#web/shell/fallback-screens.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AboutSection } from './about-section.tsx';
import { AgentsSection } from './agents/agents-section.tsx';
import { DraftsProvider, useDrafts } from './form/form.tsx';
import { Choices, WithSettings } from './form/settings-form.tsx';
import { ModelsSection } from './models/models-section.tsx';
import { ReaderSwitch } from './reader-switch.tsx';
import { SectionHead, SectionLink } from './section-parts.tsx';
import type { Section } from './settings-search.ts';
import { SpendingSection } from './spending/spending-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { TagsSection } from './tags/tags-section.tsx';
import { TemplatesSection } from './templates/templates-section.tsx';
import { TranslationSection } from './translation-section.tsx';

function SummariesSection() {
  const { summaries } = useStrings().settings;
  return (
    <>
      <SectionHead title={summaries.heading} note={summaries.note} />
      <WithSettings>
        {({ summaryAgent, check }) => (
          <>
            <Choices section="summaryAgent" saved={summaryAgent} labels={summaries} help={summaries.help} />
            <CheckSettings saved={check} />
          </>
        )}
      </WithSettings>
    </>
  );
}

/** Chooses which sentences a model checks and corrects, and which model does this. */
function CheckSettings({ saved }: { saved: Settings['check'] }) {
  const { check: words } = useStrings().settings.summaries;
  const headingId = useId();
  const cost = useCheckCost();
  return (
    <section aria-labelledby={headingId} className="mt-4 max-w-md border-t border-line pt-6">
      <h3 id={headingId} className="mb-1 font-semibold">
        {words.heading}
      </h3>
      <p className="mb-4 text-muted">{words.note}</p>
      <Choices
        section="check"
        saved={saved}
        labels={{ ...words, modeOptions: words.modes, answersOptions: words.answerKinds }}
        help={words.help}
        hints={{
          mode: cost?.cost,
          answers: (
            <>
              {words.recipe}{' '}
              <SectionLink
                section="models"
                search={{ add: true }}
                className="rounded-sm text-accent underline underline-offset-2 hover:text-ink"
              >
                {words.recipeLink}
              </SectionLink>
            </>
          ),
        }}
      />
    </section>
  );
}

function AppearanceSection() {
  const { appearance } = useStrings().settings;
  return (
    <>
      <SectionHead title={appearance.heading} note={appearance.note} />
      <div className="max-w-xs space-y-5">
        <AppearanceFields />
      </div>
      <h3 className="mt-9 mb-1 font-semibold">{appearance.articles}</h3>
      <p className="mb-4 text-muted">{appearance.articlesNote}</p>
      <ReaderSwitch
        field="loadImages"
        label={appearance.pictures}
        words={appearance.pictureChoices}
        help={appearance.picturesHelp}
      />
    </>
  );
}

const route = getRouteApi('/settings/$section');

/** The pages in the order in which they are listed. */
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

/** Shows a place from its top. The place gets the focus if the link that led to it is gone. */
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

interface SectionsProps {
  sections: readonly Section[];
  current: Section;
}

/** Lists the sections beside the open one. A mark shows which sections have unsaved changes. */
function SectionNav({ sections, current }: SectionsProps) {
  const { settings } = useStrings();
  const drafts = useDrafts();
  return (
    <nav
      aria-label={settings.heading}
      className="hidden w-52 shrink-0 overflow-y-auto border-e border-line px-3 py-5 md:block"
    >
      <p aria-hidden className="mb-2 px-2.5 text-xl font-semibold">
        {settings.heading}
      </p>
      <ul className="space-y-0.5">
        {sections.map((section) => (
          <li key={section}>
            <Link
              to="/settings/$section"
              params={{ section }}
              search={{}}
              aria-current={section === current ? 'page' : undefined}
              className={`flex min-h-8 items-center justify-between gap-2 rounded-md px-2.5 hover:bg-sunken ${
                section === current ? 'bg-accent-wash font-medium text-accent' : ''
              }`}
            >
              {settings.sections[section]}
              {[...drafts.byKey.keys()].some((key) => key.startsWith(`${section}/`)) ? (
                <span title={settings.form.unsaved} className="size-1.5 rounded-full bg-accent">
                  <span className="sr-only">{settings.form.unsaved}</span>
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Chooses a section on narrow screens. */
function SectionPicker({ sections, current }: SectionsProps) {
  const { settings } = useStrings();
  const navigate = useNavigate();
  return (
    <div className="border-b border-line px-4 py-2.5 md:hidden">
      <Picker<Section>
        label={settings.heading}
        value={current}
        options={sections.map((section) => ({ value: section, label: settings.sections[section] }))}
        onChoose={(section) => void navigate({ to: '/settings/$section', params: { section }, search: {} })}
        className="w-full"
      />
    </div>
  );
}

/** Asks before unsaved changes are lost by navigation, a reload or closing the tab. */
function LeaveGuard() {
  const { leave } = useStrings().settings;
  const hasDrafts = useDrafts().byKey.size > 0;
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => hasDrafts && !next.pathname.startsWith('/settings'),
    enableBeforeUnload: () => hasDrafts,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog open title={leave.title} closeLabel={leave.stay} onClose={blocker.reset} size="small">
      <div className="space-y-4">
        <p className="text-muted">{leave.note}</p>
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={blocker.proceed}>
            {leave.go}
          </Button>
          <Button look="primary" data-autofocus onClick={blocker.reset}>
            {leave.stay}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
