import { Link, useNavigate } from '@tanstack/react-router';
import { Picker } from '#web/controls/picker.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useDrafts } from './drafts/drafts-provider.tsx';
import type { Section } from './settings-search.ts';

interface SectionsProps {
  sections: readonly Section[];
  current: Section;
}

/** The sections as a list beside the open one, each with a mark if it has unsaved changes. */
export function SectionNav({ sections, current }: SectionsProps) {
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

/** The same for narrow screens. */
export function SectionPicker({ sections, current }: SectionsProps) {
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
