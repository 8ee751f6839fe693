import { useSettings } from '#web/api/use-settings.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { SectionHead } from '#web/settings/section-parts.tsx';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { AppearanceFields } from '#web/shell/appearance-menu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { OnOff } from './section-parts.tsx';

export function AppearanceSection() {
  const { appearance } = useStrings().settings;
  const settings = useSettings();
  return (
    <>
      <SectionHead title={appearance.heading} note={appearance.note} />
      <div className="max-w-xs space-y-5">
        <AppearanceFields />
      </div>
      <h3 className="mt-9 mb-1 font-semibold">{appearance.articles}</h3>
      <p className="mb-4 text-muted">{appearance.articlesNote}</p>
      <Loaded of={settings}>{({ reader }) => <PictureChoice loads={reader.loadImages} />}</Loaded>
    </>
  );
}

function PictureChoice({ loads }: { loads: boolean }) {
  const { appearance } = useStrings().settings;
  const patch = usePatchSettings();
  return (
    <div className="max-w-md space-y-1.5">
      <OnOff
        label={appearance.pictures}
        words={appearance.pictureChoices}
        isOn={loads}
        onChoose={(loadImages) => patch.mutate({ reader: { loadImages } })}
      />
      <p className="text-xs text-muted">{appearance.picturesHelp}</p>
      <ErrorNotice error={patch.error} />
    </div>
  );
}
