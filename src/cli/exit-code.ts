import type { ErrorCode } from '#schema/error-codes.ts';

/** Exit codes by class of error, so that scripts can distinguish them. Listed in docs/cli.md. */
export const exitCodes = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  source: 3,
  model: 4,
  environment: 5,
  unsupported: 6,
  interrupted: 130,
} as const;

export function exitCodeOf(code: ErrorCode): number {
  const isUsage = ['invalid_input', 'not_found', 'conflict', 'in_use', 'too_large'].includes(code);
  if (isUsage) return exitCodes.usage;
  if (
    code.startsWith('source_') ||
    code.startsWith('fetch_') ||
    code.startsWith('file_') ||
    code.startsWith('feed_')
  )
    return exitCodes.source;
  if (code.startsWith('model_') || code.startsWith('key_') || code.startsWith('template_'))
    return exitCodes.model;
  if (code === 'run_timeout' || code === 'run_interrupted' || code === 'agent_missing')
    return exitCodes.model;
  if (code === 'run_cancelled') return exitCodes.interrupted;
  if (
    code.startsWith('database_') ||
    code === 'disk_full' ||
    code === 'result_unsaved' ||
    code === 'port_in_use' ||
    code === 'token_required'
  )
    return exitCodes.environment;
  if (code === 'unauthorized' || code === 'foreign_host') return exitCodes.environment;
  return exitCodes.unexpected;
}
