import type { Settings } from '#schema/settings.ts';
import { useSettings } from '#web/api/queries.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { OnOff } from './section-parts.tsx';
import { usePatchSettings } from './use-settings-actions.ts';

type Flag = {
  [F in keyof Settings['reader']]: Settings['reader'][F] extends boolean ? F : never;
}[keyof Settings['reader']];

interface ReaderSwitchProps {
  field: Flag;
  label: string;
  words: Record<'on' | 'off', string>;
  help: string;
}

/** Shows one of the Reader's settings that are on or off. A choice is saved at once. */
export function ReaderSwitch({ field, label, words, help }: ReaderSwitchProps) {
  const settings = useSettings();
  const patch = usePatchSettings();
  return (
    <Loaded of={settings}>
      {({ reader }) => (
        <div className="max-w-md space-y-1.5">
          <OnOff
            label={label}
            words={words}
            isOn={reader[field]}
            onChoose={(isOn) => patch.mutate({ reader: { [field]: isOn } })}
          />
          <p className="text-xs text-muted">{help}</p>
          <ErrorNotice error={patch.error} />
        </div>
      )}
    </Loaded>
  );
}
