import type { Outcome, Question } from './host.ts';

/** Asks a question with a limit. It ends on timeout, when OpenCode exits, or when it is stopped. */
export async function limitQuestion(
  { timeoutMs, signal }: Pick<Question, 'timeoutMs' | 'signal'>,
  ask: (stop: (failure: string) => void) => Promise<Outcome>,
): Promise<Outcome> {
  const stopped = Promise.withResolvers<Outcome>();
  const stop = (failure: string): void => stopped.resolve({ failure });
  const timer = setTimeout(() => stop(`the model did not answer within ${timeoutMs / 1000} s`), timeoutMs);
  const onAbort = (): void => stop(String(signal.reason));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([ask(stop), stopped.promise]);
  } catch (error) {
    return { failure: `the request was interrupted: ${describeFailure(error)}` };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

export function describeFailure(error: unknown): string {
  return error instanceof Error ? error.message : (JSON.stringify(error)?.slice(0, 200) ?? 'no reason given');
}

/** Returns the result, or undefined if the call fails or takes too long. */
export async function within<T>(call: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), timeoutMs);
  try {
    return await Promise.race([call, late.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
