import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react';
import { targetLanguages } from '#schema/language.ts';
import type { KeyState } from '#schema/models/model-profile.ts';
import { Picker } from '#web/controls/choice.tsx';
import { HelpTip } from '#web/controls/help-tip.tsx';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { OtherLanguageDialog } from '#web/controls/languages/language-picker.tsx';
import { fieldClass } from '#web/controls/text-field.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { KeyDraft } from './draft-values.ts';
import { errorOf, noErrors } from './field-errors.ts';

const Errors = createContext(noErrors);

/** Provides the errors of a form to its fields. */
export const FormErrors = Errors.Provider;

export interface Option {
  value: string;
  label: string;
  lang?: string;
}

type InputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'>;
type AreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'>;

/** The kinds of controls for text. */
type TextKind =
  | { kind?: 'text' | 'number'; input?: InputProps }
  | { kind: 'area'; input?: AreaProps }
  | { kind: 'choice'; options: readonly Option[] }
  /** `any` is the name of the choice of all languages, if that choice is possible. */
  | { kind: 'language'; any?: string | undefined }
  | { kind: 'own'; render(field: OwnProps): ReactNode };

type FlagKind = { kind: 'flag' };

/** `saved` is null for a new item. `none` says what having no separate key means here. */
type KeyKind = { kind: 'key'; saved: KeyState | null; none: string };

type KindOf<T> = T extends boolean ? FlagKind : T extends KeyDraft ? KeyKind : TextKind;

/** The names of the values that have a control. */
type FieldName<V> = {
  [K in keyof V & string]: V[K] extends string | boolean | KeyDraft ? K : never;
}[keyof V & string];

/** A row in a table of fields. Its label and help are among the words of the table. */
export type FieldRow<V> = {
  [K in FieldName<V>]: { name: K; hint?: ReactNode } & KindOf<V[K]>;
}[FieldName<V>];

interface FieldsProps<V> {
  /** A row that is left out is undefined. */
  rows: readonly (FieldRow<V> | undefined)[];
  words: {
    fields: Readonly<Record<FieldName<V>, string>>;
    help?: Readonly<Record<FieldName<V>, string>>;
  };
  values: V;
  change(patch: Partial<V>): void;
  /** The name of what the fields are part of, as the schema and the server use it. */
  part?: string;
}

/** Shows the controls of a table of fields. */
export function Fields<V extends object>({ rows, words, values, change, part }: FieldsProps<V>) {
  return rows
    .filter((row) => row !== undefined)
    .map(({ name, ...row }) => (
      <FieldControl
        key={name}
        row={row as AnyKind}
        name={part === undefined ? name : `${part}.${name}`}
        label={words.fields[name]}
        help={words.help?.[name]}
        hint={row.hint}
        value={values[name]}
        onValue={(value) => change({ [name]: value } as Partial<V>)}
      />
    ));
}

interface FieldProps {
  /** The name that the schema and the server use for the field. */
  name: string;
  label: string;
  /** The help that is shown behind the “?” and announced with the control. */
  help?: string | undefined;
  /** The hint below the control, which is always visible. */
  hint?: ReactNode;
}

interface ValueProps<T> extends FieldProps {
  value: T;
  onValue(value: T): void;
}

export type OwnProps = ValueProps<string>;

type AnyKind = TextKind | FlagKind | KeyKind;

function FieldControl({ row, ...props }: ValueProps<unknown> & { row: AnyKind }) {
  const field = props as ValueProps<never>;
  if (row.kind === 'flag') return <CheckBox {...field} />;
  if (row.kind === 'key') return <KeyField {...field} saved={row.saved} none={row.none} />;
  if (row.kind === 'choice') return <Select {...field} options={row.options} />;
  if (row.kind === 'language') return <LanguageSelect {...field} any={row.any} />;
  if (row.kind === 'area') return <TextArea {...field} input={row.input} />;
  if (row.kind === 'own') return row.render(field);
  const mode = row.kind === 'number' ? { inputMode: 'decimal' as const } : {};
  return <TextInput {...field} input={{ ...mode, ...row.input }} />;
}

/** The attributes that connect a control to its label, help and error. */
interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** Shows a labelled control with its help and its error, if there is one. */
function Field({
  name,
  label,
  help,
  hint,
  children,
}: FieldProps & { children(control: ControlProps): ReactNode }) {
  const id = useId();
  const error = errorOf(useContext(Errors), name);
  const described = [
    error === null ? null : `${id}-error`,
    hint === undefined ? null : `${id}-hint`,
    help === undefined ? null : `${id}-help`,
  ].filter((part) => part !== null);
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-center gap-1.5">
        <label htmlFor={id} className="text-xs text-muted">
          {label}
        </label>
        {help === undefined ? null : <FieldHelp id={id} label={label} help={help} />}
      </div>
      {children({
        id,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        'aria-invalid': error === null ? undefined : true,
      })}
      {error === null ? null : (
        <p id={`${id}-error`} className="mt-1 text-xs text-danger wrap-anywhere">
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className="mt-1 text-xs text-muted wrap-anywhere">
          {hint}
        </div>
      )}
    </div>
  );
}

