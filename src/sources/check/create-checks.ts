import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type {
  CheckState,
  CheckTarget,
  SaveVerdictRequest,
  StartCheckRequest,
} from '#schema/runs/check-wire.ts';
import type { ReceiptForm } from '#schema/runs/receipt.ts';
import type { Run, TaskType } from '#schema/runs/run.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import {
  chooseRoute,
  nameTarget,
  noModel,
  opinionOf,
  planAfter,
  planCheck,
  planRepair,
} from './plan-runs.ts';
import type { Checked, CheckOrder, CheckPorts } from './ports.ts';
import { exportReceipt, type ReceiptFile } from './receipts.ts';

export type Checks = ReturnType<typeof createChecks>;

interface Options {
  runId?: RunId | undefined;
}

/** Runs are listed for one source; its newest are enough to find those of one summary. */
const newestRuns = 50;

export function createChecks(ports: CheckPorts) {
  async function require(target: CheckTarget): Promise<Checked> {
    const checked = await ports.read(target);
    if (checked === null) throw new AppError('not_found', 'This summary is no longer stored.');
    return checked;
  }

  async function order({ target, sourceText }: StartCheckRequest, { runId }: Options): Promise<CheckOrder> {
    const { source, text, compare } = await require(target);
    const compared = await compare();
    const read = compared.sourceText ?? sourceText ?? null;
    if (compared.sourceText === null && sourceText !== undefined && ports.hash(sourceText) !== source.id) {
      throw new AppError(
        'conflict',
        'sourceText is not the text that was summarized. Send the original text.',
      );
    }
    if (read === null) throw missingSource(source);
    if (compared.grounding === null)
      throw new AppError('conflict', 'This summary was never checked by rules. Summarize again.');
    return {
      target,
      source,
      text,
      grounding: compared.grounding,
      sourceText: read,
      trigger: 'manual',
      runId,
    };
  }

  /** The newest run about this summary that `isShown` accepts. It rejects runs about a text that has changed since. */
  async function findNewest(
    { source }: Checked,
    { target, taskType, isShown }: { target: CheckTarget; taskType: TaskType; isShown(run: Run): boolean },
  ): Promise<Run | null> {
    const { items } = await ports.runs.listRuns({
      taskType,
      sourceKind: source.kind,
      sourceId: source.id,
      limit: newestRuns,
    });
    return items.find((run) => run.parameters.target === nameTarget(target) && isShown(run)) ?? null;
  }

  async function tellChanged(target: CheckTarget): Promise<void> {
    await ports.tellChanged(target);
    for (const what of ['entries', 'threads', 'conversations', 'runs'] as const) {
      await ports.bus.publish({ kind: 'changed', what });
    }
  }

  const started = new Set<Promise<void>>();

  async function startAfter(target: CheckTarget, runId: RunId | undefined): Promise<void> {
    const { mode, repair } = (await ports.getSettings()).check;
    const checked = mode === 'off' && !repair ? null : await ports.read(target);
    if (checked === null || (runId !== undefined && checked.runId !== runId)) return;
    const { source, text } = checked;
    const { grounding, sourceText } = await checked.compare();
    if (grounding === null || sourceText === null) return;
    const planned = await planAfter(ports, { target, source, text, grounding, sourceText, trigger: 'auto' });
    if (planned !== null) await ports.engine.submit(planned);
  }

  return {
    async state(target: CheckTarget): Promise<CheckState> {
      const checked = await require(target);
      const { text, provider, model } = checked;
      const textHash = ports.hash(text);
      const before = await ports.store.findRepair(target, textHash);
      const opinions = await ports.store.getOpinions(target);
      const isShown = ({ id, parameters }: Run) => parameters.textHash === textHash || id === before?.runId;
      return {
        text,
        check: await findNewest(checked, { target, taskType: 'check', isShown }),
        repair: await findNewest(checked, { target, taskType: 'repair', isShown }),
        before,
        canCheck: (await chooseRoute(ports, 'check')).length > 0,
        canRepair: (await chooseRoute(ports, 'repair')).length > 0,
        isByWriter:
          model !== null &&
          opinions?.textHash === textHash &&
          opinions.check?.provider === provider &&
          opinions.check?.model === model,
      };
    },

    /** Checks all sentences, also those that rules quote or doubt. */
    async start(request: StartCheckRequest, options: Options = {}): Promise<Run> {
      if ((await chooseRoute(ports, 'check')).length === 0) throw noModel('check');
      const asked = await order(request, options);
      const planned = await planCheck(ports, asked, { which: 'all' });
      if (planned === null)
        throw new AppError('conflict', 'This summary has no sentences to check. Summarize again.');
      return ports.engine.submit(planned);
    },

    async repair(request: StartCheckRequest, options: Options = {}): Promise<Run> {
      if ((await chooseRoute(ports, 'repair')).length === 0) throw noModel('repair');
      const planned = await planRepair(ports, await order(request, options));
      if (planned === null)
        throw new AppError(
          'conflict',
          'No sentence of this summary is contradicted. There is nothing to correct.',
        );
      return ports.engine.submit(planned);
    },

    /** Stores what a person says about a sentence. */
    async saveVerdict({ target, sentence, verdict }: SaveVerdictRequest): Promise<void> {
      const { text, compare } = await require(target);
      const { grounding } = await compare();
      const { start, end } = sentence;
      const judged = grounding?.sentences ?? [];
      // The turn of a session may no longer be stored, although the verdicts on its summary are.
      const isSentence = grounding === null || judged.some((one) => one.start === start && one.end === end);
      if (!isSentence || text.slice(start, end) !== sentence.text) throw changedSince();
      const at = ports.clock.now();
      const saved = await ports.store.saveVerdict({
        target,
        textHash: ports.hash(text),
        sentence: { start, end },
        person: verdict === null ? null : { verdict, at },
        opinions: judged.flatMap(opinionOf),
        check: grounding?.check ?? null,
        at,
      });
      if (saved === 'changed') throw changedSince();
      await tellChanged(target);
    },

    async receipt({ format, language, ...target }: CheckTarget & ReceiptForm): Promise<ReceiptFile> {
      const checked = await require(target);
      const { source } = checked;
      const { sourceText, grounding } = await checked.compare();
      if (sourceText === null && source.kind === 'text')
        throw new AppError(
          'conflict',
          'The text of this summary is not stored. Summarize it with precis summarize --receipt.',
        );
      if (sourceText === null) throw missingSource(source);
      const summary = { ...checked, sourceText, grounding, title: source.title };
      return exportReceipt(ports, summary, { format, language });
    },

    async undo(runId: RunId): Promise<void> {
      const before = await ports.store.getBefore(runId);
      if (before === null) {
        throw new AppError('not_found', 'The text before this correction is no longer stored.');
      }
      const tokens = (await loadTokenizer()).count(before.text);
      const result = await ports.store.undoRepair({ runId, tokens, at: ports.clock.now() });
      if (result === 'changed') {
        throw new AppError(
          'conflict',
          'The summary has changed since this correction. Summarize again for a new one.',
        );
      }
      if (result === 'busy') {
        throw new AppError('conflict', 'The summary is being updated. Try again when the update is done.');
      }
      await tellChanged(before.target);
    },

    /**
     * Starts the check or correction that the settings ask for after a run or a turn has changed a summary. Returns
     * at once; a failure is only logged. With `runId`, it does nothing unless that run wrote the summary.
     */
    follow(target: CheckTarget, runId?: RunId): void {
      const following = startAfter(target, runId)
        .catch((error: unknown) => ports.log.warn({ target, err: error }, 'a summary was not checked'))
        .finally(() => started.delete(following));
      started.add(following);
    },

    /** Resolves when everything that `follow` started has been submitted. */
    async settle(): Promise<void> {
      await Promise.all(started);
    },
  };
}

function changedSince(): AppError {
  return new AppError('conflict', 'The summary does not have this sentence. Read it again.');
}

function missingSource(source: Checked['source']): AppError {
  if (source.kind === 'text') {
    return new AppError('source_empty', 'The text of this summary is not stored. Send it with the request.');
  }
  if (source.kind === 'session') {
    return new AppError(
      'conflict',
      'What this turn of the session was summarized from is no longer stored. Check a newer one.',
    );
  }
  return new AppError('conflict', 'The source has changed since it was summarized. Summarize it again.');
}
