import { StreamProviderError } from 'ai';

type Fields = Record<string, unknown>;

/** Messages without a code that are known to be temporary. */
const statusOfMessage = new Map(
  Object.entries<number>({
    overloaded: 503,
    'overloaded error': 503,
    'model overloaded': 503,
    'internal server error': 500,
    'service unavailable': 503,
  }),
);

/** An error that a provider sent inside a good answer, with the status it names. The SDK's `streamText` does the same. */
export function nameErrorFrame(error: unknown): unknown {
  if (error instanceof Error || !isFields(error)) return error;
  const inner = [isFields(error.response) ? error.response.error : null, error.error].find(isFields) ?? error;
  const { message } = inner;
  if (typeof message !== 'string') return error;
  const find = <T>(names: string[], read: (value: unknown) => T | undefined): T | undefined =>
    names.flatMap((name) => [read(inner[name]), read(error[name])]).find((value) => value !== undefined);
  const status = find(['statusCode', 'status_code', 'status', 'code'], toStatus);
  return new StreamProviderError({
    message,
    type: find(['type'], (value) => (typeof value === 'string' ? value : undefined)),
    code: find(['code'], (value) =>
      typeof value === 'string' || typeof value === 'number' ? value : undefined,
    ),
    statusCode: status ?? statusOfMessage.get(message.trim().toLowerCase()),
    data: error,
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function toStatus(value: unknown): number | undefined {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  if (typeof status !== 'number' || !Number.isInteger(status)) return undefined;
  return status >= 400 && status <= 599 ? status : undefined;
}
