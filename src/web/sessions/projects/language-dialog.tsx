import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { targetLanguages } from '#schema/language.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { Picker } from '#web/controls/picker.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { sessionsKeys } from '#web/sessions/sessions-keys.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface LanguageDialogProps {
  project: string;
  onClose(): void;
}

/** The language in which models write the summaries of a project. */
export function LanguageDialog({ project, onClose }: LanguageDialogProps) {
  const client = useClient();
  const { language: words } = useStrings().sessions;
  const current = useQuery({
    queryKey: sessionsKeys.language(project),
    queryFn: () => client.sessions.projectLanguage({ project }),
  });
  return (
    <Dialog open title={words.heading} closeLabel={words.cancel} onClose={onClose} size="small">
      <Loaded of={current}>
        {({ language }) => <LanguageForm project={project} saved={language} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

/** Stands for no language: a picker has texts only. */
const ofPrompts = 'prompts';

function LanguageForm({ project, saved, onClose }: LanguageDialogProps & { saved: string | null }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { language: words } = useStrings().sessions;
  const [chosen, setChosen] = useState(saved ?? ofPrompts);
  const id = useId();
  const save = useMutation({
    mutationFn: () =>
      client.sessions.setProjectLanguage({ project, language: chosen === ofPrompts ? null : chosen }),
    onSuccess: (answer) => {
      queryClient.setQueryData(sessionsKeys.language(project), answer);
      onClose();
    },
  });
  const codes = new Set([...(saved === null ? [] : [saved]), ...targetLanguages.map(({ code }) => code)]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <div>
        <label htmlFor={id} className="mb-1 block text-xs text-muted">
          {words.label}
        </label>
        <Picker
          label={words.label}
          control={{ id, 'aria-describedby': `${id}-hint` }}
          value={chosen}
          options={[
            { value: ofPrompts, label: words.ofPrompts },
            ...[...codes].map((code) => ({ value: code, label: ownLanguageName(code), lang: code })),
          ]}
          onChoose={setChosen}
          className="w-full"
        />
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
          {words.hint}
        </p>
      </div>
      <ErrorNotice error={save.error} />
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button look="primary" type="submit" disabled={save.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
