import { afterEach, beforeEach } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import type { Run } from '#schema/runs/run.ts';
import type { EntryTranslation } from '#schema/translations/translation-wire.ts';
import { describeEachReader, type ReaderTest, type Repetition } from '#tests/contract/reader/each-reader.ts';
import { rss } from '#tests/fixtures/feed-server.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import {
  type AskedPair,
  isTranslation,
  readAsked,
  type TranslatedArticle,
  toJson,
} from '#tests/fixtures/translated-article.ts';

export interface TranslatorTest extends ReaderTest {
  model: ScriptedModel;
  /** The translations that the model knows. Texts of other markup get a made-up translation. */
  known: Map<string, string>;
  /** Sets how the model answers translations. The number counts its calls from 1. */
  answerWith(answer: (asked: AskedPair[], call: number, request: ScriptedRequest) => Reply): void;
  asked(): ScriptedRequest[];
  /** Publishes an entry with this article, in a feed that can change it. */
  publish(article: TranslatedArticle): Promise<EntryId>;
  translate(id: EntryId, request?: object): Promise<Run>;
  read(id: EntryId, targetLanguage?: string): Promise<EntryTranslation>;
}

/** Runs the body with the program and a model that translates what it knows. */
export function describeEachTranslator(
  title: string,
  body: (current: () => TranslatorTest, repetition: Repetition) => void,
): void {
  describeEachReader(title, (currentReader, repetition) => {
    let model: ScriptedModel;
    let state: TranslatorTest;

    beforeEach(async () => {
      const reader = currentReader();
      const known = new Map<string, string>();
      let calls = 0;
      let answer = (asked: AskedPair[], _call: number, _request: ScriptedRequest): Reply => ({
        text: toJson(asked),
      });
      model = await startScriptedModel({
        reply: (request) => {
          if (!isTranslation(request))
            return { text: 'Die Fähre fährt, und der Rat hat die Wohnungen genehmigt.' };
          calls += 1;
          return answer(readAsked(request, known), calls, request);
        },
      });
      const profile = scriptedProfile('primary', model.baseUrl('openai'));
      await reader.client.models.put({ ...profile, maxOutputTokens: 16_000, contextTokens: 64_000 });
      await reader.client.settings.patch({
        summaryAgent: { primaryModelProfileId: profile.id },
        translation: { defaultTargetLanguage: 'de' },
      });
      state = {
        ...reader,
        model,
        known,
        answerWith(next) {
          calls = 0;
          answer = next;
        },
        asked: () => model.requests.filter(isTranslation),
        async publish({ title: name, html, translations }) {
          for (const [markup, text] of translations) known.set(markup, text);
          reader.feeds.on('/feed', { body: rss('Feed', [{ id: 'a', title: name, html }]) });
          const subscribed = (await reader.reader.subscriptions()).feeds.length > 0;
          if (subscribed) await reader.refresh();
          else await reader.reader.feeds.subscribe({ url: reader.feeds.url('/feed') });
          const [head] = await reader.listAll();
          if (!head) throw new Error('an entry was expected');
          return head.id;
        },
        translate: async (id, request = {}) =>
          reader.finish(await reader.client.translations.start(id, request)),
        read: (id, targetLanguage = 'de') => reader.client.translations.get(id, { targetLanguage }),
      };
    });
    afterEach(() => model.close());

    body(() => state, repetition);
  });
}
