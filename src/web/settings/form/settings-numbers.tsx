import { inSentences } from '#schema/faults/say-faults.ts';
import { namesOf } from '#schema/field-table.ts';
import { type Settings, settingsFields, settingsPatchSchema } from '#schema/settings.ts';
import { type Draft, useDraft } from '#web/settings/drafts/use-draft.ts';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { readFindings } from './field-errors.ts';
import { FormFrame } from './form-frame.tsx';
import { NumberFields } from './number-fields.tsx';
import { fromTexts, type NumberTexts, toTexts } from './number-text.ts';
import { type Saving, useSave } from './use-save.ts';

/** Sections of the settings with numbers only. */
type NumberSection = {
  [S in keyof Settings]: Settings[S] extends Record<string, number | null> ? S : never;
}[keyof Settings];

type NameIn<S extends NumberSection> = keyof Settings[S] & string;

interface SettingsFormOptions<S extends NumberSection> {
  section: S;
  saved: Settings[S];
  /** Starts with the page that the form is on. */
  draftKey: string;
}

interface SettingsForm<N extends string> {
  names: N[];
  draft: Draft<NumberTexts<N>>;
  saving: Saving;
}

/** A section of the settings as a form. An empty field means null where that is allowed. */
export function useSettingsForm<S extends NumberSection>(
  options: SettingsFormOptions<S>,
): SettingsForm<NameIn<S>> {
  const { section, saved, draftKey } = options;
  const { form } = useStrings().settings;
  const patch = usePatchSettings();
  const names = namesOf<NameIn<S>>(settingsFields[section] as Record<NameIn<S>, unknown>);
  const draft = useDraft(
    draftKey,
    toTexts(names, (name) => saved[name] as number | null),
  );
  const saving = useSave({
    check() {
      const typed = Object.entries(fromTexts(names, draft.value)).map(([name, value]) => [
        name,
        value ?? null,
      ]);
      const parsed = settingsPatchSchema.safeParse({ [section]: Object.fromEntries(typed) }, inSentences);
      if (parsed.success) return { ok: true, input: parsed.data };
      return { ok: false, errors: readFindings(parsed.error.issues, form) };
    },
    async save(input) {
      await patch.mutateAsync(input);
      draft.discard();
    },
  });
  return { names, draft, saving };
}

interface SettingsNumbersProps<S extends NumberSection> extends SettingsFormOptions<S> {
  label: string;
  words: Record<'fields' | 'help', Record<NameIn<S>, string>>;
  placeholder?(name: NameIn<S>): string | undefined;
}

/** The form of a section, with all its numbers side by side. */
export function SettingsNumbers<S extends NumberSection>(props: SettingsNumbersProps<S>) {
  const { section, label, words, placeholder } = props;
  const { names, draft, saving } = useSettingsForm(props);
  return (
    <FormFrame label={label} draft={draft} saving={saving}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <NumberFields
          part={section}
          names={names}
          words={words}
          values={draft.value}
          change={draft.change}
          placeholder={placeholder}
        />
      </div>
    </FormFrame>
  );
}
