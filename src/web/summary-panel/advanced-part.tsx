import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { EntryId } from '#schema/entry.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { Choice } from './choice.ts';

interface AdvancedPartProps {
  entryId: EntryId;
  choice: Choice;
  /** The system prompt of the next run. If it is empty, the template's prompt is used. */
  override: string;
  onOverride(override: string): void;
}

/** Shows the template in use and its prompt for this entry, and takes a system prompt for one run. */
export function AdvancedPart({ entryId, choice, override, onOverride }: AdvancedPartProps) {
  const client = useClient();
  const { panel, runs } = useStrings();
  const overrideId = useId();
  const { data, error } = useQuery({
    queryKey: ['entries', 'prompt', entryId, choice],
    queryFn: () => client.reader.summaries.prompt(entryId, choice),
    gcTime: 0,
  });
  return (
    <div className="space-y-4">
      <ErrorNotice error={error} />
      {data === undefined ? null : (
        <p className="text-muted">
          {panel.template}: {runs.templateVersion(data.template.id, data.template.version)}
        </p>
      )}
      <div>
        <label htmlFor={overrideId} className="mb-1 block text-xs text-muted">
          {panel.override}
        </label>
        <textarea
          id={overrideId}
          value={override}
          maxLength={20_000}
          placeholder={panel.overridePlaceholder}
          spellCheck={false}
          onChange={(event) => onOverride(event.target.value)}
          className="block h-20 w-full resize-y rounded-md border border-edge/60 bg-surface px-2.5 py-2 leading-relaxed"
        />
      </div>
      {data === undefined ? null : (
        <>
          <Prompt title={panel.systemPrompt} text={override.trim() === '' ? data.system : override} />
          <Prompt title={panel.prompt} text={data.prompt} />
        </>
      )}
    </div>
  );
}

function Prompt({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <details>
      <summary className="cursor-pointer text-xs text-muted">{title}</summary>
      <pre className="mt-1.5 max-h-80 overflow-y-auto rounded-lg bg-paper px-3.5 py-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </details>
  );
}
