import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { builtinModelProfileId, type ModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import { type AgentInput, agentIdSchema, agentInputSchema } from '#schema/models/agent.ts';
import { defaultSettings, type SettingsPatch } from '#schema/settings.ts';
import { openRealServer, type RealServer } from '#tests/fixtures/open-real-server.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';

let real: RealServer;
beforeAll(async () => {
  real = await openRealServer();
});
afterAll(() => real.close());

async function send(method: string, path: string, body?: unknown) {
  const response = await real.server.fetch(
    new Request(`http://127.0.0.1:37777${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, detail: text === '' ? '' : JSON.parse(text).detail };
}

describe('settings that cannot work', () => {
  test.each<[string, unknown]>([
    ['summaryAgent.primaryModelProfileId', { summaryAgent: { primaryModelProfileId: 'nobody' } }],
    [
      'summaryAgent.primaryModelProfileId',
      { summaryAgent: { primaryModelProfileId: 'agent:assistant/llm' } },
    ],
    [
      'summaryAgent.fallbackModelProfileId',
      { summaryAgent: { fallbackModelProfileId: 'openai-compatible/x' } },
    ],
    ['summaryAgent.templateId', { summaryAgent: { templateId: 'thread.fold' } }],
    ['summaryAgent.templateId', { summaryAgent: { templateId: 'summary.part' } }],
    ['summaryAgent.templateId', { summaryAgent: { templateId: 'nothing' } }],
    ['summaryAgent.defaultTargetLanguage', { summaryAgent: { defaultTargetLanguage: 'xx' } }],
    ['summaryAgent.defaultTargetLanguage', { summaryAgent: { defaultTargetLanguage: 'und' } }],
    ['summaryAgent.defaultTargetLanguage', { summaryAgent: { defaultTargetLanguage: 'en-a' } }],
    ['summaryAgent', { summaryAgent: { modell: 'x' } }],
    ['body', { summaries: {} }],
    ['reader', { reader: { refreshMinutes: 60, refresh: 1 } }],
  ])('are refused by the name of their field (%s)', async (field, patch) => {
    const { status, detail } = await send('PATCH', '/api/settings', patch);
    expect({ status, detail }).toEqual({ status: 400, detail: expect.stringMatching(`^${field}: `) });
    expect(await real.client.settings.get()).toEqual(defaultSettings);
  });

  test.each(['xx', 'und', 'zz-Hans'])('are no language of a summary either (%s)', async (targetLanguage) => {
    const text = 'The bridge is closed. '.repeat(30);
    expect(await send('POST', '/api/summaries', { text, targetLanguage })).toMatchObject({
      status: 400,
      detail: expect.stringMatching(/^targetLanguage: /),
    });
  });

  test.each(['en', 'zh-Hans', 'pt-BR', 'yue', 'sr-Latn'])(
    'do not include the language %s',
    async (language) => {
      const { summaryAgent } = await real.client.settings.patch({
        summaryAgent: { defaultTargetLanguage: language },
      });
      expect(summaryAgent.defaultTargetLanguage).toBe(language);
    },
  );
});

describe('a model profile in use', () => {
  const mine = modelProfileIdSchema.parse('mine');
  const other = modelProfileIdSchema.parse('other');
  const writer = agentIdSchema.parse('writer');
  const agentOf = (model: string): AgentInput => agentInputSchema.parse({ name: 'Writer', llm: { model } });

  test('is not deleted, and the problem says where it is used', async () => {
    const { models, agents, settings } = real.client;
    for (const id of [mine, other]) await models.put(scriptedProfile(id, 'http://127.0.0.1:1/v1'));
    await agents.put(writer, agentOf(mine));
    await settings.patch({ summaryAgent: { primaryModelProfileId: other, fallbackModelProfileId: mine } });
    const { status, detail } = await send('DELETE', '/api/models/mine');
    expect(status).toBe(409);
    expect(detail).toContain('the fallback model in Settings, the agent “Writer”');
    expect((await models.list()).map(({ id }) => id)).toContain(mine);
  });

  test.each(['summaryAgent', 'translation', 'tagging'])(
    'is no fallback for itself, by whatever name (%s)',
    async (section) => {
      const { models } = real.client;
      const twin = modelProfileIdSchema.parse('twin');
      await models.put({ ...scriptedProfile(mine, 'http://127.0.0.1:1/v1'), id: twin, name: 'Twin' });
      for (const fallbackModelProfileId of [mine, twin]) {
        const patch = { [section]: { primaryModelProfileId: mine, fallbackModelProfileId } };
        const { status, detail } = await send('PATCH', '/api/settings', patch);
        expect({ status, detail }).toEqual({
          status: 400,
          detail: expect.stringMatching(
            `^${section}.fallbackModelProfileId: “${fallbackModelProfileId}” \\(the fallback .*is the same model at the same address as “mine”`,
          ),
        });
      }
      await models.remove(twin);
    },
  );

  describe('beside another one that a task asks first', () => {
    const [first, second] = ['first', 'second'].map((id) => modelProfileIdSchema.parse(id)) as [
      ModelProfileId,
      ModelProfileId,
    ];
    const profile = scriptedProfile(first, 'http://127.0.0.1:1/v1');
    const elsewhere = { ...profile, id: second, baseUrl: 'http://127.0.0.1:2/v1' };
    const unnamed = { primaryModelProfileId: null, fallbackModelProfileId: null };

    beforeEach(async () => {
      for (const each of [profile, elsewhere]) await real.client.models.put(each);
    });
    afterEach(async () => {
      await real.store.configuration.patchSettings({
        summaryAgent: { primaryModelProfileId: other, fallbackModelProfileId: mine },
        translation: unnamed,
        tagging: unnamed,
      });
      for (const id of [first, second]) await real.client.models.remove(id);
    });

    const inOrder = { primaryModelProfileId: first, fallbackModelProfileId: second };
    test.each<[string, SettingsPatch]>([
      ['summaryAgent', { summaryAgent: inOrder }],
      ['translation', { translation: inOrder }],
      ['tagging', { tagging: inOrder }],
      [
        'translation',
        { summaryAgent: { primaryModelProfileId: first }, translation: { fallbackModelProfileId: second } },
      ],
    ])('is not changed to the same model (%s)', async (_section, patch) => {
      await real.client.settings.patch(patch);
      const same = { ...profile, id: second };
      const { status, detail } = await send('PUT', '/api/models/second', same);
      expect({ status, detail }).toEqual({
        status: 409,
        detail: expect.stringMatching(/“second” \(the fallback model.*same model.*“first” \(the .* model\)/),
      });
      expect((await real.client.models.get(second)).baseUrl).toBe(elsewhere.baseUrl);
      expect((await send('PUT', '/api/models/first', { ...elsewhere, id: first })).status).toBe(409);
      expect((await send('PUT', '/api/models/second', { ...elsewhere, concurrency: 2 })).status).toBe(200);
    });

    test('is not chosen, nor the one before it, by way of the models that write summaries', async () => {
      await real.client.models.put({ ...profile, id: mine });
      const { settings } = real.client;
      await settings.patch({ summaryAgent: { primaryModelProfileId: first, fallbackModelProfileId: null } });
      const tagging = await send('PATCH', '/api/settings', { tagging: { fallbackModelProfileId: mine } });
      expect(tagging).toMatchObject({
        status: 400,
        detail: expect.stringMatching(/^tagging\.fallbackModelProfileId: “mine”/),
      });
      await settings.patch({ tagging: { fallbackModelProfileId: second } });
      await real.client.models.put({ ...elsewhere, id: mine });
      const primary = await send('PATCH', '/api/settings', { summaryAgent: { primaryModelProfileId: mine } });
      expect(primary).toMatchObject({
        status: 400,
        detail: expect.stringMatching(/^tagging\.fallbackModelProfileId: “second”/),
      });
    });

    test('does not come in for one that is deleted', async () => {
      await real.client.models.put({ ...profile, id: mine });
      await real.client.settings.patch({ summaryAgent: inOrder });
      await real.client.models.remove(second, mine);
      expect((await real.client.settings.get()).summaryAgent.fallbackModelProfileId).toBeNull();
      await real.client.models.put(elsewhere);
    });

    test('keeps nobody from other changes where an earlier version accepted it', async () => {
      const same = { ...profile, id: mine };
      await real.client.models.put(same);
      const pair = { primaryModelProfileId: first, fallbackModelProfileId: mine };
      await real.store.configuration.patchSettings({ summaryAgent: pair });
      expect((await send('PATCH', '/api/settings', { tagging: unnamed })).status).toBe(200);
      expect((await send('PUT', '/api/models/mine', { ...same, concurrency: 2 })).status).toBe(200);
    });
  });

  test('is deleted when another takes its place, everywhere', async () => {
    const { models, agents, settings } = real.client;
    expect((await send('DELETE', '/api/models/mine?replacement=nobody')).status).toBe(400);
    expect((await send('DELETE', '/api/models/mine?replacement=mine')).status).toBe(400);
    await models.remove(mine, other);
    expect((await models.list()).map(({ id }) => id)).not.toContain(mine);
    expect((await agents.get(writer)).llm.model).toBe('other');
    expect((await settings.get()).summaryAgent).toMatchObject({
      primaryModelProfileId: 'other',
      fallbackModelProfileId: null,
    });
  });

  test('leaves no model in Settings that is asked twice or cannot do the work', async () => {
    const { models, settings } = real.client;
    await models.put(scriptedProfile(mine, 'http://127.0.0.1:1/v1'));
    // An earlier version accepted such settings.
    const named = { primaryModelProfileId: mine, fallbackModelProfileId: mine };
    await real.store.configuration.patchSettings({
      check: { repairModelProfileId: mine },
      translation: named,
      tagging: named,
    });
    await models.remove(mine, builtinModelProfileId);
    const { check, translation, tagging } = await settings.get();
    expect(check.repairModelProfileId).toBe(builtinModelProfileId);
    expect(translation).toMatchObject({ primaryModelProfileId: null, fallbackModelProfileId: null });
    expect(tagging).toMatchObject({
      primaryModelProfileId: builtinModelProfileId,
      fallbackModelProfileId: null,
    });
    await settings.patch({
      check: { repairModelProfileId: null },
      tagging: { primaryModelProfileId: null },
    });
  });

  test('that nobody uses any more is deleted without a word', async () => {
    const { models, agents, settings } = real.client;
    await agents.remove(writer);
    await settings.patch({ summaryAgent: { primaryModelProfileId: modelProfileIdSchema.parse('builtin') } });
    await models.remove(other);
    expect((await models.list()).map(({ id }) => id)).toEqual(['builtin']);
  });
});
