import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { Settings } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { TestResult, testKey, useStartTest, useTestResult } from '#web/settings/connection-test.tsx';
import { Select } from '#web/settings/form/inputs.tsx';
import { profileOptions, withChosen } from '#web/settings/summaries/options.ts';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface MeaningSettingsProps {
  search: Settings['search'];
  profiles: readonly ModelProfile[];
}

/** Which model reads the records of coding sessions for search by meaning. The choice takes effect immediately. */
export function MeaningSettings({ search, profiles }: MeaningSettingsProps) {
  const { models } = useStrings().settings;
  const { meaning: words } = models;
  const patch = usePatchSettings();
  const headingId = useId();
  const chosen = search.embeddingModelProfileId;
  // These offer no embeddings.
  const able = profiles.filter(({ provider }) => provider !== 'builtin' && provider !== 'anthropic');
  return (
    <section aria-labelledby={headingId} className="mt-8 max-w-md border-t border-line pt-6">
      <h3 id={headingId} className="mb-1 font-semibold">
        {words.heading}
      </h3>
      <p className="mb-4 text-muted">{words.note}</p>
      <Select
        name="embeddingModelProfileId"
        label={words.model}
        help={words.help}
        value={String(chosen ?? '')}
        options={[
          { value: '', label: words.off },
          ...withChosen(profileOptions(able, models.builtin), chosen),
        ]}
        onChoose={(value) =>
          patch.mutate({
            search: { embeddingModelProfileId: able.find(({ id }) => id === value)?.id ?? null },
          })
        }
      />
      <ErrorNotice error={patch.error} />
      {chosen === null ? null : <ReadingState id={chosen} />}
    </section>
  );
}

/** Asked for again while it is shown: the records are read in the background. */
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
