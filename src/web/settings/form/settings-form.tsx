import type { ReactNode } from 'react';
import { inSentences } from '#schema/faults/say-faults.ts';
import { mapFields, namesOf } from '#schema/field-table.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import {
  choiceOf,
  defaultSettings,
  type Sections,
  type Settings,
  type SettingsField,
  settingsFields,
  settingsPatchSchema,
} from '#schema/settings.ts';
import { templateSteps } from '#schema/template.ts';
import { useModels, useTemplates } from '#web/api/list-queries.ts';
import { useSettings } from '#web/api/queries.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { fromTexts, type NumberTexts, toTexts } from './draft-values.ts';
import { readFindings } from './field-errors.ts';
import { type FieldRow, Fields, type OwnProps, Select, withChosen } from './fields.tsx';
import { FieldGrid, type Form, FormFrame, useForm } from './form.tsx';

/*
 * The schema has the table of each section: the bounds and the default of a field, and the model or template it names.
 * This file finds the control and the strings of a field by that row, so a new field changes only the schema and the
 * strings.
 */

/** Shows its content once the settings and the models are known. */
export function WithSettings({ children }: { children(settings: Settings): ReactNode }) {
  const settings = useSettings();
  const models = useModels();
  return <Loaded of={settings}>{(saved) => <Loaded of={models}>{() => children(saved)}</Loaded>}</Loaded>;
}

/** The sections of the settings that contain only numbers. They are saved with a button. */
type NumberSection = {
  [S in keyof Settings]: Settings[S] extends Record<string, number | null> ? S : never;
}[keyof Settings];

type NameIn<S extends keyof Settings> = keyof Settings[S] & string;

interface NumbersOptions<S extends NumberSection> {
  section: S;
  saved: Settings[S];
  draftKey: string;
}

/** Keeps a section of the settings as a form. An empty field means null where that is allowed. */
export function useNumbers<S extends NumberSection>(
  options: NumbersOptions<S>,
): Form<NumberTexts<NameIn<S>>> & { names: NameIn<S>[] } {
  const { section, saved, draftKey } = options;
  const { form: words } = useStrings().settings;
  const patch = usePatchSettings();
  const names = namesOf<NameIn<S>>(settingsFields[section] as Record<NameIn<S>, unknown>);
  const form = useForm({
    draftKey,
    saved: toTexts(names, (name) => saved[name] as number | null),
    check(value) {
      const typed = mapFields(fromTexts(names, value), (number) => number ?? null);
      const parsed = settingsPatchSchema.safeParse({ [section]: typed }, inSentences);
      if (parsed.success) return { ok: true, input: parsed.data };
      return { ok: false, errors: readFindings(parsed.error.issues, words) };
    },
    save: (input) => patch.mutateAsync(input),
  });
  return { ...form, names };
}

interface NumbersFormProps<S extends NumberSection> extends NumbersOptions<S> {
  label: string;
  words: Record<'fields' | 'help', Record<NameIn<S>, string>>;
  placeholders?: Partial<Record<NameIn<S>, string>>;
}

/** Shows the form of a section, with all its numbers side by side. */
export function NumbersForm<S extends NumberSection>(props: NumbersFormProps<S>) {
  const { section, label, words, placeholders = {} } = props;
  const form: Form<NumberTexts<string>> & { names: string[] } = useNumbers(props);
  return (
    <FormFrame label={label} form={form}>
      <FieldGrid columns={3}>
        <Fields<NumberTexts<string>>
          part={section}
          rows={numberRows(form.names, (name) => Reflect.get(placeholders, name))}
          words={words}
          values={form.value}
          change={form.change}
        />
      </FieldGrid>
    </FormFrame>
  );
}

/** Returns rows of numbers, which are kept as typed and checked when they are saved. */
export function numberRows<N extends string>(
  names: readonly N[],
  placeholder: (name: N) => string | undefined,
  hint?: (name: N) => ReactNode,
): FieldRow<NumberTexts<N>>[] {
  return names.map((name) => ({
    name,
    kind: 'number',
    hint: hint?.(name),
    input: { placeholder: placeholder(name) },
  })) as unknown as FieldRow<NumberTexts<N>>[];
}

