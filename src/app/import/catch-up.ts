import type { Store } from '#store/store.ts';
import { findOwnTranscript } from './find-transcripts.ts';
import { takeJobs } from './import-transcripts.ts';
import { planFile } from './plan-jobs.ts';

interface CatchUp {
  client: 'claude-code' | 'codex';
  /** As the client names it; anything outside of the client's own folder is not read. */
  transcriptPath: string;
}

/** Reads what a transcript says and the worker missed. Returns how many records were added. One file at a time. */
export function createCatchUp(
  store: Store['sessions'],
  env: Readonly<Record<string, string | undefined>>,
): (of: CatchUp) => Promise<number> {
  let before: Promise<unknown> = Promise.resolve();

  async function read({ client, transcriptPath }: CatchUp): Promise<number> {
    const file = await findOwnTranscript(client, { path: transcriptPath, env });
    if (file === null) return 0;
    const place = (await store.listPlaces(client)).find(({ path }) => path === file.path);
    if (place?.position === file.bytes) return 0;
    const jobs = [planFile(client, file, place)];
    const { added } = await takeJobs(jobs, {
      store,
      client,
      isDry: false,
      now: Date.now(),
      totalBytes: file.bytes,
    });
    return added;
  }

  return (of) => {
    const reading = before.then(() => read(of));
    before = reading.catch(() => {});
    return reading;
  };
}
