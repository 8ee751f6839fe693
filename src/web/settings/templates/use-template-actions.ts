import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SaveTemplateRequest } from '#schema/template.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';

/** Actions on the user's file of a template. An action is done once the changed data is read. */
export function useTemplateActions(id: string) {
  const { templates } = useClient();
  const queryClient = useQueryClient();
  const onSuccess = async () => {
    await Promise.all(
      [queryKeys.template(id), queryKeys.templates()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
  return {
    copy: useMutation({
      mutationFn: async () => {
        const { text } = await templates.source(id, { origin: 'builtin' });
        return templates.save(id, { text, revision: null });
      },
      onSuccess,
    }),
    save: useMutation({
      mutationFn: (request: SaveTemplateRequest) => templates.save(id, request),
      onSuccess,
    }),
    check: useMutation({ mutationFn: (text: string) => templates.check(id, text) }),
    revert: useMutation({ mutationFn: () => templates.remove(id), onSuccess }),
    restore: useMutation({ mutationFn: () => templates.restore(id), onSuccess }),
  };
}
