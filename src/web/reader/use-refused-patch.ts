import { useMutationState } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type Patching, patching } from './entry-actions.ts';

/** The entry whose change could not be saved, until the notice was seen. */
export function useRefusedPatch() {
  const refused = useMutationState({
    filters: { mutationKey: patching, status: 'error' },
    select: ({ state }) => ({
      at: state.submittedAt,
      title: (state.variables as Patching | undefined)?.head.title ?? '',
    }),
  }).at(-1);
  const [seenAt, setSeenAt] = useState(0);
  const at = refused?.at ?? 0;
  const dismiss = useCallback(() => setSeenAt(at), [at]);
  return { title: at > seenAt ? (refused?.title ?? null) : null, dismiss };
}
