import { useCommands } from '#web/palette/use-commands.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { looks } from '#web/theme/look.ts';
import { useLook } from '#web/theme/use-look.ts';

/** The themes. */
export function LookCommands() {
  const { appearance, palette } = useStrings();
  const [theme, choose] = useLook('theme');
  useCommands(() =>
    looks.theme.values.map((value) => ({
      id: `theme-${value}`,
      group: 'anywhere',
      label: palette.choice(appearance.parts.theme, appearance.choices.theme[value]),
      words: palette.words.theme,
      isOneOfMany: true,
      isCurrent: value === theme,
      run: () => choose(value),
    })),
  );
  return null;
}
