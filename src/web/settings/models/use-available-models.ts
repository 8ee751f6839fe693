import { useMutation } from '@tanstack/react-query';
import type { ModelProfileId } from '#schema/ids.ts';
import {
  type AvailableModelsRequest,
  availableModelsRequestSchema,
} from '#schema/models/available-models.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { toProfileKey } from '#web/settings/form/key-draft.ts';
import type { ModelDraft } from './model-draft.ts';

/** The provider’s own list, loaded on request. It is gone as soon as the form says another place or key. */
export function useAvailableModels(draft: ModelDraft, profileId: ModelProfileId | null) {
  const client = useClient();
  const request = requestOf(draft, profileId);
  const loading = useMutation({
    mutationFn: (asked: AvailableModelsRequest) => client.models.available(asked),
  });
  const isCurrent = JSON.stringify(loading.variables) === JSON.stringify(request);
  return {
    /** Null if the address cannot be asked. */
    load: request === null ? null : () => loading.mutate(request),
    isLoading: isCurrent && loading.isPending,
    error: isCurrent ? loading.error : null,
    models: isCurrent ? (loading.data?.items ?? null) : null,
  };
}

function requestOf(draft: ModelDraft, profileId: ModelProfileId | null): AvailableModelsRequest | null {
  const baseUrl = draft.baseUrl.trim();
  if (draft.provider === 'openai-compatible' && baseUrl === '') return null;
  const key = toProfileKey(draft.key);
  const { data } = availableModelsRequestSchema.safeParse({
    provider: draft.provider,
    baseUrl: baseUrl === '' ? null : baseUrl,
    ...(key && { key }),
    ...(profileId !== null && { profileId }),
  });
  return data ?? null;
}
