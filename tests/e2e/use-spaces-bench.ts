import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Client } from '#client/create-client.ts';
import type { SpaceId, ThreadId } from '#schema/spaces/space.ts';
import type { Reply, ReplyFunction, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { soon } from './soon.ts';
import { spacesPage } from './spaces-page.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { foldText } from './texts.ts';
import { isOfCheck } from './use-check-bench.ts';
import { useScriptedModel } from './use-model.ts';

interface Answers {
  reply?: Reply;
  fold?: Reply;
  /** A fold is not answered before this resolves. */
  beforeFold?: Promise<unknown>;
  /** The replies of a model that checks or corrects the summary. */
  check?: ReplyFunction;
}

interface OpenSpaces {
  page: Page;
  complaints: string[];
  spaces: ReturnType<typeof spacesPage>;
}

/** The program with one Space, a scripted model that recognizes each task, and a browser, for all tests of a file. */
export function useSpacesBench() {
  let precis: RunningPrecis;
  let model: ScriptedModel;
  let browser: TestBrowser;
  let spaceId: SpaceId;

  beforeAll(async () => {
    [precis, model, browser] = await Promise.all([startPrecis(), startScriptedModel(), openBrowser()]);
  });
  beforeEach(async () => {
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    spaceId = (await precis.client.spaces.create({ name: 'Research' })).id;
    answerBy({});
  });
  afterEach(async () => {
    await browser.closePages();
    for (const space of await precis.client.spaces.list()) await precis.client.spaces.remove(space.id);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([precis?.stop(), model?.close()]);
  });

  /** Sets the replies from now on. A title is always generated. */
  function answerBy({ reply, fold = { text: foldText }, beforeFold, check }: Answers): void {
    model.always(async (request: ScriptedRequest) => {
      const { system, prompt } = request;
      if (system.includes('You name conversations')) return { text: 'The office in Lisbon' };
      if (system.includes('running summary')) {
        await beforeFold;
        return fold;
      }
      if (check !== undefined && isOfCheck(request)) return check(request);
      return reply ?? { text: `Answer to: ${prompt}` };
    });
  }

  async function open(path: string): Promise<OpenSpaces> {
    const opened = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const spaces = spacesPage(opened.page, precis.url);
    await spaces.open(path);
    return { ...opened, spaces };
  }

  return {
    client: (): Client => precis.client,
    model: () => model,
    spaceId: () => spaceId,
    home: () => precis.home,
    answerBy,
    open,
    /** Opens a thread with this number of turns in a new page. */
    async openThread({ turns = 0 } = {}): Promise<OpenSpaces & { id: ThreadId }> {
      const { id } = await precis.client.threads.create({ spaceId });
      for (let turn = 1; turn <= turns; turn += 1) {
        const { replyRun } = await precis.client.threads.send(id, { text: `Question ${turn}` });
        const events = await Array.fromAsync(precis.client.runs.events(replyRun.id));
        expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'succeeded' });
        // The turn's fold and its title must also be done.
        const isIdle = async () => (await precis.client.threads.get(id)).activeRuns.length === 0;
        await expect.poll(isIdle, soon).toBe(true);
      }
      const opened = await open(`/spaces/thread/${id}`);
      await opened.spaces.field.waitFor();
      return { ...opened, id };
    },
  };
}
