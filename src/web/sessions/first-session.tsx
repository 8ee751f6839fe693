import { Link } from '@tanstack/react-router';
import { joinNames, transcriptClientNames } from '#schema/sessions/transcript-client.ts';
import { Button } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Command, importCommand } from './command.tsx';

const commands = { serve: 'precis serve', install: 'precis opencode install', start: 'opencode' } as const;
const steps = ['serve', 'install', 'start'] as const;

/** Empty state with three commands to get started. */
export function FirstSession({ onImport }: { onImport(): void }) {
  const { first, anyOf } = useStrings().sessions;
  return (
    <div className="mx-auto flex min-h-full max-w-lg flex-col justify-center gap-5 px-5 py-12">
      <h1 className="text-center text-2xl font-semibold tracking-tight">{first.heading}</h1>
      <p className="text-center text-balance text-muted">{first.text}</p>
      <ol className="space-y-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="numeric flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-wash text-xs font-medium text-accent"
            >
              {index + 1}
            </span>
            <div className="min-w-0 flex-1">
              <p className="leading-6">{first.steps[step]}</p>
              <Command command={commands[step]} />
            </div>
          </li>
        ))}
      </ol>
      <div>
        <p>{first.past(joinNames(Object.values(transcriptClientNames), anyOf))}</p>
        <Command command={importCommand} />
      </div>
      <p className="flex flex-wrap items-center justify-center gap-2 text-muted">
        {first.or}
        <Button onClick={onImport}>{first.importFile}</Button>
      </p>
      <p className="flex flex-wrap items-center justify-center gap-2 text-muted">
        {first.memory}
        <Link
          to="/sessions"
          search={{ view: 'memory' }}
          className="rounded text-accent hover:underline pointer-coarse:py-3.5"
        >
          {first.openMemory}
        </Link>
      </p>
    </div>
  );
}
