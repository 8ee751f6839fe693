import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Observation } from '#schema/sessions/session.ts';
import { readTool } from '#text/tools/read-tool.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { scrollable } from '#web/controls/layout/scrollable.ts';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { DiffView } from '#web/sessions/changes/diff-view.tsx';
import { recordRef } from '#web/sessions/record-ref.ts';
import { sessionsKeys } from '#web/sessions/sessions-keys.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { layOut } from './describe-tool.ts';

/** The full input and output of a tool. `known` may be truncated, as records in events are. */
export function OpenObservation({ known }: { known: Observation }) {
  const { timeline } = useStrings().sessions;
  const client = useClient();
  const reference = recordRef({ kind: 'observation', id: known.id });
  const { data, error } = useQuery({
    queryKey: sessionsKeys.record(reference),
    queryFn: async () => (await client.sessions.records([reference])).items[0] ?? null,
  });
  if (data === null) return <p className="text-muted">{timeline.gone}</p>;
  const observation = data?.kind === 'observation' ? data : known;
  const { toolResponse, cwd } = observation;
  return (
    <div className="space-y-2">
      <ErrorNotice error={error} tone="caution" />
      <Side label={timeline.input}>
        <Input observation={observation} />
      </Side>
      <Side label={timeline.output}>
        <Text text={layOut(toolResponse)} />
      </Side>
      {cwd === '' ? null : (
        <p className="text-xs text-muted wrap-anywhere">
          {timeline.folder}: <code className="font-mono">{cwd}</code>
        </p>
      )}
    </div>
  );
}

/** An edit as the difference it makes, anything else as it was given. */
function Input({ observation }: { observation: Observation }) {
  const differences = readTool(observation).files.filter(({ lines }) => lines !== null);
  if (differences.length === 0) return <Text text={layOut(observation.toolInput)} />;
  return differences.map(({ path, lines }, index) => (
    // A patch may name a file twice.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <div key={index} className="mt-0.5 space-y-1">
      <code className="block font-mono text-xs wrap-anywhere">{path}</code>
      <DiffView lines={lines ?? []} />
    </div>
  ));
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Not a region: several calls may be open.
    <div role="group" aria-label={label}>
      <h3 className="text-xs text-muted">{label}</h3>
      {children}
    </div>
  );
}

function Text({ text }: { text: string }) {
  const { timeline } = useStrings().sessions;
  if (text === '') return <p className="text-xs text-muted">{timeline.nothing}</p>;
  return (
    <pre
      {...scrollable}
      dir="auto"
      className="mt-0.5 max-h-80 overflow-auto rounded-md border border-line bg-paper px-2.5 py-1.5 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}
