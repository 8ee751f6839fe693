import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { type GlossaryTerm, glossaryTermSchema } from '#schema/translations/translation.ts';
import { Button, IconButton } from '#web/controls/button.tsx';
import { Segmented } from '#web/controls/choice.tsx';
import { useKeptFocus } from '#web/controls/focus/keep-focus.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { type FieldErrors, noErrors } from '#web/settings/form/field-errors.ts';
import { anyLanguage, Fields } from '#web/settings/form/fields.tsx';
import { DialogForm, FieldGrid } from '#web/settings/form/form.tsx';
import { Choices, WithSettings } from '#web/settings/form/settings-form.tsx';
import { SectionHead } from '#web/settings/section-parts.tsx';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

export function TranslationSection() {
  const { translation: words } = useStrings().settings;
  return (
    <>
      <SectionHead title={words.heading} note={words.note} />
      <WithSettings>
        {({ translation }) => (
          <>
            <Choices section="translation" saved={translation} labels={words} help={words.help} />
            <Glossary saved={translation.glossary} targetLanguage={translation.defaultTargetLanguage} />
          </>
        )}
      </WithSettings>
    </>
  );
}

interface GlossaryProps {
  saved: readonly GlossaryTerm[];
  /** The language that articles are translated into. */
  targetLanguage: string;
}

