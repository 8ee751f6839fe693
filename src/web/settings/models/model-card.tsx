import { useState } from 'react';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import { findModelUses } from '#schema/named-in-settings.ts';
import type { Settings } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useAgents } from '#web/api/list-queries.ts';
import { queryKeys } from '#web/api/queries.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/dialog.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { TestResult, testKey, useStartTest, useTestResult } from '#web/settings/connection-test.tsx';
import { useDrafts } from '#web/settings/form/form.tsx';
import { Replacement, SectionLink, Tag } from '#web/settings/section-parts.tsx';
import { toPrimaryModel, useAction, usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { testedAs } from './model-draft.ts';

interface ModelCardProps {
  profile: ModelProfile;
  profiles: ModelProfile[];
  settings: Settings;
}

/** Shows one profile with its model, key state, prices and actions. */
export function ModelCard({ profile, profiles, settings }: ModelCardProps) {
  const client = useClient();
  const { settings: words, separator } = useStrings();
  const formats = useFormats();
  const drafts = useDrafts();
  const patch = usePatchSettings();
  const startTest = useStartTest();
  const tested = useTestResult(testKey('model', profile.id));
  const { primaryModelProfileId } = settings.summaryAgent;
  const isBuiltin = profile.id === builtinModelProfileId;
  const name = isBuiltin ? words.models.builtin : profile.name;
  const { prices } = profile;
  const uses = findModelUses(settings, profile.id);
  const facts = isBuiltin
    ? [words.models.builtinNote]
    : [
        words.models.providers[profile.provider],
        profile.model,
        words.key.state(profile.key),
        prices === null
          ? words.models.noPrices
          : words.models.priced(
              formats.cost(prices.inputPerMillionUsd),
              formats.cost(prices.outputPerMillionUsd),
            ),
      ];

  return (
    <article aria-label={name} className="rounded-lg border border-line bg-surface px-4 py-3.5 wrap-anywhere">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{name}</h3>
        {uses.map((path) => (
          <Tag key={path} strong={path === 'summaryAgent.primaryModelProfileId'}>
            {words.models.uses[path]}
          </Tag>
        ))}
        {drafts.byKey.has(`models/${profile.id}`) ? <Tag>{words.form.unsaved}</Tag> : null}
      </div>
      <p className="mt-0.5 text-muted">{facts.join(separator)}</p>
      {profile.key.kind !== 'none' && profile.key.givenFor !== undefined ? (
        <p className="mt-1 text-caution">{words.key.waits(profile.key.givenFor)}</p>
      ) : null}
      <div className="mt-2.5 flex flex-wrap items-center gap-2 empty:hidden">
        {profile.id === primaryModelProfileId ? null : (
          <Button
            disabled={patch.isPending}
            onClick={() => patch.mutate(toPrimaryModel(settings, profile.id))}
          >
            {words.models.use}
          </Button>
        )}
        {isBuiltin ? null : (
          <>
            <Button
              disabled={tested.isTesting}
              onClick={() =>
                startTest(testKey('model', profile.id), () =>
                  client.models.test(profile.id, testedAs(settings, profile)),
                )
              }
            >
              {words.models.test}
            </Button>
            <SectionLink
              section="models"
              search={{ open: profile.id }}
              label={words.edit(profile.name)}
              className={buttonClass('quiet')}
            >
              {words.editShort}
            </SectionLink>
            <RemoveModel profile={profile} profiles={profiles} settings={settings} />
          </>
        )}
      </div>
      <div className="not-has-[output:empty]:mt-1.5 empty:hidden">
        {isBuiltin ? null : <TestResult {...tested} />}
        <ErrorNotice error={patch.error} />
      </div>
    </article>
  );
}

/** Deletes a profile. If it is in use, a replacement is asked for first. */
function RemoveModel({ profile, profiles, settings }: ModelCardProps) {
  const { settings: words } = useStrings();
  const drafts = useDrafts();
  const client = useClient();
  const remove = useAction(
    (chosen: ModelProfileId | undefined) => client.models.remove(profile.id, chosen),
    [queryKeys.settings(), queryKeys.models(), queryKeys.agents()],
  );
  const agents = useAgents();
  const [asking, setAsking] = useState(false);
  const [replacement, setReplacement] = useState<ModelProfileId>(builtinModelProfileId);
  const uses = [
    ...findModelUses(settings, profile.id).map((path) => words.models.uses[path]),
    ...(agents.data ?? [])
      .filter(({ llm, summarizer }) => llm.model === profile.id || summarizer?.model === profile.id)
      .map(({ name }) => words.models.usedByAgent(name)),
  ];
  const others = profiles
    .filter(({ id }) => id !== profile.id)
    .map(({ id, name }) => ({
      value: id,
      label: id === builtinModelProfileId ? words.models.builtin : name,
    }));

  return (
    <>
      <Button look="quiet" aria-label={words.remove(profile.name)} onClick={() => setAsking(true)}>
        {words.removeShort}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={words.models.removeSure(profile.name)}
          note={words.models.removeNote}
          yes={words.removeShort}
          onConfirm={async () => {
            await remove.mutateAsync(uses.length === 0 ? undefined : replacement);
            drafts.drop(`models/${profile.id}`);
          }}
          onClose={() => setAsking(false)}
        >
          {uses.length === 0 ? null : (
            <Replacement<ModelProfileId>
              reason={words.models.replaceBy(uses)}
              label={words.models.replacement}
              value={replacement}
              options={others}
              onChoose={setReplacement}
            />
          )}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
