import { ChevronDown, ChevronUp, PanelBottom, PanelRight } from 'lucide-react';
import { useState } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import type { Run } from '#schema/runs/run.ts';
import { Button, IconButton } from '#web/controls/button.tsx';
import { keyHint } from '#web/controls/keys.ts';
import { Splitter } from '#web/controls/layout/panes.tsx';
import { modelName } from '#web/controls/model-name.ts';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useKeptSize } from '#web/kept-state.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AdvancedPart } from './advanced-part.tsx';
import { AutoCostNote } from './auto-summary.tsx';
import { CheckNote } from './check/check-note.tsx';
import { RepairNote } from './check/repair-note.tsx';
import { CheckProvider } from './check/use-check.ts';
import { slotName } from './choice.ts';
import type { SummarySource } from './grounding/sentence-passages.ts';
import { ClearedNote, OutcomeNotice } from './outcome-notice.tsx';
import type { PanelControls, PanelKeys } from './panel-actions.tsx';
import { PanelBody } from './panel-body.tsx';
import { PanelSheet } from './panel-sheet.tsx';
import { PanelToolbar } from './panel-toolbar.tsx';
import type { PanelView } from './panel-view.ts';
import { StatusLine } from './status-line.tsx';
import type { CheckedView, EntryPanel } from './use-entry-panel.ts';
import type { PanelPlace } from './use-panel-place.ts';

const heights = { initial: 280, min: 220, max: 520 };
const widths = { initial: 400, min: 340, max: 640 };

interface SummaryPanelProps {
  head: EntryHead;
  panel: EntryPanel;
  checked: CheckedView;
  place: PanelPlace;
  /** Null until the article is loaded. */
  source: SummarySource | null;
  controls: PanelControls;
  keys: PanelKeys;
  /** Fetches the full article if the feed provides only an excerpt. It is null if that is not possible. */
  onFetchFullText: (() => Promise<void>) | null;
}

/**
 * Shows the summary's controls, state and text below the article, beside it or in a sheet. The place and size are
 * stored.
 */
export function SummaryPanel(props: SummaryPanelProps) {
  const { head, panel, checked, place, source, controls, keys, onFetchFullText } = props;
  const { panel: words, problem } = useStrings();
  const { state } = panel;
  const { check, view } = checked;
  const { dock } = place;
  const { actions, auto, override, setOverride, failure, setFailure } = controls;
  const [height, setHeight] = useKeptSize({ key: 'precis.panel-height', ...heights });
  const [width, setWidth] = useKeptSize({ key: 'precis.panel-width', ...widths });
  const [isAdvanced, setAdvanced] = useState(false);
  const dockLabel = dock === 'below' ? words.dockBeside : words.dockBelow;

  const status = (
    <StatusLine
      view={view}
      source={source}
      isAdvanced={isAdvanced}
      onAdvanced={place.sheet === null ? () => setAdvanced(!isAdvanced) : null}
    />
  );
  const contents = (
    <>
      {place.sheet === null ? status : null}
      <PanelBody
        view={view}
        isKnown={state.stored !== null}
        isHidden={isAdvanced}
        source={source}
        // The status scrolls with the text, which leaves more of a half-open sheet to the text.
        header={place.sheet === null ? null : <div className="-mx-4 -mt-4 mb-4">{status}</div>}
        footer={
          // The status line has no room for a button that is large enough for a finger.
          place.sheet === null ? null : (
            <Button
              look="quiet"
              aria-expanded={isAdvanced}
              onClick={() => setAdvanced(!isAdvanced)}
              className="-ms-3 mt-2 font-normal text-muted"
            >
              {words.advanced}
            </Button>
          )
        }
      >
        {state.undo === null || state.undo.entryId !== head.id ? null : (
          <ClearedNote onUndo={() => void panel.undoClear().catch((error: Error) => setFailure(error))} />
        )}
        <ChoiceNote view={view} onBack={panel.showWanted} />
        {view.shown === null || view.run !== null ? null : (
          <>
            <FallbackNote run={view.shown.run} />
            <RepairNote text={view.shown.summary.text} />
          </>
        )}
        <AutoCostNote auto={auto} />
        {/* Once a model has checked the summary, its verdicts and their cost say so, and the text has the room. */}
        {view.shown?.summary.grounding?.check === undefined ? <CheckNote /> : null}
        <ErrorNotice error={panel.error}>
          <Button onClick={() => void panel.readAnew()}>{problem.retry}</Button>
        </ErrorNotice>
        {failure === 'copy' ? <p role="alert">{words.copyFailed}</p> : <ErrorNotice error={failure} />}
        <OutcomeNotice
          view={view}
          onAnyway={controls.summarizeAnyway}
          onRetry={panel.retry}
          onDismiss={panel.dismiss}
          onFetchFullText={onFetchFullText}
        />
        {isAdvanced ? (
          <AdvancedPart entryId={head.id} choice={view.choice} override={override} onOverride={setOverride} />
        ) : null}
      </PanelBody>
    </>
  );

  if (place.sheet !== null) {
    return (
      <CheckProvider value={check}>
        <PanelSheet
          sheet={place.sheet}
          view={view}
          isKnown={state.stored !== null}
          controls={controls}
          keys={keys}
        >
          <div className="flex shrink-0 px-3 pb-1">
            <PanelToolbar isInSheet title={head.title} panel={panel} controls={controls} keys={keys} />
          </div>
          {contents}
        </PanelSheet>
      </CheckProvider>
    );
  }
  if (!place.isOpen) {
    return (
      <section aria-label={words.heading} className="shrink-0 border-t border-line bg-surface">
        <CollapsedRow panel={panel} onExpand={() => place.setOpen(true)} />
      </section>
    );
  }
  return (
    <CheckProvider value={check}>
      {dock === 'below' ? null : (
        <Splitter
          label={words.resizeWidth}
          orientation="vertical"
          sized="after"
          size={width}
          {...widths}
          onResize={setWidth}
        />
      )}
      <section
        aria-label={words.heading}
        data-dock={dock}
        style={dock === 'below' ? { height } : { width }}
        className={`@container flex min-h-0 shrink-0 flex-col bg-surface ${dock === 'below' ? 'max-h-[62%]' : 'max-w-[50%]'}`}
      >
        {dock === 'beside' ? null : (
          <Splitter
            label={words.resize}
            orientation="horizontal"
            size={height}
            {...heights}
            onResize={setHeight}
          />
        )}
        <div className="flex min-h-[43px] shrink-0 items-start gap-1 py-1 ps-1.5 pe-3 @[44rem]:items-center lg:pe-4">
          <IconButton
            aria-expanded
            label={words.collapse}
            onClick={() => place.setOpen(false)}
            className="px-1.5"
          >
            <ChevronDown aria-hidden className="size-4 text-muted" />
          </IconButton>
          <PanelToolbar title={head.title} panel={panel} controls={controls} keys={keys} />
          {actions.moveDock === null ? null : (
            <IconButton
              label={dockLabel}
              {...keyHint(dockLabel, keys.dock)}
              onClick={actions.moveDock}
              className="px-1.5"
            >
              {dock === 'below' ? (
                <PanelRight aria-hidden className="size-4 text-muted" />
              ) : (
                <PanelBottom aria-hidden className="size-4 text-muted" />
              )}
            </IconButton>
          )}
        </div>
        {contents}
      </section>
    </CheckProvider>
  );
}

