import { builtinModelProfileId } from '#schema/ids.ts';
import { useModels } from '#web/api/use-models.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { Toast } from '#web/controls/toast.tsx';
import { useCommands } from '#web/palette/use-commands.ts';
import { toPrimaryModel, usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

type PatchSettings = ReturnType<typeof usePatchSettings>;

/** Switches the model for summaries. Stays after the palette has closed, to say if that failed. */
export function ModelSwitch({ isOffered }: { isOffered: boolean }) {
  const { palette } = useStrings();
  const patch = usePatchSettings();
  return (
    <>
      {isOffered ? <ModelCommands patch={patch} /> : null}
      <Toast
        message={patch.error === null ? null : { title: palette.failed, note: patch.error.message }}
        onClose={patch.reset}
      />
    </>
  );
}

function ModelCommands({ patch }: { patch: PatchSettings }) {
  const { palette, settings: words } = useStrings();
  const { data: models } = useModels();
  const { data: settings } = useSettings();
  useCommands(() =>
    settings === undefined
      ? []
      : (models ?? []).map(({ id, name, model }) => ({
          id: `model-${id}`,
          group: 'anywhere',
          label: palette.choice(palette.model, id === builtinModelProfileId ? words.models.builtin : name),
          words: `${palette.words.model} ${model}`,
          isOneOfMany: true,
          isCurrent: id === settings.summaryAgent.primaryModelProfileId,
          run: () => patch.mutate(toPrimaryModel(settings, id)),
        })),
  );
  return null;
}
