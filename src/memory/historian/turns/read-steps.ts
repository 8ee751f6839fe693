import {
  type EntityAction,
  entityActions,
  type HistorianState,
  type StepMetadata,
} from '#schema/conversations/conversation.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One action of a step: a call of a tool, or a bare result. */
export interface Operation {
  /** The value is null if the operation only read, or if its action is unknown. */
  action: EntityAction | null;
  /** The type as the tool or its table names it. */
  type: string | null;
  records: readonly Fields[];
  /** The number of records, or the number that the tool reports. */
  count: number;
}

export interface Failure {
  code: string;
  message: string;
}

export interface Step {
  id: number | string;
  metadata: StepMetadata;
  operations: Operation[];
  failures: Failure[];
}

const actionWords = new Map(
  Object.entries<EntityAction>({
    create: 'created',
    insert: 'created',
    add: 'created',
    save: 'created',
    new: 'created',
    post: 'created',
    write: 'created',
    update: 'updated',
    edit: 'updated',
    patch: 'updated',
    modify: 'updated',
    rename: 'updated',
    set: 'updated',
    upsert: 'updated',
    delete: 'deleted',
    remove: 'deleted',
    drop: 'deleted',
  }),
);

/** Reads the steps of a turn and what each did, in the order of their numbers. */
export function readSteps({ step_results, step_metadata }: HistorianState): Step[] {
  const results = entriesOf(step_results);
  const metadata = entriesOf(step_metadata);
  const ids = [...new Set([...results.keys(), ...metadata.keys()])].toSorted(byNumber);
  return ids.map((id) => {
    const step: Step = { id, metadata: metadata.get(id) ?? {}, operations: [], failures: [] };
    readResult(results.get(id), step);
    const errors = pick(step.metadata, ['errors', 'error']) ?? [];
    for (const error of Array.isArray(errors) ? errors : [errors]) step.failures.push(describeFailure(error));
    return step;
  });
}

function entriesOf<T>(
  steps: readonly T[] | Readonly<Record<string, T>> | null | undefined,
): Map<number | string, T> {
  return new Map(
    Object.entries(steps ?? {}).map(([key, value]) => [/^\d{1,9}$/u.test(key) ? Number(key) : key, value]),
  );
}

function byNumber(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return typeof a === typeof b ? String(a).localeCompare(String(b)) : typeof a === 'number' ? -1 : 1;
}

/** Reads `[tool, table, data]`, `[tool, data]`, `{ tool, … }`, records, an error, or a list of these. */
function readResult(result: unknown, step: Step): void {
  if (Array.isArray(result)) {
    const call = asCall(result);
    if (call !== null) readCall(call, step);
    else for (const part of result) readResult(part, step);
  } else if (isFields(result)) {
    if (isFailure(result)) step.failures.push(describeFailure(pick(result, ['error']) ?? result, result));
    else if (typeof result.tool === 'string' || (typeof result.action === 'string' && !('id' in result)))
      readCall({ tool: textOf(result.tool) ?? '', fields: result }, step);
    else readBare(result, step);
  }
}

interface Call {
  tool: string;
  fields: Fields;
}

function asCall(list: readonly unknown[]): Call | null {
  const [tool, table, data] = list;
  if (typeof tool !== 'string') return null;
  if (list.length === 3 && typeof table === 'string' && typeof data !== 'string')
    return { tool, fields: { table, data } };
  if (list.length === 2 && typeof table === 'object') return { tool, fields: { data: table } };
  return null;
}

function readCall({ tool, fields }: Call, step: Step): void {
  const data = pick(fields, ['result', 'data', 'records', 'output']);
  if (isFields(data) && isFailure(data)) {
    step.failures.push(describeFailure(pick(data, ['error']) ?? data, data));
    return;
  }
  const action = actionOf(fields.action) ?? actionOf(tool);
  const records = recordsOf(data, action);
  const type = pick(fields, ['type', 'table', 'subdomain']);
  const count = typeof data === 'number' && Number.isInteger(data) && data > 0 ? data : records.length;
  step.operations.push({ action, type: typeof type === 'string' ? type : null, records, count });
}

/** Reads a record without a tool. Its action comes from the record itself, otherwise from the type of the step. */
function readBare(record: Fields, step: Step): void {
  const records = recordsOf(record, null);
  const told = actionOf(record.action);
  const action = told ?? (step.metadata.step_type === 'write' ? 'created' : null);
  if (records.length > 0) step.operations.push({ action, type: null, records, count: records.length });
}

function recordsOf(data: unknown, action: EntityAction | null): Fields[] {
  if (Array.isArray(data)) return data.flatMap((part) => recordsOf(part, action));
  if (isFields(data)) {
    if (isId(data.id)) return [data];
    return recordsOf(pick(data, ['records', 'items', 'rows', 'data']), action);
  }
  // A tool that deletes often answers with the ids alone.
  return action === 'deleted' && typeof data === 'string' && data !== '' ? [{ id: data }] : [];
}

function actionOf(word: unknown): EntityAction | null {
  if (typeof word !== 'string') return null;
  const known = entityActions.find((action) => action === word);
  if (known !== undefined) return known;
  const words = word
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const telling = words.find((part) => actionWords.has(part));
  return telling === undefined ? null : (actionWords.get(telling) ?? null);
}

function isFailure(fields: Fields): boolean {
  const { error, ok, success, status } = fields;
  if (error !== undefined && error !== null && error !== false && error !== '') return true;
  return (
    ok === false || success === false || (!isId(fields.id) && (status === 'error' || status === 'failed'))
  );
}

function describeFailure(error: unknown, around: Fields = {}): Failure {
  const fields = isFields(error) ? error : {};
  return {
    code: textOf(fields.code) ?? textOf(around.code) ?? textOf(fields.type) ?? 'STEP_FAILED',
    message: textOf(error) ?? textOf(fields.message) ?? textOf(around.message) ?? 'The step failed.',
  };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

export function isId(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || (typeof value === 'number' && Number.isFinite(value));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pick(fields: Fields, names: readonly string[]): unknown {
  // oxlint-disable-next-line house/no-untrusted-lookup -- The names are written in this file.
  return names.map((name) => fields[name]).find((value) => value !== undefined && value !== null);
}
