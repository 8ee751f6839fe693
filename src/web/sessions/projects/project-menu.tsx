import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { Project } from '#schema/sessions/sessions-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { menuClass, menuItemClass, menuSeparatorClass } from '#web/controls/menu.ts';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { projectName } from '#web/sessions/project-name.ts';
import { useSessionActions } from '#web/sessions/session-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

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
  const { removeProject } = useSessionActions();
  const [isDeleting, setDeleting] = useState(false);
  const [error, setError] = useState<unknown>(null);
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

  return (
    <>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          <Button look="quiet" aria-label={words.menu} title={words.menu} className="-me-1 px-2">
            <Ellipsis aria-hidden className="size-4" />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={4} collisionPadding={8} className={menuClass}>
            <DropdownMenu.Item className={menuItemClass} onSelect={() => void exportAll()}>
              {words.exportAll}
            </DropdownMenu.Item>
            <DropdownMenu.Item className={menuItemClass} onSelect={onImport}>
              {words.importFile}
            </DropdownMenu.Item>
            {project === null || count === 0 ? null : (
              <>
                <DropdownMenu.Separator className={menuSeparatorClass} />
                <DropdownMenu.Item
                  className={`${menuItemClass} text-danger`}
                  onSelect={() => setDeleting(true)}
                >
                  {words.delete}
                </DropdownMenu.Item>
              </>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isDeleting && project !== null ? (
        <ConfirmDialog
          title={words.deleteSure(projectName(project, sessions))}
          note={words.deleteNote(count)}
          yes={words.deleteYes}
          onConfirm={async () => {
            await removeProject.mutateAsync(project);
            await navigate({ to: '/sessions', search: {}, replace: true });
          }}
          onClose={() => setDeleting(false)}
        />
      ) : null}
      {error === null ? null : (
        <Dialog
          open
          title={words.exportAll}
          closeLabel={sessions.import.close}
          onClose={() => setError(null)}
          size="small"
        >
          <ProblemNotice problem={toAppError(error)} />
        </Dialog>
      )}
    </>
  );
}
