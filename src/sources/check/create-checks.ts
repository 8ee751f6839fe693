import { AppError } from '#schema/app-error.ts';
import type { CheckState, CheckTarget, StartCheckRequest } from '#schema/check-wire.ts';
import type { RunId } from '#schema/ids.ts';
import type { ReceiptFormat } from '#schema/runs/receipt.ts';
import type { Run, TaskType } from '#schema/runs/run.ts';
import { chooseRoute, noModel } from './choose-route.ts';
import { exportReceipt, type ReceiptFile } from './make-receipt.ts';
import { planCheck } from './plan-check.ts';
import { planRepair } from './plan-repair.ts';
import type { Checked, CheckOrder, CheckPorts } from './ports.ts';
import { nameTarget } from './target-name.ts';

export type Checks = ReturnType<typeof createChecks>;

interface Options {
  runId?: RunId | undefined;
}

/** Of one source; its newest are enough to find those of one summary. */
const newestRuns = 50;

/** What people do with the verdicts of a summary: have a model check it, correct it, and undo that. */
export function createChecks(ports: CheckPorts) {
  async function require(target: CheckTarget): Promise<Checked> {
    const checked = await ports.read(target);
    if (checked === null) throw new AppError('not_found', 'This summary is no longer stored.');
    return checked;
  }

  async function order({ target, sourceText }: StartCheckRequest, { runId }: Options): Promise<CheckOrder> {
    const checked = await require(target);
    const read = checked.sourceText ?? sourceText ?? null;
    if (
      checked.sourceText === null &&
      sourceText !== undefined &&
      ports.hash(sourceText) !== checked.source.id
    ) {
      throw new AppError('conflict', 'sourceText is not the text that was summarized.');
    }
    if (read === null) throw missingSource(checked);
    if (checked.grounding === null)
      throw new AppError('conflict', 'This summary was never checked by rules. Summarize again.');
    return {
      target,
      source: checked.source,
      text: checked.text,
      grounding: checked.grounding,
      sourceText: read,
      trigger: 'manual',
      runId,
    };
  }

  async function findNewest(
    { source }: Checked,
    target: CheckTarget,
    taskType: TaskType,
  ): Promise<Run | null> {
    const { items } = await ports.runs.listRuns({
      taskType,
      sourceKind: source.kind,
      sourceId: source.id,
      limit: newestRuns,
    });
    return items.find(({ parameters }) => parameters.target === nameTarget(target)) ?? null;
  }

  return {
    async state(target: CheckTarget): Promise<CheckState> {
      const checked = await require(target);
      return {
        check: await findNewest(checked, target, 'check'),
        repair: await findNewest(checked, target, 'repair'),
        before: await ports.store.findRepair(target, ports.hash(checked.text)),
        canCheck: (await chooseRoute(ports, 'check')).length > 0,
        canRepair: (await chooseRoute(ports, 'repair')).length > 0,
      };
    },

    /** The sentences that rules cannot decide; all of them if the settings say so or there are none. */
    async start(request: StartCheckRequest, options: Options = {}): Promise<Run> {
      if ((await chooseRoute(ports, 'check')).length === 0) throw noModel('check');
      const asked = await order(request, options);
      const { check } = await ports.getSettings();
      const planned =
        (check.mode === 'all' ? null : await planCheck(ports, asked, { which: 'undecided' })) ??
        (await planCheck(ports, asked, { which: 'all' }));
      if (planned === null) throw new AppError('conflict', 'This summary has no sentences to check.');
      return ports.engine.submit(planned);
    },

    async repair(request: StartCheckRequest, options: Options = {}): Promise<Run> {
      if ((await chooseRoute(ports, 'repair')).length === 0) throw noModel('repair');
      const planned = await planRepair(ports, await order(request, options));
      if (planned === null) throw new AppError('conflict', 'No sentence of this summary is contradicted.');
      return ports.engine.submit(planned);
    },

    async receipt({ format, ...target }: CheckTarget & { format: ReceiptFormat }): Promise<ReceiptFile> {
      const checked = await require(target);
      const { sourceText, source } = checked;
      if (sourceText === null && source.kind === 'text')
        throw new AppError(
          'conflict',
          'The text of this summary is not stored. Summarize it with precis summarize --receipt.',
        );
      if (sourceText === null) throw missingSource(checked);
      return exportReceipt(ports, { ...checked, sourceText, title: source.title }, format);
    },

    async undo(runId: RunId): Promise<void> {
      if ((await ports.store.findRepaired(runId)) === null) {
        throw new AppError('not_found', 'The text before this correction is no longer stored.');
      }
      if (!(await ports.store.undoRepair({ runId, at: ports.clock.now() }))) {
        throw new AppError('conflict', 'The summary has changed since this correction.');
      }
      for (const what of ['entries', 'threads', 'conversations', 'runs'] as const) {
        await ports.bus.publish({ kind: 'changed', what });
      }
    },

    /** After a summary was stored by other means than a run. Nothing fails if it cannot be checked. */
    async follow(target: CheckTarget): Promise<void> {
      try {
        const { check } = await ports.getSettings();
        const checked = check.mode === 'off' ? null : await ports.read(target);
        if (checked === null || checked.grounding === null || checked.sourceText === null) return;
        const { source, text, grounding, sourceText } = checked;
        const asked = { target, source, text, grounding, sourceText, trigger: 'auto' as const };
        const planned = await planCheck(ports, asked, { which: check.mode === 'all' ? 'all' : 'new' });
        if (planned !== null) await ports.engine.submit(planned);
      } catch (error) {
        ports.log.warn({ target, err: error }, 'the check of a summary was not started');
      }
    },
  };
}

function missingSource({ source }: Checked): AppError {
  if (source.kind === 'text') {
    return new AppError('source_empty', 'The text of this summary is not stored. Send it with the request.');
  }
  return new AppError('conflict', 'The source has changed since it was summarized. Summarize it again.');
}
