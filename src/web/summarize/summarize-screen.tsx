import { useRef } from 'react';
import { useClient } from '#web/api/client-provider.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { type SummaryOrder, SummaryPanel } from '#web/summary-panel/summary-panel.tsx';
import { useDraft } from './draft-provider.tsx';
import { SourceEditor } from './source-editor.tsx';

/** A text at one side, its summary at the other; on a narrow screen, one below the other. */
export function SummarizeScreen() {
  const strings = useStrings();
  const client = useClient();
  const { draft } = useDraft();
  const panelRef = useRef<HTMLDivElement>(null);

  function submit(order: SummaryOrder) {
    const title = draft.title.trim();
    return client.summarize({ ...order, text: draft.text, ...(title === '' ? {} : { title }) });
  }

  return (
    <div className="grid min-h-full lg:h-full lg:grid-cols-2 lg:grid-rows-1">
      <title>{`${strings.shell.summarize} – ${strings.productName}`}</title>
      <h1 className="sr-only">{strings.shell.summarize}</h1>
      <SourceEditor />
      <div
        ref={panelRef}
        className="flex min-h-[50vh] min-w-0 scroll-mt-0 flex-col border-t border-line lg:min-h-0 lg:border-t-0"
      >
        <SummaryPanel
          canStart={draft.text.trim() !== ''}
          submit={submit}
          rememberAs="precis.summarize-run"
          emptyNext={strings.panel.emptyNext}
          onStarted={() => panelRef.current?.scrollIntoView({ block: 'nearest' })}
        />
      </div>
    </div>
  );
}
