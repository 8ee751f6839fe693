import { useAppSession } from '#web/app-session/app-session-provider.tsx';
import { useCommands } from '#web/palette/use-commands.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Turns Auto-summary on or off. */
export function AutoCommands() {
  const { palette } = useStrings();
  const { values, change } = useAppSession();
  useCommands(() => [
    {
      id: 'auto-summary',
      group: 'anywhere',
      label: values.autoSummary ? palette.autoOff : palette.autoOn,
      run: () => change({ autoSummary: !values.autoSummary }),
    },
  ]);
  return null;
}
