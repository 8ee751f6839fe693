import type { Command } from '#web/palette/command.ts';
import { useCommands } from '#web/palette/use-commands.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { type Look, looks } from '#web/theme/look.ts';
import { useLook } from '#web/theme/use-look.ts';

type Offered = 'theme' | 'density';

/** The themes, and the layouts of the list. */
export function LookCommands() {
  return (
    <>
      <LookPartCommands part="theme" />
      <LookPartCommands part="density" />
    </>
  );
}

function LookPartCommands({ part }: { part: Offered }) {
  const { appearance, palette } = useStrings();
  const [chosen, choose] = useLook(part);
  const names = new Map<string, string>(Object.entries(appearance.choices[part]));
  const values: readonly Look<Offered>[] = looks[part].values;
  useCommands(() =>
    values.map(
      (value): Command => ({
        id: `${part}-${value}`,
        group: 'anywhere',
        label: palette.choice(appearance.parts[part], names.get(value) ?? value),
        words: palette.words[part],
        isOneOfMany: true,
        isCurrent: value === chosen,
        run: () => choose(value),
      }),
    ),
  );
  return null;
}
