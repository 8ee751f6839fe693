import { type DestinationStream, pino } from 'pino';
import type { Log } from '#engine/ports.ts';
import { traceStack } from './trace-stack.ts';

interface LogOptions {
  level: string;
  destination?: DestinationStream;
}

const secretFields = ['apiKey', 'key', 'token', 'authorization', 'password', 'secretKey'];

/** Writes structured lines to stderr. Fields that could contain a secret are never written. */
export function createLog({ level, destination }: LogOptions): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      serializers: { err: describeError },
      redact: {
        paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[secret]',
      },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
}

function describeError(error: Error): ReturnType<typeof pino.stdSerializers.err> {
  const described = pino.stdSerializers.err(error);
  return typeof described?.stack === 'string'
    ? { ...described, stack: traceStack(described.stack) }
    : described;
}
