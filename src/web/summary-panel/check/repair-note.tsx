import { useId, useMemo, useState } from 'react';
import type { BeforeRepair } from '#schema/runs/check-wire.ts';
import { type Change, diffWords } from '#text/diff-words.ts';
import { ChangesView } from '#web/controls/changes-view.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { useGroundingWords } from '#web/summary-panel/grounding/grounding-words.ts';
import { CheckFailure } from './check-actions.tsx';
import { useCheckHere } from './use-check.ts';

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

/** Matches the end of a sentence with the spaces after it. A full stop inside a number does not end a sentence. */
const sentenceEnd = /(?:(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s|$)|[。！？]+[”’」』）]*|\n)\s*/gu;

/** Returns what changed between two texts, sentence by sentence. Sentences that are the same are left out. */
export function changedSentences(before: string, after: string): Change[][] {
  const sentences: Change[][] = [[]];
  for (const change of diffWords(before, after)) {
    if (change.kind === 'same' && hasEnded(sentences.at(-1))) sentences.push([]);
    const [first = '', ...rest] = change.kind === 'same' ? splitSentences(change.text) : [change.text];
    sentences.at(-1)?.push({ ...change, text: first });
    for (const text of rest) sentences.push([{ ...change, text }]);
  }
  return sentences.filter((sentence) => sentence.some(({ kind }) => kind !== 'same')).map(withoutMarker);
}

/** Removes the marker of a list item or heading, which is not part of the sentence. */
function withoutMarker([first, ...rest]: Change[]): Change[] {
  if (first?.kind !== 'same') return first === undefined ? [] : [first, ...rest];
  const text = first.text.replace(/^\s*(?:#{1,6}|[-*•]|\d{1,3}\.)\s+/, '');
  return text === '' ? rest : [{ ...first, text }, ...rest];
}

/** Whether a change has replaced the end of a sentence. */
function hasEnded(sentence: Change[] | undefined): boolean {
  const last = sentence?.at(-1);
  return last !== undefined && last.kind !== 'same' && splitSentences(last.text).at(-1) === '';
}

/** Splits a text into sentences. The last part is empty if the text ends with a sentence. */
function splitSentences(text: string): string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { index, 0: end } of text.matchAll(sentenceEnd)) {
    parts.push(text.slice(at, index + end.length));
    at = index + end.length;
  }
  return [...parts, text.slice(at)];
}
