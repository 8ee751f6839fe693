import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type AppError, toAppError } from '#schema/app-error.ts';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { type FieldErrors, noErrors, readServerErrors } from './field-errors.ts';
import { FormErrors } from './fields.tsx';

interface Drafts {
  /** The unsaved input by `section/item`. It is kept only in memory, because some of it is secret. */
  byKey: ReadonlyMap<string, unknown>;
  keep(key: string, draft: unknown): void;
  drop(key: string): void;
}

const Context = createContext<Drafts | null>(null);

/** Keeps unsaved changes while the user switches sections. */
export function DraftsProvider({ children }: { children: ReactNode }) {
  const [byKey, setByKey] = useState<ReadonlyMap<string, unknown>>(new Map());
  const drafts = useMemo<Drafts>(
    () => ({
      byKey,
      keep: (key, draft) => setByKey((before) => new Map(before).set(key, draft)),
      drop: (key) => setByKey((before) => new Map([...before].filter(([other]) => other !== key))),
    }),
    [byKey],
  );
  return <Context value={drafts}>{children}</Context>;
}

export function useDrafts(): Drafts {
  const drafts = useContext(Context);
  if (drafts === null) throw new Error('useDrafts must be used inside its provider');
  return drafts;
}

export interface Draft<T> {
  value: T;
  isChanged: boolean;
  change(patch: Partial<T>): void;
  discard(): void;
}

/** Returns a form's values, which are the saved ones until one of them is changed. */
export function useDraft<T extends object>(key: string, saved: T): Draft<T> {
  const { byKey, keep, drop } = useDrafts();
  const kept = byKey.get(key) as T | undefined;
  const value = kept ?? saved;
  return {
    value,
    isChanged: kept !== undefined,
    change(patch) {
      const next = { ...value, ...patch };
      if (JSON.stringify(next) === JSON.stringify(saved)) drop(key);
      else keep(key, next);
    },
    discard: () => drop(key),
  };
}

export type Checked<T> = { ok: true; input: T } | { ok: false; errors: FieldErrors };

interface SubmitOptions {
  /** Whether the form also tests the saved item. */
  andTest?: boolean;
}

interface FormOptions<T extends object, I, R> {
  /** The key of the draft, which starts with the section that the form is on. */
  draftKey: string;
  saved: T;
  /** Checks the values before anything is sent. */
  check(value: T): Checked<I>;
  save(input: I, value: T): Promise<R>;
  /** Is called once the saved values have replaced the draft. */
  onSaved?(saved: R, options: SubmitOptions): unknown;
}

export interface Form<T> extends Draft<T> {
  errors: FieldErrors;
  /** The server's objection, or the reason why it could not be reached. */
  problem: AppError | null;
  state: 'idle' | 'saving' | 'saved';
  submit(options?: SubmitOptions): Promise<void>;
}

/**
 * Keeps a form that is saved as a whole. It is checked locally and saved on the server, and shows the errors of both.
 */
export function useForm<T extends object, I, R>(options: FormOptions<T, I, R>): Form<T> {
  const { draftKey, saved, check, save, onSaved } = options;
  const draft = useDraft(draftKey, saved);
  const [errors, setErrors] = useState(noErrors);
  const [problem, setProblem] = useState<AppError | null>(null);
  const [state, setState] = useState<Form<T>['state']>('idle');

  async function submit(how: SubmitOptions = {}): Promise<void> {
    if (state === 'saving') return;
    setProblem(null);
    const checked = check(draft.value);
    setErrors(checked.ok ? noErrors : checked.errors);
    setState(checked.ok ? 'saving' : 'idle');
    if (!checked.ok) return;
    try {
      const result = await save(checked.input, draft.value);
      draft.discard();
      await onSaved?.(result, how);
      setState('saved');
    } catch (thrown) {
      const error = toAppError(thrown);
      setProblem(error);
      setErrors(readServerErrors(error) ?? noErrors);
      setState('idle');
    }
  }

  return { ...draft, errors, problem, state, submit };
}

interface FormFrameProps {
  label: string;
  form: Omit<Form<object>, 'value' | 'change'>;
  /** Whether the form is long. Save then stays visible while the rest scrolls. */
  isLong?: boolean;
  /** The buttons next to Save. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Shows the frame of a form with its state and buttons. An error is shown at its field, which gets the focus. */
export function FormFrame({ label, form, isLong = false, actions, children }: FormFrameProps) {
  const { form: words } = useStrings().settings;
  const { errors, problem, state, isChanged } = form;
  const formRef = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (errors.size === 0) return;
    const first = formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    first?.closest('details')?.setAttribute('open', '');
    first?.focus();
  }, [errors]);

  return (
    <form
      ref={formRef}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className="space-y-5"
    >
      <FormErrors value={errors}>{children}</FormErrors>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <div
        className={`flex flex-wrap items-center gap-2 ${isLong ? 'sticky bottom-0 border-t border-line bg-paper py-3' : ''}`}
      >
        <Button look="primary" type="submit" disabled={state === 'saving'}>
          {state === 'saving' ? words.saving : words.save}
        </Button>
        {actions}
        {isChanged ? (
          <Button look="quiet" onClick={form.discard}>
            {words.discard}
          </Button>
        ) : null}
        <output className="text-muted">
          {errors.size > 0 && problem === null
            ? words.fix
            : isChanged
              ? words.unsaved
              : state === 'saved'
                ? words.saved
                : null}
        </output>
      </div>
    </form>
  );
}

interface DialogFormProps {
  title: string;
  size?: 'small';
  cancel: string;
  /** The label of the close button, which defaults to `cancel`. */
  closeLabel?: string;
  submit: string;
  isBlocked?: boolean;
  errors?: FieldErrors;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** Shows a form in a dialog, which closes once it is saved. */
export function DialogForm(props: DialogFormProps) {
  const {
    title,
    cancel,
    closeLabel = cancel,
    submit,
    isBlocked = false,
    errors = noErrors,
    children,
  } = props;
  return (
    <Dialog open title={title} closeLabel={closeLabel} onClose={props.onClose} size={props.size}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlocked) props.onSubmit();
        }}
        className="space-y-4"
      >
        <FormErrors value={errors}>{children}</FormErrors>
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={props.onClose}>
            {cancel}
          </Button>
          <Button look="primary" type="submit" disabled={isBlocked}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Shows related fields under a heading. */
export function FieldGroup({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="space-y-4 border-t border-line pt-5">
      <div>
        <h3 className="font-semibold">{title}</h3>
        {note === undefined ? null : <p className="mt-0.5 text-muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}

const grids = { 2: 'gap-4 sm:grid-cols-2', 3: 'gap-4 sm:grid-cols-3' };

/** Shows short fields side by side where they fit. */
export function FieldGrid({ columns, children }: { columns: keyof typeof grids; children: ReactNode }) {
  return <div className={`grid items-start ${grids[columns]}`}>{children}</div>;
}
