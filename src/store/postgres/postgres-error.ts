import { AppError } from '#schema/app-error.ts';

/** Classes of SQLSTATE that are caused by the server, the network or permissions, not by the statement. */
const environmentFaults = [
  '08',
  '25006',
  '25P03',
  '28',
  '3D',
  '40001',
  '40P01',
  '42501',
  '53',
  '55P03',
  '57',
  '58',
];

/** Faults that waiting does not fix: name, password, database and permissions. */
const lastingFaults = ['28', '3D', '42501'];

/** Faults that end a transaction in favour of another. The same work may succeed immediately. */
const rivalFaults = ['40001', '40P01'];

/** The server's function that notices that the result of a planned statement now has other columns. */
const planChecker = 'RevalidateCachedQuery';

/** Faults of a connection that never reached the server carry a code of the system instead. */
const connectionFaults = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOST|ENET)/;
const lastingConnectionFaults = /^(EACCES|ENOENT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** The server's code for a full disk. */
const full = '53100';

/** The time after which a retry makes sense. A restart of the server takes about as long. */
const retryAfterMs = 2_000;

/**
 * Returns the error itself, or the AppError that says why the database cannot be used. The AppError has a time to try
 * again when that may help, and contains no part of the address.
 */
export function explainPostgresError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fault = judge(error);
  if (fault === null) return error;
  if (codeOf(error) === full)
    return new AppError('disk_full', 'PostgreSQL’s disk is full. Nothing was saved.', {
      cause: error,
      retryAfterMs,
    });
  return new AppError('database_unavailable', `PostgreSQL is unavailable: ${describe(error)}`, {
    cause: error,
    ...(fault === 'passing' ? { retryAfterMs } : {}),
  });
}

/** Whether the server did not respond in time. The connection can no longer be used then. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Whether a table has changed after this connection planned a statement. The connection may not use the plan again.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === planChecker;
}

/** Whether the transaction was rolled back through no fault of its own. */
export function isRivalry(error: unknown): boolean {
  if (!(error instanceof AppError) || !(error.cause instanceof Error)) return false;
  return isStalePlan(error.cause) || rivalFaults.includes(codeOf(error.cause) ?? '');
}

function judge(error: Error): 'passing' | 'lasting' | null {
  if (isStalePlan(error)) return 'passing';
  const code = codeOf(error);
  if (code === null) {
    if (/^The server does not support SSL/i.test(error.message)) return 'lasting';
    return isSilence(error) || isLostConnection(error) ? 'passing' : null;
  }
  if (lastingConnectionFaults.test(code)) return 'lasting';
  if (connectionFaults.test(code)) return 'passing';
  const startsCode = (fault: string) => code.startsWith(fault);
  if (lastingFaults.some(startsCode)) return 'lasting';
  return environmentFaults.some(startsCode) ? 'passing' : null;
}

/** Recognizes a lost connection by its message, because the driver and the query builder give no code. */
function isLostConnection(error: Error): boolean {
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Postgres connection has been discarded|timeout expired)/i.test(
    error.message,
  );
}

function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function describe(error: Error): string {
  // If all addresses of a host refuse, the result is one error without a message.
  if (error instanceof AggregateError) return error.errors.map((each) => String(each.message)).join('; ');
  return error.message;
}