/** The strings use shorter names for these fields. */
const shortNames = {
  defaultTargetLanguage: 'language',
  defaultDetailLevel: 'detail',
  primaryModelProfileId: 'primary',
  fallbackModelProfileId: 'fallback',
  modelProfileId: 'model',
  repairModelProfileId: 'repairModel',
  embeddingModelProfileId: 'model',
  templateId: 'template',
} as const;

type ShortName<N> = N extends keyof typeof shortNames ? (typeof shortNames)[N] : N;

/** The names of the labels that several sections share. */
type SharedName = 'language' | 'detail' | 'detailOptions' | 'primary' | 'fallback' | 'template';

/** The sections of the settings in which users only choose. A list has its own editor. */
type ChoiceSection = {
  [S in keyof Settings]: Settings[S][keyof Settings[S]] extends string | boolean | null | readonly unknown[]
    ? S
    : never;
}[keyof Settings];

type ChoiceIn<S extends keyof Settings> = {
  [N in NameIn<S>]: Settings[S][N] extends readonly unknown[] ? never : N;
}[NameIn<S>];

/** The fields whose options also need labels. */
type EnumIn<S extends keyof Settings> = {
  [N in keyof Sections[S] & string]: Sections[S][N] extends { value: { options: readonly string[] } }
    ? N
    : never;
}[keyof Sections[S] & string];

type Labels<S extends keyof Settings> = Omit<
  Record<ShortName<ChoiceIn<S>>, string> & {
    [N in EnumIn<S> as `${ShortName<N>}Options`]: Record<Settings[S][N & keyof Settings[S]] & string, string>;
  },
  SharedName
>;

interface ChoicesProps<S extends ChoiceSection> {
  section: S;
  saved: Settings[S];
  /** The labels by the field's name or its short name. The labels of options are under that name and `Options`. */
  labels: Labels<S>;
  help: Record<ShortName<ChoiceIn<S>>, string>;
  hints?: Partial<Record<ChoiceIn<S>, ReactNode>>;
  /** Whether to leave out the line that says when a choice is saved. */
  isQuiet?: boolean;
}

type Value = string | boolean;

/** Shows the fields of a section in which each choice takes effect immediately. */
export function Choices<S extends ChoiceSection>(props: ChoicesProps<S>) {
  const { section, saved, labels, help, hints = {}, isQuiet = false } = props;
  const { settings, panel } = useStrings();
  const { form, summaries } = settings;
  const patch = usePatchSettings();
  const fields = Object.entries<SettingsField>(settingsFields[section]);
  // A choice is shown at once, and not only when the server has saved it.
  const pending = patch.isPending ? patch.variables[section] : undefined;
  const values = mapFields({ ...saved, ...pending } as Record<string, Value | null>, (value) => value ?? '');
  const valueOf = new Map(Object.entries(values));
  const words = {
    ...labels,
    language: panel.targetLanguage,
    detail: panel.detailLevel,
    detailOptions: panel.detail,
    primary: summaries.primary,
    fallback: summaries.fallback,
    template: panel.template,
  };
  const wordsOf = (strings: object) =>
    Object.fromEntries(fields.map(([name]) => [name, String(Reflect.get(strings, shortName(name)))]));

  function toRows([name, field]: (typeof fields)[number]): FieldRow<typeof values>[] {
    const row = { name, hint: Reflect.get(hints, name) as ReactNode };
    const choice = choiceOf(field);
    if (choice === null) return [];
    if (choice.kind === 'choice') {
      const labelOf = new Map(Object.entries(Object(Reflect.get(words, `${shortName(name)}Options`))));
      const options = choice.options.map((value) => ({ value, label: String(labelOf.get(value)) }));
      return [{ ...row, kind: 'choice', options }];
    }
    if (choice.kind === 'template')
      return [{ ...row, kind: 'own', render: (control) => <TemplateSelect {...control} {...choice} /> }];
    if (choice.kind !== 'model') return [{ ...row, ...choice }];
    const about = {
      ...choice,
      first: choice.model.after === undefined ? undefined : valueOf.get(choice.model.after),
      isRequired: field.initial !== null,
      allowsOffline: choice.model.needsConnection !== true && section !== 'check',
    };
    return [{ ...row, kind: 'own', render: (control) => <ModelSelect {...control} {...about} /> }];
  }

  function choose(chosen: Partial<typeof values>): void {
    const changes = Object.entries(chosen);
    // A model cannot be its own fallback.
    const emptied = fields.filter(([name, { model }]) =>
      changes.some(([after, value]) => value !== '' && after === model?.after && value === valueOf.get(name)),
    );
    patch.mutate({
      [section]: Object.fromEntries([
        ...changes.map(([name, value]) => [name, value === '' ? null : value]),
        ...emptied.map(([name]) => [name, null]),
      ]),
    });
  }

  return (
    <div className="max-w-md space-y-5">
      <Fields
        rows={fields.flatMap(toRows)}
        words={{ fields: wordsOf(words), help: wordsOf(help) }}
        values={values}
        change={choose}
      />
      <ErrorNotice error={patch.error} />
      {isQuiet ? null : (
        <output className="block min-h-5 text-muted">
          {patch.isPending ? form.saving : patch.isSuccess ? form.saved : null}
        </output>
      )}
    </div>
  );
}

