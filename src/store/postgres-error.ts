import { AppError } from '#schema/app-error.ts';

/** Classes of SQLSTATE whose fault lies with the server, the network or the rights, not with the statement. */
const environmentFaults = ['08', '28', '3D', '53', '57', '58', '25006', '42501', '55P03'];

/** Faults of the connection that never reached the server carry a code of the system instead. */
const connectionFaults =
  /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOST|ENET|EACCES|ENOENT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** What was thrown, or the AppError that says why the database cannot be used. No part of the address is in it. */
export function explainPostgresError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null ? !isLostConnection(error) : !isEnvironmentFault(code)) return error;
  return new AppError('database_unavailable', `PostgreSQL cannot be used: ${describe(error)}`, {
    cause: error,
  });
}

/** The driver gives these no code. */
function isLostConnection(error: Error): boolean {
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The server does not support SSL)/i.test(
    error.message,
  );
}

function isEnvironmentFault(code: string): boolean {
  return connectionFaults.test(code) || environmentFaults.some((fault) => code.startsWith(fault));
}

function describe(error: Error): string {
  // Several addresses of one host that all refuse arrive as one error without words.
  if (error instanceof AggregateError) return error.errors.map((each) => String(each.message)).join('; ');
  return error.message;
}
