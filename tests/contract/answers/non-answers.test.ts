import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import honest from '#tests/fixtures/trust/honest-summaries.json' with { type: 'json' };
import trust from '#tests/fixtures/trust/non-answers.json' with { type: 'json' };
import { guessLanguage } from '#text/language/guess-language.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { closePlace, openPlace, type StorePlace } from '../each-store.ts';
import { type AnswersBench, agentId, openAnswersBench, smallId } from './open-answers-bench.ts';

/** A model's answer that is no summary of its source. */
interface Case {
  id: string;
  kind: string;
  set: string;
  answer: string;
  /** The source with the mark, by which the models know what to answer. */
  source: string;
  mark: string;
  language: string;
  /** The beginning of the source as a right answer. */
  quoted: string;
}

/** What became of an answer. */
interface Outcome {
  /** Whether what was stored before is still there, and nothing of the answer. */
  isKept: boolean;
  /** Whether the fallback was asked, or the same model again where there is no other. */
  isAskedAgain: boolean;
  /** The code and message of the failure. */
  reason: string;
}

const texts = new Map(trust.sources.map(({ id, text, language }) => [id, { text, language }]));

function caseOf(
  { id, kind, set, source, text: answer }: (typeof trust.answers)[number],
  target: string,
): Case {
  const { text = '', language = 'en' } = texts.get(source) ?? {};
  const mark = `(case-${target}-${id})`;
  const sentences = splitSentences(text).slice(0, 3);
  const quoted = sentences.map((sentence) => sentence.text).join(' ');
  return { id, kind, set, answer, source: `${text}\n\n${mark}`, mark, language, quoted };
}

/** The first words of the source in a prompt. */
function beginningOf(prompt: string): string {
  return /<sourceText>\s*([^]{1,120})/u.exec(prompt)?.[1] ?? '';
}

const refused = /^(?:summary_refused|model_bad_response|model_output_empty): .{10}/u;

/** How many answers the rules miss, by target. */
const missedToday: Record<string, number> = { article: 3, part: 4, fold: 3, narrative: 3, session: 3 };
/** A right summary that begins with a tag that models think in loses it. */
const lostToday = 1;

