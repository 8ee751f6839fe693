import { useId, useState } from 'react';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { Settings } from '#schema/settings.ts';
import { useAgents } from '#web/api/use-agents.ts';
import { Button } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { Picker } from '#web/controls/picker.tsx';
import { useDrafts } from '#web/settings/drafts/drafts-provider.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useRemoveModel } from './model-actions.ts';

interface RemoveModelProps {
  profile: ModelProfile;
  profiles: ModelProfile[];
  settings: Settings;
}

/** Deletes a profile; if it is in use, asks for a replacement. */
export function RemoveModel({ profile, profiles, settings }: RemoveModelProps) {
  const { settings: words } = useStrings();
  const drafts = useDrafts();
  const remove = useRemoveModel();
  const agents = useAgents();
  const pickerId = useId();
  const [asking, setAsking] = useState(false);
  const [replacement, setReplacement] = useState<ModelProfileId>(builtinModelProfileId);
  const { primaryModelProfileId, fallbackModelProfileId } = settings.summaryAgent;
  const uses = [
    ...(primaryModelProfileId === profile.id ? [words.models.isPrimary] : []),
    ...(fallbackModelProfileId === profile.id ? [words.models.isFallback] : []),
    ...(settings.check.modelProfileId === profile.id ? [words.models.isChecker] : []),
    ...(settings.check.repairModelProfileId === profile.id ? [words.models.isRepairer] : []),
    ...([settings.translation.primaryModelProfileId, settings.translation.fallbackModelProfileId].includes(
      profile.id,
    )
      ? [words.models.isTranslator]
      : []),
    ...([settings.tagging.primaryModelProfileId, settings.tagging.fallbackModelProfileId].includes(profile.id)
      ? [words.models.isTagger]
      : []),
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
            await remove.mutateAsync({
              id: profile.id,
              replacement: uses.length === 0 ? undefined : replacement,
            });
            drafts.drop(`models/${profile.id}`);
          }}
          onClose={() => setAsking(false)}
        >
          {uses.length === 0 ? null : (
            <div className="space-y-1.5">
              <label htmlFor={pickerId}>{words.models.replaceBy(uses)}</label>
              <Picker<ModelProfileId>
                label={words.models.replacement}
                value={replacement}
                options={others}
                onChoose={setReplacement}
                control={{ id: pickerId }}
                className="w-full"
              />
            </div>
          )}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
