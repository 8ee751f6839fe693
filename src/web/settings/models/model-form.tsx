import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import type { ModelProfile, ModelProfileInput } from '#schema/models/model-profile.ts';
import { type NumberField, profileNumberNames, profileNumbers } from '#schema/models/profile-fields.ts';
import type { Settings } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/queries.ts';
import { Button } from '#web/controls/button.tsx';
import { TestResult, testKey, useStartTest, useTestResult } from '#web/settings/connection-test.tsx';
import { Fields } from '#web/settings/form/fields.tsx';
import { FieldGrid, FormFrame, useForm } from '#web/settings/form/form.tsx';
import { numberRows } from '#web/settings/form/settings-form.tsx';
import { SectionHead } from '#web/settings/section-parts.tsx';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { AvailableModels, PresetChoice } from './available-models.tsx';
import {
  checkModel,
  chooseOffered,
  draftNew,
  draftOf,
  type ModelDraft,
  type RemoteProvider,
  suggestedModel,
  suggestId,
  suggestName,
  testedAs,
  withPrices,
} from './model-draft.ts';

interface ModelFormProps {
  /** Null for a new profile. */
  profile: ModelProfile | null;
  profiles: readonly ModelProfile[];
  settings: Settings;
}

const providers: readonly RemoteProvider[] = ['openai', 'anthropic', 'google', 'openai-compatible', 'ollama'];
const addresses: Record<RemoteProvider, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': 'https://…/v1',
  ollama: 'http://127.0.0.1:11434',
};

const to = '/settings/$section' as const;
const params = { section: 'models' };

export function ModelForm({ profile, profiles, settings }: ModelFormProps) {
  const strings = useStrings();
  const formats = useFormats();
  const client = useClient();
  const navigate = useNavigate();
  const startTest = useStartTest();
  const saveModel = useSaveModel();
  const patchSettings = usePatchSettings();
  const { key, models } = strings.settings;
  const isFirst = profiles.length <= 1;
  // Whether only the offline model writes summaries so far.
  const isOffline = settings.summaryAgent.primaryModelProfileId === builtinModelProfileId;
  // The profile may be saved but not chosen. If the button is pressed again, it saves the same profile.
  const [savedId, setSavedId] = useState<ModelProfileId | null>(null);
  const taken = profiles.map(({ id }) => id).filter((id) => id !== profile?.id && id !== savedId);
  const title = profile?.name ?? models.add;

  const form = useForm({
    draftKey: `models/${profile?.id ?? ''}`,
    saved:
      profile === null
        ? draftNew({ ...suggestedModel, ...(isFirst ? {} : { model: '' }), isChosen: isOffline })
        : draftOf(profile),
    check: (draft) =>
      checkModel({
        draft: { ...draft, id: savedId ?? draft.id },
        taken,
        isNew: profile === null,
        words: strings,
      }),
    async save(input, { isChosen }) {
      const saved = await saveModel(input);
      const { id } = saved;
      setSavedId(id);
      if (profile === null && isChosen)
        await patchSettings.mutateAsync({ summaryAgent: { primaryModelProfileId: id } });
      return saved;
    },
    async onSaved(saved, { andTest = false }) {
      if (andTest) startModelTest(saved);
      if (profile === null) await navigate({ to, params, search: andTest ? { open: saved.id } : {} });
    },
  });
  const { value, change, isChanged } = form;
  const tested = useTestResult(testKey('model', profile?.id ?? ''));

  function startModelTest(saved: ModelProfile): void {
    startTest(testKey('model', saved.id), () => client.models.test(saved.id, testedAs(settings, saved)));
  }

  const fields = {
    words: {
      fields: { ...models.fields, isChosen: models.useForAll },
      help: { ...models.help, isChosen: models.useHelp },
    },
    values: value,
    // Prices belong to a model at an address.
    change: (patch: Partial<ModelDraft>) =>
      change(
        'provider' in patch || 'model' in patch || 'baseUrl' in patch ? withPrices(value, patch) : patch,
      ),
  };

  function numbersOf(group: NumberField['group']) {
    const names = profileNumberNames.filter((name) => profileNumbers[name].group === group);
    return numberRows(names, (name) => {
      const { empty, initial, inSeconds } = profileNumbers[name];
      if (empty !== undefined) return models.empty[empty];
      return typeof initial === 'number' ? formats.number(inSeconds ? initial / 1000 : initial) : undefined;
    });
  }

  return (
    <>
      <SectionHead title={title} back="models" />
      <FormFrame
        isLong
        label={title}
        form={form}
        actions={
          <Button
            disabled={tested.isTesting || form.state === 'saving'}
            onClick={() =>
              profile === null || isChanged ? void form.submit({ andTest: true }) : startModelTest(profile)
            }
          >
            {profile === null || isChanged ? models.saveAndTest : models.test}
          </Button>
        }
      >
        {profile === null ? <PresetChoice draft={value} onChoose={fields.change} /> : null}
        <FieldGrid columns={2}>
          <Fields
            {...fields}
            rows={[
              {
                name: 'provider',
                kind: 'choice',
                options: providers.map((provider) => ({
                  value: provider,
                  label: models.providers[provider],
                })),
              },
              { name: 'model' },
            ]}
          />
        </FieldGrid>
        <Fields
          {...fields}
          rows={[{ name: 'key', kind: 'key', saved: profile?.key ?? null, none: key.none }]}
        />
        <AvailableModels
          draft={value}
          profileId={profile?.id ?? null}
          onChoose={(offered) => change(chooseOffered(value, offered))}
        />
        <FieldGrid columns={2}>
          <Fields
            {...fields}
            rows={[
              { name: 'baseUrl', input: { inputMode: 'url', placeholder: addresses[value.provider] } },
              ...numbersOf('sampling'),
              { name: 'name', input: { placeholder: suggestName(value, strings) } },
              profile === null ? { name: 'id', input: { placeholder: suggestId(value, taken) } } : undefined,
            ]}
          />
        </FieldGrid>
        {profile === null ? <Fields {...fields} rows={[{ name: 'isChosen', kind: 'flag' }]} /> : null}
        <section className="border-t border-line pt-4">
          <h3 className="font-semibold">{models.prices}</h3>
          <p className="mt-0.5 mb-3 text-muted">{models.pricesNote}</p>
          <FieldGrid columns={3}>
            <Fields {...fields} rows={numbersOf('prices')} />
          </FieldGrid>
        </section>
        {/* The limits are collapsed, because the defaults suit most models. */}
        <details className="border-t border-line pt-4">
          <summary className="w-fit cursor-pointer rounded font-semibold">{models.limits}</summary>
          <div className="mt-4">
            <FieldGrid columns={2}>
              <Fields {...fields} rows={numbersOf('limits')} />
            </FieldGrid>
          </div>
        </details>
      </FormFrame>
      {profile === null ? null : (
        <div className="mt-3">
          <TestResult {...tested} />
        </div>
      )}
    </>
  );
}

export function useSaveModel() {
  const client = useClient();
  const queryClient = useQueryClient();
  return async (input: ModelProfileInput) => {
    const profile = await client.models.put(input);
    // A test result applies to the profile as it was before.
    queryClient.removeQueries({ queryKey: testKey('model', input.id) });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.models() }),
      queryClient.invalidateQueries({ queryKey: queryKeys.agents() }),
    ]);
    return profile;
  };
}