describe.each(inject('dialects'))('an answer over HTTP (%s)', (dialect) => {
  let place: StorePlace;
  let bench: AnswersBench;
  beforeAll(async () => {
    place = await openPlace(dialect);
    bench = await openAnswersBench(place);
  });
  afterAll(async () => {
    await bench.close();
    await closePlace(place);
  });

  /** Both stores use the same rules, so PostgreSQL gets every fourth case. */
  const some = <Item>(items: readonly Item[]) =>
    items.filter((_, at) => dialect === 'sqlite' || at % 4 === 0);

  /** Does the work on some items at once. */
  async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
    const left = items.values();
    const lane = async () => {
      for (const item of left) await work(item);
    };
    await Promise.all(Array.from({ length: 6 }, lane));
  }

  const failureOf = ({ errorCode, errorMessage }: Run) => `${errorCode}: ${errorMessage}`;
  const summaryOf = async ({ id }: Run) => (await bench.client.runs.get(id)).summary?.text;

  const targets: Record<string, (given: Case) => Promise<Outcome>> = {
    async article({ source, mark, language, quoted, answer }) {
      const request = { text: source, targetLanguage: language, detailLevel: 'short' } as const;
      bench.answer(mark, () => quoted);
      const good = await bench.end(await bench.client.summarize(request));
      bench.answer(mark, () => answer);
      const bad = await bench.end(await bench.client.summarize(request));
      return {
        isKept: (await summaryOf(good)) === quoted && (await summaryOf(bad)) === undefined,
        isAskedAgain: bench.isFallbackAsked(mark),
        reason: failureOf(bad),
      };
    },

    async part({ source, mark, language, quoted, answer }) {
      let asked = 0;
      bench.answer(mark, ({ prompt }) => {
        const part = /^Part (\d+) of \d+/mu.exec(prompt)?.[1];
        if (part === '2') asked += 1;
        // The mark makes the prompt of the merge recognizable.
        return part === undefined ? quoted : part === '2' ? answer : `${beginningOf(prompt)} ${mark}`;
      });
      const text = Array.from({ length: 5 }, () => source.replaceAll('\n\n', ` ${mark}\n\n`)).join('\n\n');
      const request = { text, targetLanguage: language, modelProfileId: smallId } as const;
      const run = await bench.end(await bench.client.summarize(request));
      const { chunksRead = 0, chunksTotal = 0 } = run.coverage ?? {};
      const isCounted = chunksTotal > 1 && chunksRead === chunksTotal - 1;
      return {
        isKept: (await summaryOf(run)) === quoted,
        isAskedAgain: asked === 2,
        reason: `${isCounted ? 'summary_refused' : 'read'}: ${chunksRead} of ${chunksTotal} parts`,
      };
    },

    async fold({ source, mark, answer }) {
      const space = await bench.client.spaces.create({ name: 'Research', instructions: '', agentId });
      const { id } = await bench.client.threads.create({ spaceId: space.id });
      bench.answer(mark, ({ model }) =>
        model === 'summary-model' ? answer : 'It is all there, word for word.',
      );
      let fold: Run | null = null;
      for (const text of [source, 'And what else?', 'Is that all?']) {
        const turn = await bench.client.threads.send(id, { text });
        await bench.end(turn.replyRun);
        const { activeRuns } = await bench.client.threads.get(id);
        fold = turn.foldRun ?? activeRuns.find(({ taskType }) => taskType === 'fold') ?? null;
        if (fold !== null) break;
      }
      const ended = fold === null ? null : await bench.end(fold);
      const { thread } = await bench.client.threads.get(id);
      const reason = ended === null ? 'no fold was due' : failureOf(ended);
      // The summarizer of an agent is one model.
      return { isKept: thread.summary === null, isAskedAgain: true, reason };
    },

    async narrative({ source, mark, quoted, answer }) {
      const id = conversationIdSchema.parse(mark);
      bench.answer(mark, ({ system }) => (/older turns/iu.test(system) ? answer : quoted));
      let told: Awaited<ReturnType<typeof bench.client.conversations.addTurn>> | undefined;
      for (const final_response of [source, 'Yes.', 'Yes, it is.', 'All right.'])
        told = await bench.client.conversations.addTurn(id, { user_message: 'Go on.', final_response });
      const issue = told?.issues.find(({ task }) => task === 'history-narrative');
      const narrative = told?.state.conversation.history_summary ?? '';
      const isOwn = narrative !== '' && !narrative.includes('Go on.');
      return {
        isKept: !isOwn,
        isAskedAgain: bench.isFallbackAsked(mark),
        reason: `${issue?.code}: ${issue?.message}`,
      };
    },

    async session({ id, source, mark, answer }) {
      const contentSessionId = `session-${id}`;
      const others = { request: '', investigated: '', completed: '', next_steps: '', notes: null };
      bench.answer(mark, () => JSON.stringify({ ...others, learned: answer }));
      await bench.post('/api/sessions/init', { contentSessionId, project: id, prompt: 'What is new?' });
      await bench.post('/api/sessions/summarize', { contentSessionId, last_assistant_message: source });
      const { items: runs } = await bench.client.runs.list({ taskType: 'session', limit: 200 });
      const run = runs.find(({ source: { title } }) => title === id);
      const ended = run === undefined ? null : await bench.end(run);
      const { items } = await bench.client.sessions.summaries({ project: id });
      return {
        isKept: items.length === 0,
        isAskedAgain: bench.isFallbackAsked(mark),
        reason: ended === null ? 'no run was started' : failureOf(ended),
      };
    },
  };

  test.each(Object.entries(targets))('that is none is refused, with its reason: %s', async (name, target) => {
    const missed: string[] = [];
    await inLanes(some(trust.answers.map((answer) => caseOf(answer, name))), async (given) => {
      const outcome = await target(given);
      const isRight = outcome.isKept && outcome.isAskedAgain && refused.test(outcome.reason);
      // What a held answer says stays unread.
      const seen = given.set === 'held' ? 'held' : `${given.id} ${JSON.stringify(outcome)}`;
      if (!isRight) missed.push(`${given.kind} ${seen}`);
    });
    expect(missed.length > (missedToday[name] ?? 0) ? missed : []).toEqual([]);
  });

  test('that is short or odd but right is stored', async () => {
    const lost: string[] = [];
    await inLanes(some(honest.items), async ({ id, set, source, summary }) => {
      const mark = `(case-${id})`;
      bench.answer(mark, () => summary);
      const targetLanguage = guessLanguage(summary) ?? guessLanguage(source) ?? 'en';
      const text = `${source}\n\n${mark}`;
      const run = await bench.end(await bench.client.summarize({ text, targetLanguage, anyway: true }));
      if ((await summaryOf(run)) !== summary) lost.push(`${set === 'held' ? set : id} ${failureOf(run)}`);
    });
    expect(lost.length > lostToday ? lost : []).toEqual([]);
  });
});
