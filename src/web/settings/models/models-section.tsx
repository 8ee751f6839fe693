import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import { type ModelProfile, modelProfileInputSchema } from '#schema/models/model-profile.ts';
import type { Settings } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useModels } from '#web/api/list-queries.ts';
import { useSettings } from '#web/api/queries.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { TestResult, testKey, useStartTest, useTestResult } from '#web/settings/connection-test.tsx';
import { Choices } from '#web/settings/form/settings-form.tsx';
import { SectionHead, SectionLink } from '#web/settings/section-parts.tsx';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { ModelCard } from './model-card.tsx';
import { draftNew, knownPrices, ollamaContextTokens, suggestId, suggestName } from './model-draft.ts';
import { ModelForm, useSaveModel } from './model-form.tsx';

const route = getRouteApi('/settings/$section');

export function ModelsSection() {
  const { models: words } = useStrings().settings;
  const { open, add } = route.useSearch();
  const models = useModels();
  const settings = useSettings();
  return (
    <Loaded of={models}>
      {(profiles) => {
        const opened = profiles.find(({ id }) => id === open && id !== builtinModelProfileId);
        if (add === true || opened !== undefined)
          return (
            <Loaded of={settings}>
              {(current) => <ModelForm profile={opened ?? null} profiles={profiles} settings={current} />}
            </Loaded>
          );
        return (
          <>
            <SectionHead title={words.heading} note={words.note}>
              <SectionLink section="models" search={{ add: true }} className={buttonClass('primary')}>
                {words.add}
              </SectionLink>
            </SectionHead>
            {open === undefined ? null : <p className="mb-4 text-muted">{words.gone(open)}</p>}
            <Loaded of={settings}>
              {(current) => (
                <ul className="space-y-3">
                  {profiles.map((profile) => (
                    <li key={profile.id}>
                      <ModelCard profile={profile} profiles={profiles} settings={current} />
                    </li>
                  ))}
                </ul>
              )}
            </Loaded>
            {profiles.length > 1 ? (
              <Loaded of={settings}>{({ search }) => <MeaningSettings saved={search} />}</Loaded>
            ) : (
              <>
                <FoundOllama taken={profiles.map(({ id }) => id)} />
                <FirstModel />
              </>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function FirstModel() {
  const { models: words } = useStrings().settings;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-dashed border-edge/70 px-4 py-3.5">
      <p className="min-w-0 max-w-prose flex-1 basis-64 text-muted">{words.suggestion}</p>
      <SectionLink section="models" search={{ add: true }} className={buttonClass('plain')}>
        {words.suggestionAction}
      </SectionLink>
    </div>
  );
}

/** This is enough to choose from. The form has the other models. */
const maxOffered = 4;

/**
 * Offers the models of an Ollama that the server can reach. One press connects a model. It shows nothing if no Ollama
 * runs.
 */
function FoundOllama({ taken }: { taken: readonly string[] }) {
  const client = useClient();
  const words = useStrings();
  const { models } = words.settings;
  const saveModel = useSaveModel();
  const patchSettings = usePatchSettings();
  const startTest = useStartTest();
  /** The saved profiles by model. A profile may be saved but not chosen, and its button is then pressed again. */
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

/** Chooses the model that reads the records of coding sessions for search by meaning. */
function MeaningSettings({ saved }: { saved: Settings['search'] }) {
  const { meaning: words } = useStrings().settings.models;
  const headingId = useId();
  const chosen = saved.embeddingModelProfileId;
  return (
    <section aria-labelledby={headingId} className="mt-8 max-w-md border-t border-line pt-6">
      <h3 id={headingId} className="mb-1 font-semibold">
        {words.heading}
      </h3>
      <p className="mb-4 text-muted">{words.note}</p>
      <Choices section="search" saved={saved} labels={words} help={{ model: words.help }} isQuiet />
      {chosen === null ? null : <ReadingState id={chosen} />}
    </section>
  );
}

/** The state is requested again while it is shown, because the records are read in the background. */
const refetchMs = 5000;

function ReadingState({ id }: { id: ModelProfile['id'] }) {
  const { models } = useStrings().settings;
  const { meaning: words } = models;
  const formats = useFormats();
  const client = useClient();
  const startTest = useStartTest();
  const key = testKey('model', id, 'embedding');
  const test = useTestResult(key);
  const { data: state } = useQuery({
    queryKey: ['search-by-meaning', id],
    queryFn: () => client.sessions.meaning(),
    refetchInterval: refetchMs,
  });
  return (
    <div className="mt-3 space-y-2">
      <output className="block text-muted">
        {state === undefined
          ? null
          : state.isAvailable
            ? words.state(formats.number(state.read), formats.number(state.total))
            : words.unavailable}
      </output>
      {state === undefined || state.failure === null ? null : (
        <p className="text-danger wrap-anywhere">{words.failed(state.failure)}</p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          disabled={test.isTesting}
          onClick={() => startTest(key, () => client.models.test(id, 'embedding'))}
        >
          {models.test}
        </Button>
        <TestResult {...test} />
      </div>
    </div>
  );
}
