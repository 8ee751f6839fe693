import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { NewRun, OwnedRun, RunOutcome } from '#engine/ports.ts';
import { type Run, readCost, readTokenCount } from '#schema/runs/run.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { RunsTable } from '#store/tables.ts';
import { readGroundingCounts } from './read-grounding.ts';

export const unfinished = ['queued', 'running'] as const;

/** The condition is spelled out like that of the partial index on unfinished runs, so that the index is used. */
export const isUnfinishedRun = sql<SqlBool>`runs.status in ('queued', 'running')`;

export function toNewRow(run: NewRun, workerId: string): Insertable<RunsTable> {
  return {
    id: run.id,
    task_type: run.taskType,
    status: 'queued',
    source_kind: run.source.kind,
    source_id: run.source.id,
    source_title: run.source.title,
    agent_id: run.agentId,
    trigger_kind: run.trigger,
    attempt: 0,
    template_id: run.templateId,
    parameters_json: toStoredJson(run.parameters),
    target_language: run.targetLanguage,
    variant_json: Object.keys(run.variant).length === 0 ? null : toStoredJson(run.variant),
    after_run_id: run.afterRunId,
    route_json: toStoredJson(run.route),
    created_at: run.createdAt,
    updated_at: run.createdAt,
    worker_id: workerId,
  };
}

export function toOutcomeColumns({ usage, ...outcome }: RunOutcome) {
  return {
    status: outcome.status,
    template_version: outcome.provenance?.templates[0]?.version ?? null,
    provenance_json: outcome.provenance === null ? null : toStoredJson(outcome.provenance),
    model_profile_id: outcome.modelProfileId,
    provider: outcome.provider,
    model: outcome.model,
    model_failures_json: outcome.modelFailures.length === 0 ? null : toStoredJson(outcome.modelFailures),
    output_language: outcome.outputLanguage,
    coverage_json: outcome.coverage === null ? null : toStoredJson(outcome.coverage),
    grounding_json: outcome.grounding === null ? null : toStoredJson(outcome.grounding),
    ...toUsageColumns(usage),
    error_code: outcome.errorCode,
    error_message: outcome.errorMessage,
  };
}

export function toUsageColumns(usage: RunOutcome['usage']) {
  return {
    usage_input_tokens: usage?.inputTokens ?? null,
    usage_cached_input_tokens: usage?.cachedInputTokens ?? null,
    usage_output_tokens: usage?.outputTokens ?? null,
    usage_cost_usd: usage?.costUsd ?? null,
    usage_reported: usage === null ? null : Number(usage.reported),
  };
}

export function toRun(row: Selectable<RunsTable>): Run {
  return {
    id: row.id,
    taskType: row.task_type,
    status: row.status,
    source: { kind: row.source_kind, id: row.source_id, title: row.source_title },
    agentId: row.agent_id,
    trigger: row.trigger_kind,
    attempt: row.attempt,
    templateId: row.template_id,
    templateVersion: row.template_version,
    provenance: row.provenance_json === null ? null : JSON.parse(row.provenance_json),
    parameters: JSON.parse(row.parameters_json),
    targetLanguage: row.target_language,
    variant: row.variant_json === null ? {} : JSON.parse(row.variant_json),
    afterRunId: row.after_run_id,
    route: JSON.parse(row.route_json),
    modelProfileId: row.model_profile_id,
    provider: row.provider,
    model: row.model,
    modelFailures: row.model_failures_json === null ? [] : JSON.parse(row.model_failures_json),
    outputLanguage: row.output_language,
    coverage: row.coverage_json === null ? null : JSON.parse(row.coverage_json),
    grounding: readGroundingCounts(row.grounding_json),
    usage: toUsage(row),
    durationMs: row.duration_ms,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    updatedAt: row.updated_at,
  };
}

export function toOwnedRun(row: Selectable<RunsTable>): OwnedRun {
  return { run: toRun(row), workerId: row.worker_id, cancelRequested: row.cancel_requested_at !== null };
}

/**
 * Earlier versions stored the usage that a server reported unchecked. If a number in a row cannot be true, its usage
 * is unknown.
 */
function toUsage(row: Selectable<RunsTable>): Run['usage'] {
  const inputTokens = readTokenCount(row.usage_input_tokens);
  const cachedInputTokens = readTokenCount(row.usage_cached_input_tokens ?? 0);
  const outputTokens = readTokenCount(row.usage_output_tokens ?? 0);
  const costUsd = readCost(row.usage_cost_usd);
  if (inputTokens === null || cachedInputTokens === null || outputTokens === null) return null;
  if (costUsd === null && row.usage_cost_usd !== null) return null;
  return { inputTokens, cachedInputTokens, outputTokens, costUsd, reported: row.usage_reported === 1 };
}
