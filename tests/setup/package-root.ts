import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findShipped as findInCheckout } from '../../src/app/package-root.ts';
import { program } from './program.ts';

export { packageRoot } from '../../src/app/package-root.ts';

/**
 * Replaces `#app/package-root.ts` where tests open the app in process, so that its threads start from the build. From
 * the sources, a thread takes a second of processor time to start, and nearly every test starts one or two.
 */
export function findShipped(...candidates: string[]): string | null {
  const thread = candidates.find((path) => path.endsWith('-thread.ts'));
  const built = thread && join(program, '..', '..', 'dist', `${basename(thread, '.ts')}.js`);
  return built && existsSync(built) ? built : findInCheckout(...candidates);
}
