import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import type { Draft } from '#web/settings/drafts/use-draft.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { FormErrors } from './form-errors.tsx';
import type { Saving } from './use-save.ts';

interface FormFrameProps {
  label: string;
  draft: Pick<Draft<object>, 'isChanged' | 'discard'>;
  saving: Saving;
  /** Save stays visible while the rest scrolls. */
  isLong?: boolean;
  /** Next to Save. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A form that is saved as a whole. An error is shown at its field, which gets the focus. */
export function FormFrame({ label, draft, saving, isLong = false, actions, children }: FormFrameProps) {
  const { form } = useStrings().settings;
  const formRef = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (saving.errors.size === 0) return;
    const first = formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    first?.closest('details')?.setAttribute('open', '');
    first?.focus();
  }, [saving.errors]);

  return (
    <form
      ref={formRef}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void saving.submit();
      }}
      className="space-y-5"
    >
      <FormErrors value={saving.errors}>{children}</FormErrors>
      {saving.problem === null ? null : <ProblemNotice problem={saving.problem} />}
      <div
        className={`flex flex-wrap items-center gap-2 ${isLong ? 'sticky bottom-0 border-t border-line bg-paper py-3' : ''}`}
      >
        <Button look="primary" type="submit" disabled={saving.state === 'saving'}>
          {saving.state === 'saving' ? form.saving : form.save}
        </Button>
        {actions}
        {draft.isChanged ? (
          <Button look="quiet" onClick={draft.discard}>
            {form.discard}
          </Button>
        ) : null}
        <output className="text-muted">
          {saving.errors.size > 0 && saving.problem === null
            ? form.fix
            : draft.isChanged
              ? form.unsaved
              : saving.state === 'saved'
                ? form.saved
                : null}
        </output>
      </div>
    </form>
  );
}

/** Related fields under a heading. */
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

/** Short fields, side by side where they fit. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-2">{children}</div>;
}