/** Edits terms with a fixed translation. Each change takes effect immediately. */
function Glossary({ saved, targetLanguage }: GlossaryProps) {
  const { settings, panel } = useStrings();
  const { glossary: words } = settings.translation;
  const patch = usePatchSettings();
  const headingId = useId();
  /** The term being edited, or null for a new one. */
  const [editing, setEditing] = useState<{ term: GlossaryTerm | null } | null>(null);
  const [removed, setRemoved] = useState<GlossaryTerm | null>(null);
  /** The glossary that the server has not saved yet. The next change is made to this one. */
  const [unsaved, setUnsaved] = useState<readonly GlossaryTerm[] | null>(null);
  const glossary = unsaved ?? saved;
  /** The unsaved glossary for a change that comes before the next render. */
  const latest = useRef(unsaved);
  const addRef = useRef<HTMLButtonElement>(null);
  const focus = useKeptFocus<HTMLElement>(addRef);

  function save(change: (now: readonly GlossaryTerm[]) => GlossaryTerm[]): void {
    const next = change(latest.current ?? saved);
    show(next);
    // This callback runs for the last change only.
    patch.mutate({ translation: { glossary: next } }, { onSettled: () => show(null) });
  }

  function show(next: GlossaryTerm[] | null): void {
    latest.current = next;
    setUnsaved(next);
  }

  function put(term: GlossaryTerm): void {
    const before = editing?.term ?? null;
    save((now) =>
      before === null ? [...now, term] : now.map((known) => (isSameTerm(known, before) ? term : known)),
    );
    setEditing(null);
    setRemoved(null);
  }

  return (
    <section {...focus} aria-labelledby={headingId} className="mt-4 max-w-xl border-t border-line pt-6">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 id={headingId} className="font-semibold">
          {words.heading}
        </h3>
        <Button ref={addRef} onClick={() => setEditing({ term: null })}>
          <Plus aria-hidden className="size-4" />
          {words.add}
        </Button>
      </div>
      <p className="mb-4 text-muted">{words.note}</p>
      <ErrorNotice error={patch.error} />
      {removed === null ? null : (
        <output className="mb-3 flex items-center gap-3 rounded-lg bg-sunken px-3.5 py-1.5">
          <span className="min-w-0 flex-1 wrap-anywhere">{words.removed(removed.term)}</span>
          <Button
            data-takes-focus
            look="quiet"
            onClick={() => {
              save((now) => [...now, removed]);
              setRemoved(null);
            }}
          >
            {panel.undo}
          </Button>
        </output>
      )}
      {glossary.length === 0 ? (
        <p className="text-muted">{words.empty}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {glossary.map((term) => (
            <li key={`${term.from} ${term.to} ${term.term}`} className="flex items-center gap-1 py-1.5">
              <TermText term={term} />
              <IconButton label={settings.edit(term.term)} onClick={() => setEditing({ term })}>
                <Pencil aria-hidden className="size-4 text-muted" />
              </IconButton>
              <IconButton
                label={settings.remove(term.term)}
                onClick={() => {
                  save((now) => now.filter((known) => !isSameTerm(known, term)));
                  setRemoved(term);
                }}
              >
                <Trash2 aria-hidden className="size-4 text-muted" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {editing === null ? null : (
        <GlossaryDialog
          term={editing.term}
          glossary={glossary}
          targetLanguage={targetLanguage}
          onSave={put}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  );
}

function TermText({ term: { from, to, term, rendering } }: { term: GlossaryTerm }) {
  const { glossary: words } = useStrings().settings.translation;
  const nameOf = (code: string) => (code === anyLanguage ? words.any : ownLanguageName(code));
  return (
    <div className="min-w-0 flex-1 wrap-anywhere">
      <p>
        <span dir="auto" lang={from === anyLanguage ? undefined : from} className="font-medium">
          {term}
        </span>
        {rendering === null ? (
          <span className="text-muted">{` – ${words.keep}`}</span>
        ) : (
          <>
            <span aria-hidden className="px-1.5 text-muted">
              →
            </span>
            <span className="sr-only">{words.rendering}</span>{' '}
            <span dir="auto" lang={to === anyLanguage ? undefined : to}>
              {rendering}
            </span>
          </>
        )}
      </p>
      <p className="text-xs text-muted">
        {from === anyLanguage && to === anyLanguage ? words.all : words.pair(nameOf(from), nameOf(to))}
      </p>
    </div>
  );
}

interface GlossaryDialogProps {
  /** Null for a new term. */
  term: GlossaryTerm | null;
  glossary: readonly GlossaryTerm[];
  targetLanguage: string;
  onSave(term: GlossaryTerm): void;
  onClose(): void;
}

const longest = 200;
const input = { maxLength: longest };
const firstInput = { ...input, 'data-autofocus': true };

function GlossaryDialog(props: GlossaryDialogProps) {
  const { term, glossary, targetLanguage, onSave, onClose } = props;
  const { settings, languages } = useStrings();
  const { glossary: words } = settings.translation;
  const { form } = settings;
  const [draft, setDraft] = useState({
    from: term?.from ?? anyLanguage,
    to: term?.to ?? anyLanguage,
    term: term?.term ?? '',
    rule: typeof term?.rendering === 'string' ? 'render' : 'keep',
    rendering: term?.rendering ?? '',
  });
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const renders = draft.rule === 'render';
  const fields = {
    words: { fields: words },
    values: draft,
    change: (patch: Partial<typeof draft>) =>
      // One translation cannot fit all languages.
      setDraft({
        ...draft,
        ...(patch.rule === 'render' && draft.to === anyLanguage ? { to: targetLanguage } : {}),
        ...patch,
      }),
  };

  function save(): void {
    const found = new Map<string, string>();
    const made: GlossaryTerm = {
      from: draft.from,
      to: draft.to,
      term: draft.term.trim(),
      rendering: renders ? draft.rendering.trim() : null,
    };
    if (made.term === '') found.set('term', form.required);
    if (made.rendering === '') found.set('rendering', form.required);
    if (renders && made.to === anyLanguage) found.set('to', words.oneLanguage);
    const isTaken = glossary.some(
      (known) => isSameTerm(known, made) && (term === null || !isSameTerm(known, term)),
    );
    if (isTaken) found.set('term', words.taken);
    setErrors(found);
    const checked = glossaryTermSchema.safeParse(made);
    if (found.size === 0 && checked.success) onSave(checked.data);
  }

  return (
    <DialogForm
      title={term === null ? words.add : settings.edit(term.term)}
      closeLabel={languages.close}
      cancel={languages.cancel}
      submit={form.save}
      errors={errors}
      onSubmit={save}
      onClose={onClose}
    >
      <Fields
        {...fields}
        rows={[
          { name: 'term', input: firstInput },
          {
            name: 'rule',
            kind: 'own',
            render: ({ label, value, onValue }) => (
              <Segmented
                label={label}
                value={value}
                options={(['keep', 'render'] as const).map((rule) => ({
                  value: rule,
                  label: words.rules[rule],
                }))}
                onChoose={onValue}
              />
            ),
          },
          renders ? { name: 'rendering', input } : undefined,
        ]}
      />
      <FieldGrid columns={2}>
        <Fields
          {...fields}
          rows={[
            { name: 'from', kind: 'language', any: words.any },
            {
              name: 'to',
              kind: 'language',
              any: renders && draft.to !== anyLanguage ? undefined : words.any,
            },
          ]}
        />
      </FieldGrid>
    </DialogForm>
  );
}

/** Whether two rules are about the same term of the same pair of languages. Only one of them can apply. */
function isSameTerm(first: GlossaryTerm, second: GlossaryTerm): boolean {
  return (
    first.from === second.from &&
    first.to === second.to &&
    first.term.toLowerCase() === second.term.toLowerCase()
  );
}
