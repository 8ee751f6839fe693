import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { targetLanguages } from '#schema/language.ts';
import type { Project } from '#schema/sessions/sessions-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/choice.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { projectName, sessionsKeys, useExcluded, useSessionActions } from './sessions-queries.ts';

interface ProjectMenuProps {
  /** Null means all projects. */
  project: string | null;
  projects: readonly Project[];
  onImport(): void;
}

export function ProjectMenu({ project, projects, onImport }: ProjectMenuProps) {
  const { sessions } = useStrings();
  const { projects: words } = sessions;
  const client = useClient();
  const navigate = useNavigate();
  const { removeProject, setRecorded } = useSessionActions();
  const { data: excluded = [] } = useExcluded();
  const isExcluded = project !== null && excluded.includes(project);
  const [error, setError] = useState<unknown>(null);
  const [isChoosing, setChoosing] = useState(false);
  const count = projects.find((one) => one.project === project)?.sessions ?? 0;

  async function exportAll(): Promise<void> {
    try {
      const answer = await client.sessions.exportLines(project === null ? {} : { project });
      const name = fileNameOf(['sessions', project ?? ''].join(' '), 'jsonl');
      downloadText({ name, type: 'application/x-ndjson', text: await answer.blob() });
    } catch (thrown) {
      setError(thrown);
    }
  }

  async function toggleRecording(of: string): Promise<void> {
    try {
      await setRecorded.mutateAsync({ project: of, isRecorded: isExcluded });
    } catch (thrown) {
      setError(thrown);
    }
  }

  return (
    <>
      <MoreMenu
        label={words.menu}
        className="-me-1"
        deletion={
          project === null || count === 0
            ? undefined
            : {
                label: words.delete,
                title: words.deleteSure(projectName(project, sessions)),
                note: words.deleteNote(count),
                yes: words.deleteYes,
                async onConfirm() {
                  await removeProject.mutateAsync(project);
                  await navigate({ to: '/sessions', search: {}, replace: true });
                },
              }
        }
      >
        <MenuItem onSelect={() => void exportAll()}>{words.exportAll}</MenuItem>
        <MenuItem onSelect={onImport}>{words.importFile}</MenuItem>
        {project === null || project === '' ? null : (
          <>
            <MenuItem onSelect={() => setChoosing(true)}>{sessions.language.choose}</MenuItem>
            <RecallItem project={project} onError={setError} />
            <MenuItem onSelect={() => void toggleRecording(project)}>
              {isExcluded ? words.include : words.exclude}
            </MenuItem>
          </>
        )}
      </MoreMenu>
      {isChoosing && project !== null ? (
        <LanguageDialog project={project} onClose={() => setChoosing(false)} />
      ) : null}
      {error === null ? null : (
        <Dialog
          open
          title={words.failed}
          closeLabel={sessions.import.close}
          onClose={() => setError(null)}
          size="small"
        >
          <ErrorNotice error={error} />
        </Dialog>
      )}
    </>
  );
}

interface RecallItemProps {
  project: string;
  onError(error: unknown): void;
}

/** Switches whether prompts of a project get something from memory. The state is read when the menu opens. */
function RecallItem({ project, onError }: RecallItemProps) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { projects: words } = useStrings().sessions;
  const queryKey = sessionsKeys.recall(project);
  const { data } = useQuery({ queryKey, queryFn: () => client.sessions.projectRecall({ project }) });

  async function toggle(isOn: boolean): Promise<void> {
    try {
      queryClient.setQueryData(queryKey, await client.sessions.setProjectRecall({ project, isOn: !isOn }));
    } catch (thrown) {
      onError(thrown);
    }
  }

  return (
    <MenuItem disabled={data === undefined} onSelect={() => void toggle(data?.isOn ?? true)}>
      {data?.isOn === false ? words.recallOn : words.recallOff}
    </MenuItem>
  );
}

interface LanguageDialogProps {
  project: string;
  onClose(): void;
}

/** Selects the language in which models write a project's summaries. */
function LanguageDialog({ project, onClose }: LanguageDialogProps) {
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

/** The picker's value for null, because its values must be strings. */
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
