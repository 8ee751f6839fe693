import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { type EntryId, entryIdSchema } from '#schema/entry.ts';
import type { EntrySummary } from '#schema/reader-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import type { RunEvent, RunEventBody } from '#schema/runs/run-event.ts';
import { makeRun, makeStored } from '#tests/fixtures/panel-parts.ts';
import { type Choice, isSameChoice } from './choice.ts';
import { emptyPanel, nextPanel, type PanelAction } from './panel-machine.ts';
import { viewPanel } from './panel-view.ts';

const usual: Choice = { targetLanguage: 'en', detailLevel: 'medium' };
const japanese: Choice = { targetLanguage: 'ja', detailLevel: 'medium' };

test('the panel shows only text of the visible entry and slot, in any order of events', () => {
  expect.hasAssertions();
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150, size: 'max' }), (steps) => {
      const world = createWorld();
      for (const [name, first, second] of steps) world.take(name, first, second);
    }),
    { numRuns: 1000 },
  );
});

const stepNames = [
  'open',
  'read',
  'deliver',
  'pick',
  'submit',
  'answer',
  'refuse',
  'write',
  'fall-back',
  'end',
  'send',
  'send-again',
  'finish',
  'lose',
  'resume',
  'abort',
  'clear',
  'clear-all',
  'dismiss',
  'reload',
] as const;
type StepName = (typeof stepNames)[number];
/** Steps that write and send text are those that can go wrong, so they come more often. */
const likely: StepName[] = ['submit', 'answer', 'answer', 'write', 'write', 'send', 'send', 'send'];
const step = fc.tuple(fc.constantFrom(...stepNames, ...likely), fc.nat(11), fc.nat(11));

const entries = [1, 2, 3].map((id) => entryIdSchema.parse(id));
const choices: Choice[] = [usual, japanese, { targetLanguage: 'en', detailLevel: 'short' }];

interface WorldRun {
  run: Run;
  entryId: EntryId;
  choice: Choice;
  events: RunEvent[];
  sent: number;
  /** The text that a correct reader has after the events sent so far. */
  text: string;
  ended: boolean;
}

/**
 * Creates a server, a network that delivers late and in any order, and a panel. Every text names where it belongs.
 */
