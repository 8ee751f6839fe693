import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ModelProfileId } from '#schema/ids.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { testKey, useStartTest } from '#web/settings/connection-test.tsx';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { knownPrices } from './known-prices.ts';
import { useSaveModel } from './model-actions.ts';
import { draftNew, suggestId, suggestName } from './model-draft.ts';
import { ollamaContextTokens } from './presets.ts';

/** Enough to choose from; the form has the others. */
const maxOffered = 4;

/** Ollama on the server’s machine, with its models: one press connects one. Nothing where it does not run. */
export function FoundOllama({ taken }: { taken: readonly string[] }) {
  const client = useClient();
  const words = useStrings();
  const { models } = words.settings;
  const saveModel = useSaveModel();
  const patchSettings = usePatchSettings();
  const startTest = useStartTest();
  /** By model: it may be saved but not chosen, and is pressed again then. */
  const saved = useRef(new Map<string, ModelProfileId>());
  const { data: found } = useQuery({
    queryKey: ['found-ollama'],
    queryFn: () => client.models.available({ provider: 'ollama' }),
    retry: false,
  });
  const connect = useMutation({
    mutationFn: async (model: string) => {
      const draft = draftNew({ provider: 'ollama', model, isChosen: true });
      const input = modelProfileInputSchema.parse({
        id: saved.current.get(model) ?? suggestId(draft, taken),
        name: suggestName(draft, words),
        provider: 'ollama',
        model,
        baseUrl: found?.baseUrl ?? null,
        contextTokens: ollamaContextTokens,
        prices: knownPrices({ provider: 'ollama', baseUrl: null, model }),
      });
      const { id } = await saveModel(input);
      saved.current.set(model, id);
      await patchSettings.mutateAsync({ summaryAgent: { primaryModelProfileId: id } });
      startTest(testKey('model', id), () => client.models.test(id));
    },
  });
  if (found === undefined || found.items.length === 0) return null;
  const { host, hostname } = new URL(found.baseUrl ?? 'http://127.0.0.1');
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return (
    <section className="mt-3 rounded-lg border border-line bg-surface px-4 py-3.5">
      <h3 className="font-medium">{isHere ? models.ollamaFound : models.ollamaAt(host)}</h3>
      <p className="mt-0.5 text-muted">{isHere ? models.ollamaNote : models.ollamaChoose}</p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        {found.items.slice(0, maxOffered).map(({ model }) => (
          <Button key={model} disabled={connect.isPending} onClick={() => connect.mutate(model)}>
            {models.chooseModel(model)}
          </Button>
        ))}
      </div>
      <ErrorNotice error={connect.error} />
    </section>
  );
}
