import { AppError } from '#schema/app-error.ts';
import { problemSchema } from '#schema/problem.ts';
import { versionSchema } from '#schema/wire.ts';
import { urlOf } from '#server/http/listen.ts';
import type { Config } from './read-config.ts';

/** A second server waits this long; another program may never respond. */
const patienceMs = 2000;

/** A clearer error if the port is held by another instance of Precis. */
export async function namePortHolder(refusal: AppError, { host, port }: Config): Promise<AppError> {
  const url = urlOf(host, port);
  const answer = await ask(`${url}/api/version`);
  const version = versionSchema.safeParse(answer).data;
  if (version !== undefined) {
    const message = `Precis ${version.version} is already running at ${url}, with its data in ${version.home}.`;
    return new AppError('port_in_use', message, { cause: refusal });
  }
  // An instance that requires a token says no more. The token is not sent: another program could impersonate Precis.
  if (!problemSchema.safeParse(answer).success) return refusal;
  return new AppError('port_in_use', `Precis is already running at ${url}.`, { cause: refusal });
}

async function ask(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
    return await answer.json();
  } catch {
    return null;
  }
}
