import { useId, useMemo, useState } from 'react';
import type { BeforeRepair } from '#schema/check-wire.ts';
import { ChangesView } from '#web/controls/changes-view.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { useGroundingWords } from '#web/summary-panel/grounding/grounding-words.ts';
import { changedSentences } from './changed-sentences.ts';
import { CheckFailure } from './check-actions.tsx';
import { useCheckHere } from './check-provider.ts';

const linkClass = 'rounded-sm text-accent underline underline-offset-2 hover:text-ink disabled:text-muted';

/** Says that a model corrected the summary, shows what it changed, and offers to bring back the text before. */
export function RepairNote({ text }: { text: string }) {
  const check = useCheckHere();
  const before = check?.before ?? null;
  if (check === null || before === null) return null;
  return (
    <div data-testid="repair-note" className="space-y-2 text-[0.8125rem] text-muted">
      <Corrected
        key={before.runId}
        before={before}
        text={text}
        isBusy={check.busy !== null}
        onUndo={check.undo}
      />
      {check.problem?.task === 'undo' ? <CheckFailure problem={check.problem} /> : null}
    </div>
  );
}

interface CorrectedProps {
  before: BeforeRepair;
  text: string;
  isBusy: boolean;
  onUndo(): void;
}

function Corrected({ before, text, isBusy, onUndo }: CorrectedProps) {
  const words = useGroundingWords();
  const { separator } = useStrings();
  const formats = useFormats();
  const [isShown, setShown] = useState(false);
  const id = useId();
  const changes = useMemo(() => changedSentences(before.text, text), [before.text, text]);
  return (
    <>
      <p>
        <span title={formats.fullTime(before.at)}>{words.correctedBy(before.model ?? words.aModel)}</span>
        {separator}
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
          className={linkClass}
        >
          {isShown ? words.hideBefore : words.showBefore}
        </button>
        {separator}
        <button type="button" disabled={isBusy} onClick={onUndo} className={linkClass}>
          {words.bringBack}
        </button>
      </p>
      <section
        id={id}
        aria-label={words.beforeNote}
        hidden={!isShown}
        className="rounded-lg bg-sunken px-3.5 py-2.5"
      >
        <ul className="space-y-1.5 text-ink">
          {changes.map((sentence, index) => (
            // The sentences of one comparison keep their positions.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <ChangesView changes={sentence} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