/** Says that a different model answered than the one requested, and why. */
function FallbackNote({ run }: { run: Run }) {
  const strings = useStrings();
  const { panel, problem, none } = strings;
  const answered = modelName(run, strings) ?? none;
  return run.modelFailures.map((failure) => (
    <p key={failure.modelProfileId} data-testid="fallback-note" className="text-[0.8125rem] text-caution">
      {panel.fallback({
        answered,
        failed: modelName(failure, strings) ?? failure.modelProfileId,
        reason: problem.reason(failure.errorCode, failure.message),
      })}
    </p>
  ));
}

interface ChoiceNoteProps {
  view: PanelView;
  onBack(): void;
}

/** Says that the shown summary is not the one selected for this session, before the next click pays for it. */
function ChoiceNote({ view, onBack }: ChoiceNoteProps) {
  const strings = useStrings();
  const { panel } = strings;
  const { choice, wanted, shown } = view;
  if (wanted === null) return null;
  return (
    <p data-testid="choice-note" className="text-[0.8125rem] text-muted">
      {(shown === null ? panel.selectedSlot : panel.shownSlot)(slotName(choice, strings))}{' '}
      <button
        type="button"
        onClick={onBack}
        className="cursor-pointer rounded-sm text-accent underline underline-offset-2 hover:text-ink"
      >
        {panel.wantedSlot(slotName(wanted, strings))}
      </button>
    </p>
  );
}

/** Shows the collapsed panel as a row that says whether there is a summary. A click expands it. */
function CollapsedRow({ panel, onExpand }: { panel: EntryPanel; onExpand(): void }) {
  const { panel: words } = useStrings();
  const { state } = panel;
  const isRunning = state.run !== null || state.pending !== null;
  const hasSummary = (state.stored?.length ?? 0) > 0;
  const told = isRunning ? words.running : hasSummary ? words.exists : null;
  return (
    <button
      type="button"
      aria-expanded={false}
      title={words.expand}
      onClick={onExpand}
      className="flex h-[43px] w-full items-center gap-2 px-3.5 text-start hover:bg-sunken/60 -outline-offset-2"
    >
      <ChevronUp aria-hidden className="size-4 text-muted" />
      <span className="font-medium">{words.heading}</span>
      {told === null ? null : (
        <>
          <span
            aria-hidden
            data-testid="summary-dot"
            title={told}
            className={`size-2 rounded-full bg-accent ${isRunning ? 'animate-pulse' : ''}`}
          />
          <span className="sr-only">{told}</span>
        </>
      )}
    </button>
  );
}
