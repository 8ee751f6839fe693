import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import { issueRoutes, runRoutes, textRoutes } from '#schema/routes/run-routes.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

type TextPorts = Pick<ServerPorts, 'summarizeText' | 'fetchPage'>;

export function addTextRoutes({ answer, startRun }: Router, { summarizeText, fetchPage }: TextPorts): void {
  startRun(textRoutes.summarize, ({ body, runId }) => summarizeText(body, { runId }));
  answer(textRoutes.fetchPage, ({ body }) => fetchPage(body.url));
}

type RunPorts = Pick<ServerPorts, 'engine' | 'queries' | 'summaries' | 'templates'>;

export function addRunRoutes({ answer, answerEvents, startRun }: Router, ports: RunPorts): void {
  const { engine, queries, summaries, templates } = ports;

  async function requireRun(id: RunId): Promise<Run> {
    const run = await queries.getRun(id);
    if (run === null) throw new AppError('not_found', `Run ${id} not found.`);
    return run;
  }

  answer(runRoutes.list, ({ query }) => queries.listRuns(query));
  answer(runRoutes.get, async ({ id }) => {
    const run = await requireRun(id);
    return {
      run,
      summary: await summaries.getSummaryByRun(id),
      prompt: await queries.getPrompt(id),
      templateChanged: !(await templates.areCurrent(run.provenance?.templates ?? [])),
    };
  });
  answer(runRoutes.cancel, ({ id }) => engine.cancel(id));
  startRun(runRoutes.retry, ({ id, runId }) => engine.retry(id, { newRunId: runId }));
  answerEvents(runRoutes.events, async ({ id, query, headers }) => {
    // A browser that reconnects repeats its first address, so its header has the newer number.
    const afterSeq = headers['last-event-id'] ?? query.after ?? 0;
    const isOpen = (await requireRun(id)).finishedAt === null;
    return {
      open: (signal) => engine.subscribe(id, { afterSeq, signal, isOpen }),
      toEvent: (event) => ({ id: event.seq, event: event.type, data: event }),
    };
  });
}

export function addIssueRoutes({ answer }: Router, { queries }: Pick<ServerPorts, 'queries'>): void {
  answer(issueRoutes.list, ({ query }) => queries.listIssues(query));
  answer(issueRoutes.get, async ({ id }) => {
    const issue = await queries.getIssue(id);
    if (issue === null) throw new AppError('not_found', `Issue ${id} not found.`);
    return issue;
  });
  answer(issueRoutes.clear, () => queries.deleteIssues());
}