const shortNameOf = new Map(Object.entries<string>(shortNames));

function shortName(name: string): string {
  return shortNameOf.get(name) ?? name;
}

interface ModelSelectProps extends OwnProps {
  /** The row of the schema that describes the model. */
  model: NonNullable<SettingsField['model']>;
  isRequired: boolean;
  /** The model that is asked before this one. It is empty if none is set. */
  first: Value | undefined;
  /** Whether the offline model can be chosen. It does not understand text. */
  allowsOffline: boolean;
}

function ModelSelect({ model, isRequired, first, allowsOffline, ...field }: ModelSelectProps) {
  const { models, summaries } = useStrings().settings;
  const { data: profiles = [] } = useModels();
  const { data: { summaryAgent } = defaultSettings } = useSettings();
  const { embeds = false } = model;
  const offered = profiles
    .filter(({ id }) => id !== first)
    .filter(({ provider }) => provider !== 'builtin' || allowsOffline)
    // Anthropic offers no embeddings.
    .filter(({ provider }) => provider !== 'anthropic' || !embeds)
    .map((profile) => ({ value: String(profile.id), label: nameOf(profile) }));

  function nameOf({ name, provider }: Pick<ModelProfile, 'name' | 'provider'>): string {
    return provider === 'builtin' ? models.builtin : name;
  }

  /** Says that a task without its own model uses the same model as summaries. */
  function sameAs(id: ModelProfile['id'] | null): string {
    if (id === null) return summaries.check.sameModelsNamed(summaries.noFallback);
    const profile = profiles.find((known) => known.id === id);
    if (profile === undefined) return summaries.check.sameModels;
    return summaries.check.sameModelsNamed(nameOf(profile));
  }

  function unset(): string {
    if (embeds) return models.meaning.off;
    if (first === undefined) return sameAs(summaryAgent.primaryModelProfileId);
    return first === '' ? sameAs(summaryAgent.fallbackModelProfileId) : summaries.noFallback;
  }

  // The offline model may have replaced a profile that was removed.
  const name = field.value === builtinModelProfileId ? models.builtin : field.value;
  return (
    <Select
      {...field}
      options={[
        ...(isRequired ? [] : [{ value: '', label: unset() }]),
        ...withChosen(offered, field.value === '' ? null : field.value, name),
      ]}
    />
  );
}

function TemplateSelect({ task, ...field }: OwnProps & { task: string }) {
  const { summaries } = useStrings().settings;
  const { data: templates } = useTemplates();
  const options = (templates?.items ?? [])
    .filter(({ id, taskType }) => taskType === task && !templateSteps.has(id))
    .map(({ id, origin }) => ({ value: id, label: origin === 'user' ? summaries.ownTemplate(id) : id }));
  return <Select {...field} options={withChosen(options, field.value)} />;
}