/** Shows the help of a control behind a button, and provides it for the control's description. */
export function FieldHelp({ id, label, help }: { id: string; label: string; help: string }) {
  const { form } = useStrings().settings;
  return (
    <>
      <HelpTip label={form.about(label)}>{help}</HelpTip>
      <p id={`${id}-help`} hidden>
        {help}
      </p>
    </>
  );
}

const invalidClass = 'aria-invalid:border-danger aria-invalid:outline-danger';
const plainText = { type: 'text', autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

function TextInput({ value, onValue, input, ...field }: OwnProps & { input: InputProps | undefined }) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...plainText}
          {...input}
          {...control}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          className={`${fieldClass} ${invalidClass}`}
        />
      )}
    </Field>
  );
}

function TextArea({ value, onValue, input, ...field }: OwnProps & { input: AreaProps | undefined }) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          rows={4}
          {...input}
          {...control}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          className={`block w-full resize-y rounded-md border border-edge/60 bg-surface px-2.5 py-2 leading-relaxed ${invalidClass} ${input?.className ?? ''}`}
        />
      )}
    </Field>
  );
}

export function Select({ value, options, onValue, ...field }: OwnProps & { options: readonly Option[] }) {
  return (
    <Field {...field}>
      {(control) => (
        <Picker
          label={field.label}
          control={control}
          value={value}
          options={options}
          onChoose={onValue}
          className="w-full"
        />
      )}
    </Field>
  );
}

/** Returns the options, including the selected one even if it is no longer offered. */
export function withChosen(
  options: readonly Option[],
  chosen: string | null,
  label = chosen ?? '',
): Option[] {
  if (chosen === null || options.some(({ value }) => value === chosen)) return [...options];
  return [{ value: chosen, label }, ...options];
}

function CheckBox({ label, help, value, onValue }: ValueProps<boolean>) {
  return (
    <label className="flex cursor-pointer items-start gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={value}
        onChange={(event) => onValue(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent"
      />
      <span>
        {label}
        <span className="mt-0.5 block text-xs text-muted">{help}</span>
      </span>
    </label>
  );
}

const other = 'other';
export const anyLanguage = '*';

/** Offers the common languages, the selected one, and an option to enter any other. */
function LanguageSelect({ any, onValue, ...field }: OwnProps & { any: string | undefined }) {
  const { languages } = useStrings();
  const [isAsking, setAsking] = useState(false);
  const { value } = field;
  const common = targetLanguages.map(({ code, ownName }) => ({ value: code, label: ownName, lang: code }));
  const all = any === undefined ? [] : [{ value: anyLanguage, label: any }];
  return (
    <>
      <Select
        {...field}
        options={[
          ...all,
          ...withChosen(common, value === anyLanguage ? null : value, ownLanguageName(value)),
          { value: other, label: languages.other },
        ]}
        onValue={(code) => (code === other ? setAsking(true) : onValue(code))}
      />
      {isAsking ? (
        <OtherLanguageDialog
          onClose={() => setAsking(false)}
          onChoose={(code) => {
            setAsking(false);
            onValue(code);
          }}
        />
      ) : null}
    </>
  );
}

/** Lets a key be entered. A key is never shown again: only its state is. */
function KeyField({
  value: draft,
  onValue,
  saved,
  none,
  ...field
}: ValueProps<KeyDraft> & Omit<KeyKind, 'kind'>) {
  const { key } = useStrings().settings;
  const { label } = field;
  const has = saved !== null && saved.kind !== 'none';
  return (
    <div className="space-y-2">
      <Select
        {...field}
        value={draft.kind}
        options={[
          ...(saved === null ? [] : [{ value: 'keep', label: has ? key.state(saved) : none }]),
          { value: 'value', label: has ? key.replace : key.enter },
          { value: 'env', label: key.fromEnvironment },
          ...(saved !== null && !has ? [] : [{ value: 'none', label: has ? key.remove : none }]),
        ]}
        onValue={(kind) => onValue({ ...draft, kind: kind as KeyDraft['kind'] })}
      />
      {draft.kind === 'value' ? (
        <SecondInput
          type="password"
          autoComplete="new-password"
          autoCapitalize={undefined}
          spellCheck={undefined}
          name={field.name}
          label={key.value(label)}
          placeholder={key.placeholder}
          value={draft.value}
          onText={(value) => onValue({ ...draft, value })}
        />
      ) : null}
      {draft.kind === 'env' ? (
        <SecondInput
          name={field.name}
          label={key.variable(label)}
          placeholder="OPENAI_API_KEY"
          value={draft.variable}
          onText={(variable) => onValue({ ...draft, variable })}
          className="font-mono"
        />
      ) : null}
    </div>
  );
}

interface SecondInputProps extends InputProps {
  name: string;
  label: string;
  value: string;
  onText(text: string): void;
}

/** Shows a field below a list for the text of one of its choices. The error of the field is shown at the list. */
export function SecondInput({ name, label, onText, className = '', ...input }: SecondInputProps) {
  const isInvalid = errorOf(useContext(Errors), name) !== null;
  return (
    <input
      {...plainText}
      {...input}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      onChange={(event) => onText(event.target.value)}
      className={`${fieldClass} ${className}`}
    />
  );
}
