import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { FollowedRun } from '#client/follow-run.ts';
import { type AppError, toAppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { BeforeRepair, CheckState, CheckTarget } from '#schema/runs/check-wire.ts';
import type { PersonVerdict } from '#schema/runs/grounding.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/queries.ts';
import { useFollowedRun } from '#web/api/use-followed-run.ts';
import type { ShownProblem } from '#web/controls/problem-notice.tsx';
import { type Arrived, type CheckRun, type CheckTask, pickActive, pickFailed } from './check-run.ts';

export interface CheckProblem {
  task: CheckTask | 'state' | 'undo' | 'verdict';
  problem: ShownProblem;
  /** Null if there is no run. */
  runId: RunId | null;
  retry(): void;
}

/** The check of one summary by a model, and its correction. */
export interface Check {
  /** Null until the state of the shown text is loaded. */
  state: CheckState | null;
  /** The text before its correction, or null if it was not corrected. */
  before: BeforeRepair | null;
  /** The run in progress, or null if nothing is running. `followed` is null until its first event. */
  busy: { task: CheckTask; followed: FollowedRun | null; canAbort: boolean; isStopping: boolean } | null;
  /** The last run whose end was seen here. */
  ended: { task: CheckTask; status: FollowedRun['status'] } | null;
  /** The reason why the last request or run failed. */
  problem: CheckProblem | null;
  /**
   * The verdicts of the run in progress, or of a run that has just succeeded and whose verdicts the summary may lack.
   */
  arrived: Arrived | null;
  /** Loads the state if it was not needed until now. */
  load(): void;
  start(task: CheckTask): void;
  abort(): void;
  undo(): void;
  /** Stores what the user says about a sentence. Null withdraws it. */
  say(sentence: { start: number; end: number }, verdict: PersonVerdict | null): void;
}

interface CheckOptions {
  /** Null means that there is no summary. */
  target: CheckTarget | null;
  /** The text of the summary. Verdicts are about this text only. */
  text: string;
  /** Reads the summary and its verdicts again. */
  onChanged(): Promise<unknown>;
  /**
   * Whether the state is needed at once. A long list of summaries loads the state only for those that the user looks
   * at.
   */
  isNeeded?: boolean;
  /** The text before the correction, if the summary itself contains it. */
  before?: BeforeRepair | null;
}

interface Asked {
  key: string;
  text: string;
  task: CheckTask | 'undo' | 'abort' | 'verdict';
  retry(): void;
  /** Null while the server has not answered. */
  error: AppError | null;
}

interface Following {
  key: string;
  task: CheckTask;
  runId: RunId;
  at: number;
  /** The text that the run checks or corrects. */
  text: string;
  isStopping: boolean;
}

interface Last extends Following {
  followed: FollowedRun;
  /** The text after the run. After a correction, this is the corrected text. */
  textAfter: string;
}

export function useCheck(options: CheckOptions): Check | null {
  const { target, text, onChanged, isNeeded = true } = options;
  const client = useClient();
  const queryClient = useQueryClient();
  const key = target === null ? '' : `${target.kind} ${target.id}`;
  const queryKey = queryKeys.check(target);
  const [wanted, setWanted] = useState<string | null>(null);
  const load = useCallback(() => setWanted(key), [key]);
  // A state that was needed once is kept current.
  if (isNeeded && wanted !== key) setWanted(key);
  const { data: read, error } = useQuery({
    queryKey,
    enabled: target !== null && wanted === key,
    queryFn: () => client.checks.state(target as CheckTarget),
  });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [following, setFollowing] = useState<Following | null>(null);
  const [last, setLast] = useState<Last | null>(null);

  // The summary and the state are read one after the other, and the summary may be replaced in between.
  const isOther = read !== undefined && read.text !== text;
  const data = isOther ? undefined : read;
  useEffect(() => {
    if (isOther) void queryClient.invalidateQueries({ queryKey });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOther, text]);

  // A run is followed to its end, even if the state already says that it ended.
  const active = pickActive(data, last?.runId ?? null);
  const isOld = following !== null && following.key !== key;
  if (active !== null && (following === null || isOld || following.text !== text)) {
    setFollowing(following?.runId === active.run.id ? { ...following, key, text } : toFollow(active));
    setAsked(null);
  } else if (isOld) setFollowing(null);
  if (last !== null && last.key !== key) setLast(null);

  const mine = following?.key === key ? following : null;
  /** Null if the summary was replaced while the run was in progress. */
  const current = mine?.text === text ? mine : null;
  const { followed, lost, followAgain } = useFollowedRun({
    runId: mine?.runId ?? null,
    onEnd: (ended) => {
      if (mine !== null) void end(mine, ended);
    },
  });
  if (target === null) return null;

  function toFollow({ task, run }: CheckRun): Following {
    return { key, task, runId: run.id, at: run.createdAt, text, isStopping: false };
  }

  async function end(run: Following, ended: FollowedRun): Promise<void> {
    await Promise.all([queryClient.invalidateQueries({ queryKey }), onChanged()]);
    const isCorrected = run.task === 'repair' && ended.status === 'succeeded';
    const after = queryClient.getQueryData<CheckState>(queryKey)?.text;
    setLast({ ...run, followed: ended, textAfter: (isCorrected ? after : undefined) ?? run.text });
    setFollowing((now) => (now?.runId === run.runId ? null : now));
  }

  /** Sends a request and keeps the error if it fails. */
  async function ask(task: Asked['task'], request: () => Promise<void>): Promise<void> {
    const retry = () => void ask(task, request);
    setAsked({ key, text, task, retry, error: null });
    try {
      await request();
      setAsked(null);
    } catch (thrown) {
      setAsked({ key, text, task, retry, error: toAppError(thrown) });
    }
  }

  function start(task: CheckTask): void {
    void ask(task, async () => {
      const request = task === 'check' ? client.checks.start : client.checks.repair;
      const run = await request({ target: target as CheckTarget });
      // A response that was requested earlier would hide the run again.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<CheckState>(queryKey, (state) => state && { ...state, [task]: run });
      setFollowing(toFollow({ task, run }));
    });
  }

  function abort(): void {
    if (current === null) return;
    setFollowing({ ...current, isStopping: true });
    void ask('abort', async () => {
      await client.runs.cancel(current.runId).catch((thrown: unknown) => {
        setFollowing((now) => (now?.runId === current.runId ? { ...now, isStopping: false } : now));
        throw thrown;
      });
    });
  }

  const before = options.before === undefined ? (data?.before ?? null) : options.before;

  function undo(): void {
    const runId = before?.runId;
    if (runId === undefined) return;
    void ask('undo', async () => {
      await client.checks.undo(runId);
      await Promise.all([queryClient.invalidateQueries({ queryKey }), onChanged()]);
    });
  }

  function say(
    { start: from, end: to }: { start: number; end: number },
    verdict: PersonVerdict | null,
  ): void {
    void ask('verdict', async () => {
      const sentence = { start: from, end: to, text: text.slice(from, to) };
      await client.checks.saveVerdict({ target: target as CheckTarget, sentence, verdict });
      await onChanged();
    });
  }

  function findProblem(): CheckProblem | null {
    const failed = pickFailed(data);
    if (asked?.key === key && asked.text === text && asked.error !== null) {
      const { task, retry, error: refusal } = asked;
      return {
        task: task === 'abort' ? (current?.task ?? 'check') : task,
        problem: refusal,
        runId: null,
        retry,
      };
    }
    if (lost !== null && current !== null && !lost.retry)
      return { task: current.task, problem: lost, runId: current.runId, retry: followAgain };
    const unread = error === null ? null : toAppError(error);
    // A summary that was just replaced or cleared is about to leave the screen. An unreachable server is reported
    // elsewhere.
    if (unread !== null && unread.code !== 'not_found' && unread.code !== 'server_unreachable') {
      const retry = () => void queryClient.invalidateQueries({ queryKey });
      return { task: 'state', problem: unread, runId: null, retry };
    }
    if (failed === null || current !== null) return null;
    const { id, errorCode, errorMessage } = failed.run;
    const problem = { code: errorCode ?? 'internal', message: errorMessage ?? '' };
    return { task: failed.task, problem, runId: id, retry: () => start(failed.task) };
  }

  const isAsking = asked?.key === key && asked.error === null;
  const hasEnded = followed !== null && followed.status !== 'queued' && followed.status !== 'running';

  function findBusy(): Check['busy'] {
    if (current !== null && !hasEnded)
      return { task: current.task, followed, canAbort: true, isStopping: current.isStopping };
    if (!isAsking || (asked.task !== 'check' && asked.task !== 'repair')) return null;
    return { task: asked.task, followed: null, canAbort: false, isStopping: false };
  }

  function findArrived(): Arrived | null {
    const run = current !== null && followed !== null ? { ...current, followed } : last;
    if (run === null || run.task !== 'check' || run.text !== text) return null;
    // Another check has replaced the verdicts of this run.
    if (current === null && data?.check?.id !== run.runId) return null;
    return toArrived(run.at, run.followed);
  }

  return {
    state: data ?? null,
    before,
    busy: findBusy(),
    ended:
      last?.key === key && last.textAfter === text ? { task: last.task, status: last.followed.status } : null,
    problem: isAsking ? null : findProblem(),
    arrived: findArrived(),
    load,
    start,
    abort,
    undo,
    say,
  };
}

/** Verdicts of a run that failed or was stopped are not stored, so they are not shown either. */
function toArrived(at: number, { runId, status, model, opinions }: FollowedRun): Arrived | null {
  if (opinions.length === 0 || status === 'failed' || status === 'cancelled') return null;
  return { runId, at, model, opinions };
}

const Context = createContext<Check | null>(null);

/** Provides the check of the summary that is shown inside. */
export const CheckProvider = Context.Provider;

/** Returns null if a model cannot check this summary. */
export function useCheckHere(): Check | null {
  return useContext(Context);
}

/** Returns the check and loads its state, for a place that offers actions. */
export function useLoadedCheck(): Check | null {
  const check = useCheckHere();
  const load = check?.load;
  useEffect(() => load?.(), [load]);
  return check;
}
