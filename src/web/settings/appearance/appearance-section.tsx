import { SectionHead } from '#web/settings/section-head.tsx';
import { AppearanceFields } from '#web/shell/appearance-menu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

export function AppearanceSection() {
  const { appearance } = useStrings().settings;
  return (
    <>
      <SectionHead title={appearance.heading} note={appearance.note} />
      <div className="max-w-xs space-y-5">
        <AppearanceFields />
      </div>
    </>
  );
}
