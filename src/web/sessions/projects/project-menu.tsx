import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project } from '#schema/sessions/sessions-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { projectName } from '#web/sessions/project-name.ts';
import { useSessionActions } from '#web/sessions/session-actions.ts';
import { useExcluded } from '#web/sessions/use-sessions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { LanguageDialog } from './language-dialog.tsx';

interface ProjectMenuProps {
  /** Null: all projects. */
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