function createWorld() {
  let state = emptyPanel;
  let count = 0;
  const runs: WorldRun[] = [];
  let kept: { entryId: EntryId; item: EntrySummary }[] = [];
  let requests: { requestId: number; entryId: EntryId; choice: Choice }[] = [];
  let onTheWay: PanelAction[] = [];

  const at = <T>(list: readonly T[], index: number): T | undefined => list[index % (list.length || 1)];
  const keptOf = (id: EntryId) => kept.filter((one) => one.entryId === id).map(({ item }) => item);
  const activeOf = (id: EntryId) => runs.findLast((one) => one.entryId === id && !one.ended)?.run ?? null;

  function tell(action: PanelAction): void {
    const before = viewPanel(state, usual);
    state = nextPanel(state, action);
    const after = viewPanel(state, usual);
    checkSight();
    const mayReplace = ['opened', 'loaded', 'picked', 'submitted', 'finished', 'cleared'];
    if (!mayReplace.includes(action.type)) expect(after.shown).toBe(before.shown);
    // A request for the visible slot leaves its summary in place.
    if (action.type === 'submitted' && isSameChoice(before.choice, after.choice)) {
      expect(after.shown).toBe(before.shown);
    }
  }

  function checkSight(): void {
    const { choice, shown, partial, run: shownRun, outcome } = viewPanel(state, usual);
    const here = `${state.entryId}/${choice.targetLanguage}/${choice.detailLevel}/`;
    for (const words of [shown?.summary.text ?? '', partial]) {
      const places = words.split(' ').filter((word) => word !== '');
      for (const place of places) expect(place.startsWith(here), `${place} under ${here}`).toBe(true);
      // The text comes from one run, and only from the time after its last restart.
      expect(new Set(places.map((place) => place.split('/').slice(0, 5).join('/'))).size).toBeLessThan(2);
    }
    if (shown !== null) expect(shown.summary.text.endsWith('/whole ')).toBe(true);
    expect(shownRun !== null && outcome !== null).toBe(false);
  }

  /** Adds an event on the server; it is delivered later. */
  function write(of: WorldRun, body: RunEventBody): void {
    of.events.push({ runId: of.run.id, seq: of.events.length + 1, at: 0, ...body });
  }

  function take(name: StepName, first: number, second: number): void {
    const id = at(entries, first) as EntryId;
    const choice = at(choices, second) as Choice;
    const some = at(runs, first);
    const generation = some?.events.filter(({ type }) => type === 'text-reset').length ?? 0;
    const mark = some
      ? `${some.entryId}/${some.choice.targetLanguage}/${some.choice.detailLevel}/${runs.indexOf(some)}/${generation}`
      : '';
    switch (name) {
      case 'open':
        return tell({ type: 'opened', entryId: id, held: viewPanel(state, usual).choice });
      case 'read': {
        const of = state.entryId ?? id;
        const summaries = { items: keptOf(of), active: activeOf(of) };
        onTheWay.push({ type: 'loaded', entryId: of, revision: state.revision, summaries });
        return;
      }
      case 'deliver': {
        const action = at(onTheWay, first);
        onTheWay = onTheWay.filter((one) => one !== action);
        return action && tell(action);
      }
      case 'pick':
        return tell({ type: 'picked', choice });
      case 'submit': {
        if (state.entryId === null) return;
        const requestId = ++count;
        const order = viewPanel(state, usual).choice;
        requests.push({ requestId, entryId: state.entryId, choice: order });
        return tell({ type: 'submitted', requestId, choice: order, trigger: second > 5 ? 'auto' : 'manual' });
      }
      case 'answer': {
        const request = at(requests, first);
        if (request === undefined) return;
        requests = requests.filter((one) => one !== request);
        const made = makeRun(runs.length + 1, request.choice);
        runs.push({ run: made, ...request, events: [], sent: 0, text: '', ended: false });
        return tell({ type: 'accepted', requestId: request.requestId, run: made });
      }
      case 'refuse': {
        const request = at(requests, first);
        requests = requests.filter((one) => one !== request);
        const error = new AppError('source_too_short', '');
        return request && tell({ type: 'refused', requestId: request.requestId, error });
      }
      case 'write':
        if (some && !some.ended) write(some, { type: 'text-delta', text: `${mark}/${second} ` });
        return;
      case 'fall-back':
        if (some && !some.ended) write(some, { type: 'text-reset', reason: 'fallback' });
        return;
      case 'end': {
        if (!some || some.ended) return;
        some.ended = true;
        const status = (['succeeded', 'failed', 'cancelled'] as const)[second % 3] ?? 'failed';
        write(some, {
          type: 'run-end',
          status,
          errorCode: status === 'failed' ? 'internal' : null,
          message: '',
        });
        if (status !== 'succeeded') return;
        const item = makeStored(runs.indexOf(some) + 1, some.choice, `${mark}/whole `);
        const others = kept.filter(
          (one) => one.entryId !== some.entryId || !isSameChoice(one.item.summary, some.choice),
        );
        kept = [{ entryId: some.entryId, item }, ...others];
        return;
      }
      case 'send':
        if (some && some.sent < some.events.length) {
          const sent = some.events[some.sent++] as RunEvent;
          tell({ type: 'event', event: sent });
        }
        return;
      case 'send-again': {
        const again = some?.events.slice(0, some.sent) ?? [];
        const sent = at(again, second);
        return sent && tell({ type: 'event', event: sent });
      }
      case 'finish':
        if (some?.ended && keptOf(some.entryId).some(({ run: { id: kept } }) => kept === some.run.id)) {
          const action = { type: 'finished', runId: some.run.id, stored: keptOf(some.entryId) } as const;
          if (second > 3) tell(action);
          else onTheWay.push(action);
        }
        return;
      case 'lose':
        return (
          some && tell({ type: 'lost', runId: some.run.id, error: new AppError('server_unreachable', '') })
        );
      case 'resume': {
        tell({ type: 'resumed' });
        const resumed = runs.find((one) => one.run.id === state.run?.followed.runId);
        if (resumed && state.run?.followed.seq === 0) resumed.sent = 0;
        return;
      }
      case 'abort':
        return tell({ type: 'abort-asked' });
      case 'clear':
      case 'clear-all': {
        if (state.entryId === null) return;
        const of = state.entryId;
        const shown = viewPanel(state, usual).choice;
        const only = name === 'clear' ? shown : null;
        kept = kept.filter(
          (one) => one.entryId !== of || (only !== null && !isSameChoice(one.item.summary, only)),
        );
        return tell({ type: 'cleared', entryId: of, choice: only, shown, undoId: null });
      }
      case 'dismiss':
        return tell({ type: 'dismissed' });
      case 'reload': {
        const of = state.entryId;
        state = { ...emptyPanel, revision: 0 };
        requests = [];
        onTheWay = [];
        for (const one of runs) one.sent = 0;
        if (of === null) return;
        tell({ type: 'opened', entryId: of, held: usual });
        return tell({
          type: 'loaded',
          entryId: of,
          revision: 0,
          summaries: { items: keptOf(of), active: activeOf(of) },
        });
      }
    }
  }

  return { take };
}
