import type { ModelProfile } from '#schema/models/model-profile.ts';
import { defaultSettings } from '#schema/settings.ts';
import { useModels } from '#web/api/use-models.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { Button } from '#web/controls/button.tsx';
import { NoticeFrame } from '#web/controls/problem-notice.tsx';
import { useKeptState } from '#web/kept/use-kept-state.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { isPaid } from '#web/summary-panel/auto-rule.ts';

interface AutoCostNoteProps {
  auto: { isOn: boolean; setOn(isOn: boolean): void };
}

const maxAccepted = 100;

/** A profile that now calls another model has different costs. */
function nameOf({ id, provider, model }: ModelProfile): string {
  return `${id} ${provider} ${model}`;
}

const parseAccepted = (stored: string | null) => stored ?? '';

/** Warns that auto-summary costs money, until the user accepts that for the model. */
export function AutoCostNote({ auto }: AutoCostNoteProps) {
  const { panel } = useStrings();
  const { data: settings = defaultSettings } = useSettings();
  const { data: models = [] } = useModels();
  const [accepted, setAccepted] = useKeptState<string>({
    key: 'precis.auto-cost-accepted',
    area: 'local',
    parse: parseAccepted,
    isShared: true,
  });
  const { primaryModelProfileId, fallbackModelProfileId } = settings.summaryAgent;
  const known = accepted.split('\n');
  const paid = models
    .filter(({ id }) => id === primaryModelProfileId || id === fallbackModelProfileId)
    .find((model) => isPaid(model) && !known.includes(nameOf(model)));
  if (!auto.isOn || paid === undefined) return null;
  return (
    <NoticeFrame tone="caution" title={panel.autoCost(paid.name)}>
      <p>{panel.autoCostNote}</p>
      <div className="mt-2 flex gap-2">
        <Button onClick={() => setAccepted([...known, nameOf(paid)].slice(-maxAccepted).join('\n'))}>
          {panel.autoKeep}
        </Button>
        <Button look="quiet" onClick={() => auto.setOn(false)}>
          {panel.autoOff}
        </Button>
      </div>
    </NoticeFrame>
  );
}
