/** The result, or undefined if it fails or takes too long. */
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
