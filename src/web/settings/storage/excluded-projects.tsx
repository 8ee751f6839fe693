import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** As the sessions know it, so that both see a change. */
const queryKey = ['sessions', 'excluded'];

/** Projects of which nothing is recorded. Those without sessions have no other place. */
export function ExcludedProjects() {
  const client = useClient();
  const queryClient = useQueryClient();
  const { storage } = useStrings().settings;
  const excluded = useQuery({ queryKey, queryFn: () => client.sessions.excludedProjects() });
  const include = useMutation({
    mutationFn: (project: string) => client.sessions.includeProject(project),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <div className="mt-6">
      <h4 className="text-[0.875rem] font-medium">{storage.excluded}</h4>
      <p className="mt-0.5 text-xs text-muted">{storage.excludedHelp}</p>
      <Loaded of={excluded} className="py-2">
        {(projects) =>
          projects.length === 0 ? (
            <p className="mt-2 text-muted">{storage.noneExcluded}</p>
          ) : (
            <ul aria-label={storage.excluded} className="mt-2 divide-y divide-line border-y border-line">
              {projects.map((project) => (
                <li key={project} className="flex items-center gap-2 py-1.5">
                  <span className="min-w-0 flex-1 wrap-anywhere">{project}</span>
                  <Button
                    aria-label={storage.includeName(project)}
                    disabled={include.isPending}
                    onClick={() => include.mutate(project)}
                  >
                    {storage.include}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ErrorNotice error={include.error} />
    </div>
  );
}
