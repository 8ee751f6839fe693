import { useState } from 'react';
import { type GlossaryTerm, glossaryTermSchema } from '#schema/translations/translation.ts';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { Segmented } from '#web/controls/segmented.tsx';
import { type FieldErrors, noErrors } from '#web/settings/form/field-errors.ts';
import { FormErrors } from '#web/settings/form/form-errors.tsx';
import { TextInput } from '#web/settings/form/inputs.tsx';
import { anyLanguage, LanguageSelect } from '#web/settings/form/language-select.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { isSameTerm } from './glossary-term.ts';

interface GlossaryDialogProps {
  /** Null for a new one. */
  term: GlossaryTerm | null;
  glossary: readonly GlossaryTerm[];
  targetLanguage: string;
  onSave(term: GlossaryTerm): void;
  onClose(): void;
}

const longest = 200;

export function GlossaryDialog(props: GlossaryDialogProps) {
  const { term, glossary, targetLanguage, onSave, onClose } = props;
  const { settings, languages } = useStrings();
  const { glossary: words } = settings.translation;
  const { form } = settings;
  const [draft, setDraft] = useState({
    from: term?.from ?? anyLanguage,
    to: term?.to ?? anyLanguage,
    term: term?.term ?? '',
    rule: typeof term?.rendering === 'string' ? ('render' as const) : ('keep' as const),
    rendering: term?.rendering ?? '',
  });
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const change = (patch: Partial<typeof draft>) => setDraft({ ...draft, ...patch });
  const renders = draft.rule === 'render';

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
    <Dialog
      open
      title={term === null ? words.add : settings.edit(term.term)}
      closeLabel={languages.close}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        className="space-y-4"
      >
        <FormErrors value={errors}>
          <TextInput
            name="term"
            label={words.term}
            value={draft.term}
            onText={(text) => change({ term: text })}
            input={{ maxLength: longest, 'data-autofocus': true } as object}
          />
          <Segmented<'keep' | 'render'>
            label={words.rule}
            value={draft.rule}
            options={(['keep', 'render'] as const).map((value) => ({ value, label: words.rules[value] }))}
            onChoose={(rule) =>
              // One translation cannot fit all languages.
              change(rule === 'render' && draft.to === anyLanguage ? { rule, to: targetLanguage } : { rule })
            }
          />
          {renders ? (
            <TextInput
              name="rendering"
              label={words.rendering}
              value={draft.rendering}
              onText={(rendering) => change({ rendering })}
              input={{ maxLength: longest }}
            />
          ) : null}
          <div className="grid gap-4 sm:grid-cols-2">
            <LanguageSelect
              name="from"
              label={words.from}
              any={words.any}
              value={draft.from}
              onChoose={(from) => change({ from })}
            />
            <LanguageSelect
              name="to"
              label={words.to}
              {...(renders && draft.to !== anyLanguage ? {} : { any: words.any })}
              value={draft.to}
              onChoose={(to) => change({ to })}
            />
          </div>
        </FormErrors>
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {languages.cancel}
          </Button>
          <Button look="primary" type="submit">
            {form.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
