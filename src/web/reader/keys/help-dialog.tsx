import { Dialog } from '#web/controls/dialog.tsx';
import { scrollable } from '#web/controls/layout/scrollable.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { nameKey, shortcuts } from './shortcuts.ts';

export function HelpDialog({ onClose }: { onClose(): void }) {
  const { help } = useStrings().reader;
  return (
    <Dialog open title={help.heading} closeLabel={help.close} onClose={onClose}>
      <dl
        {...scrollable}
        className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 rounded sm:grid-cols-[auto_1fr_auto_1fr]"
      >
        {shortcuts.map(({ name, keys }) => (
          <div key={name} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded border border-line bg-sunken px-1.5 py-0.5 text-center font-mono text-xs"
                >
                  {key === ' ' ? help.space : nameKey(key)}
                </kbd>
              ))}
            </dt>
            <dd>{help.keys[name]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
