import { useState } from 'react';
import { defaultSettings } from '#schema/settings.ts';
import { useModels } from '#web/api/use-models.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { Button } from '#web/controls/button.tsx';
import { NoticeFrame } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { isPaid } from './auto-rule.ts';

interface AutoCostNoteProps {
  auto: { isOn: boolean; setOn(isOn: boolean): void };
}

/** Says once, when auto-summary is switched on, that it will cost something. */
export function AutoCostNote({ auto }: AutoCostNoteProps) {
  const { panel } = useStrings();
  const { data: settings = defaultSettings } = useSettings();
  const { data: models = [] } = useModels();
  const [isRead, setRead] = useState(false);
  const { primaryModelProfileId, fallbackModelProfileId } = settings.summaryAgent;
  const paid = models.find(
    (model) => (model.id === primaryModelProfileId || model.id === fallbackModelProfileId) && isPaid(model),
  );
  if (!auto.isOn || isRead || paid === undefined) return null;
  return (
    <NoticeFrame tone="caution" title={panel.autoCost(paid.name)}>
      <p>{panel.autoCostNote}</p>
      <div className="mt-2 flex gap-2">
        <Button onClick={() => setRead(true)}>{panel.autoKeep}</Button>
        <Button look="quiet" onClick={() => auto.setOn(false)}>
          {panel.autoOff}
        </Button>
      </div>
    </NoticeFrame>
  );
}
