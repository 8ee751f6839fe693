import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import type { ModelProfile, ModelProfileInput } from '#schema/models/model-profile.ts';
import type { Settings } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { TestResult, testKey, useStartTest, useTestResult } from '#web/settings/connection-test.tsx';
import { useDraft } from '#web/settings/drafts/use-draft.ts';
import { FieldRow, FormFrame } from '#web/settings/form/form-frame.tsx';
import { CheckBox, Select, TextInput } from '#web/settings/form/inputs.tsx';
import { KeyField } from '#web/settings/form/key-field.tsx';
import { useSave } from '#web/settings/form/use-save.ts';
import { SectionHead } from '#web/settings/section-head.tsx';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AvailableModels } from './available-models.tsx';
import { useSaveModel } from './model-actions.ts';
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
  withPrices,
} from './model-draft.ts';
import { LimitFields, PriceFields, ProfileNumbers } from './model-limits.tsx';
import { PresetChoice } from './preset-choice.tsx';
import { testedAs } from './tested-as.ts';

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
  const words = useStrings();
  const client = useClient();
  const navigate = useNavigate();
  const startTest = useStartTest();
  const saveModel = useSaveModel();
  const patchSettings = usePatchSettings();
  const { key, models } = words.settings;
  const isFirst = profiles.length <= 1;
  // Only the offline model writes summaries so far.
  const isOffline = settings.summaryAgent.primaryModelProfileId === builtinModelProfileId;
  const draft = useDraft(
    profile === null ? 'models/' : `models/${profile.id}`,
    profile === null
      ? draftNew({ ...suggestedModel, ...(isFirst ? {} : { model: '' }), isChosen: isOffline })
      : draftOf(profile),
  );
  const { value, change } = draft;
  // It may be saved but not chosen: pressed again, the button saves the same profile.
  const [savedId, setSavedId] = useState<ModelProfileId | null>(null);
  const taken = profiles.map(({ id }) => id).filter((id) => id !== profile?.id && id !== savedId);

  const saving = useSave<ModelProfileInput>({
    check: () =>
      checkModel({ draft: { ...value, id: savedId ?? value.id }, taken, isNew: profile === null, words }),
    async save(input, { andTest = false }) {
      const saved = await saveModel(input);
      const { id } = saved;
      setSavedId(id);
      if (profile === null && value.isChosen)
        await patchSettings.mutateAsync({ summaryAgent: { primaryModelProfileId: id } });
      draft.discard();
      if (andTest) startTest(testKey('model', id), () => client.models.test(id, testedAs(settings, saved)));
      if (profile === null) await navigate({ to, params, search: andTest ? { open: id } : {} });
    },
  });
  const tested = useTestResult(testKey('model', profile?.id ?? ''));

  function name(patch: Partial<ModelDraft>): void {
    change(withPrices(value, patch));
  }

  function test(): void {
    if (profile === null || draft.isChanged) void saving.submit({ andTest: true });
    else
      startTest(testKey('model', profile.id), () =>
        client.models.test(profile.id, testedAs(settings, profile)),
      );
  }

  return (
    <>
      <SectionHead title={profile?.name ?? models.add} back="models" />
      <FormFrame
        isLong
        label={profile?.name ?? models.add}
        draft={draft}
        saving={saving}
        actions={
          <Button disabled={tested.isTesting || saving.state === 'saving'} onClick={test}>
            {profile === null || draft.isChanged ? models.saveAndTest : models.test}
          </Button>
        }
      >
        {profile === null ? <PresetChoice draft={value} onChoose={name} /> : null}
        <FieldRow>
          <Select<RemoteProvider>
            name="provider"
            label={models.fields.provider}
            help={models.help.provider}
            value={value.provider}
            options={providers.map((provider) => ({ value: provider, label: models.providers[provider] }))}
            onChoose={(provider) => name({ provider })}
          />
          <TextInput
            name="model"
            label={models.fields.model}
            help={models.help.model}
            value={value.model}
            onText={(model) => name({ model })}
          />
        </FieldRow>
        <KeyField
          name="key"
          label={models.fields.key}
          help={models.help.key}
          saved={profile?.key ?? null}
          draft={value.key}
          onDraft={(next) => change({ key: next })}
          none={key.none}
        />
        <AvailableModels
          draft={value}
          profileId={profile?.id ?? null}
          onChoose={(offered) => change(chooseOffered(value, offered))}
        />
        <FieldRow>
          <TextInput
            name="baseUrl"
            label={models.fields.baseUrl}
            help={models.help.baseUrl}
            value={value.baseUrl}
            onText={(baseUrl) => name({ baseUrl })}
            input={{ inputMode: 'url', placeholder: addresses[value.provider] }}
          />
          <ProfileNumbers group="sampling" draft={value} change={change} />
          <TextInput
            name="name"
            label={models.fields.name}
            help={models.help.name}
            value={value.name}
            onText={(name) => change({ name })}
            input={{ placeholder: suggestName(value, words) }}
          />
          {profile === null ? (
            <TextInput
              name="id"
              label={models.fields.id}
              help={models.help.id}
              value={value.id}
              onText={(id) => change({ id })}
              input={{ placeholder: suggestId(value, taken) }}
            />
          ) : null}
        </FieldRow>
        {profile === null ? (
          <CheckBox
            label={models.useForAll}
            help={models.useHelp}
            checked={value.isChosen}
            onCheck={(isChosen) => change({ isChosen })}
          />
        ) : null}
        <PriceFields draft={value} change={change} />
        <LimitFields draft={value} change={change} />
      </FormFrame>
      {profile === null ? null : (
        <div className="mt-3">
          <TestResult {...tested} />
        </div>
      )}
    </>
  );
}
