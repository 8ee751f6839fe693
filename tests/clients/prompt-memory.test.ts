import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '#client/create-client.ts';
import { hookClients } from '#schema/sessions/hook-client.ts';
import {
  allText,
  contextsIn,
  decision,
  questionAboutIt,
  recalledIn,
  storeSessions,
} from '#tests/fixtures/earlier-sessions.ts';
import { type AgentModel, startAgentModel } from './agent-model.ts';
import { waitForAgents } from './agents-folder.ts';
import { type Agent, findAgent, openAgent } from './open-agent.ts';

/** On a busy machine a hook stops waiting for the memory, so the agents are asked until it was in time. */
const patient = { timeout: 200_000 };
const constraint = 'paint the quay, but do not touch src/legacy in this session';
const absence = await waitForAgents();

describe.each(hookClients)('a prompt to the real %s', (name) => {
  const binary = findAgent(name);
  if (binary === null)
    console.error(`SKIPPED: prompts to the real ${name}: ${absence ?? 'it does not run on this machine'}`);
  /** Gemini CLI has neither an MCP server of Precis nor a compaction without its terminal. */
  const isFull = binary !== null && name !== 'gemini-cli';
  let model: AgentModel;
  let agent: Agent;
  let quoted: RegExp;

  beforeAll(async () => {
    model = await startAgentModel();
  });
  afterAll(() => model?.close());
  beforeEach(async () => {
    if (binary !== null) await start(binary);
  });
  afterEach(() => agent?.close());

  /** Connects the agent to a worker that has sessions of the project. */
  async function start(program: string): Promise<void> {
    model.usedTokens = 10;
    agent = await openAgent(name, program, model.url);
    expect((await agent.precis('clients', 'install', name)).code).toBe(0);
    await agent.hook({
      session_id: 'first',
      cwd: agent.dir,
      source: 'startup',
      hook_event_name: 'SessionStart',
    });
    const client = createClient({ fetch, baseUrl: `http://127.0.0.1:${agent.port}` });
    await expect.poll(() => client.health().catch(() => null)).not.toBeNull();
    quoted = await storeSessions(client, agent.dir);
  }

  /** The request with which a prompt, or what followed it, reached the model. */
  async function requestOf(prompt: string): Promise<unknown> {
    expect((await agent.ask(prompt)).code).toBe(0);
    return JSON.parse(model.turns.at(-1) ?? 'null');
  }

  test.skipIf(binary === null)(
    'brings what an earlier session decided, with its name and date, and one about something else brings nothing',
    async () => {
      await expect
        .poll(async () => recalledIn(await requestOf(questionAboutIt)), patient)
        .toEqual([expect.stringMatching(quoted)]);
      const unrelated = await requestOf('what is 2+2?');
      expect(allText(unrelated)).toContain('what is 2+2?');
      expect(recalledIn(unrelated)).toEqual([]);
      expect(allText(unrelated)).not.toContain(decision);
    },
  );

  test.skipIf(!isFull)(
    'after a compaction has what the person asked of the session at its beginning',
    async () => {
      expect((await agent.ask(constraint)).code).toBe(0);
      const compacted = async () => {
        await compact();
        return contextsIn(JSON.parse(model.turns.at(-1) ?? 'null'));
      };
      await expect
        .poll(compacted, patient)
        .toEqual([
          expect.stringMatching(
            /^This session, before its context was compacted[^]*\n## Constraints the user stated in this session\n- paint the quay, but do not touch src\/legacy in this session \(P\d+\)\n/,
          ),
        ]);
    },
  );

  /** Lets the agent compact its newest session and go on. */
  async function compact(): Promise<void> {
    if (name === 'claude-code') {
      const go = ['--output-format', 'text', '--continue', '-p'];
      expect((await agent.run([...go, '/compact'], {})).code).toBe(0);
      expect((await agent.run([...go, 'go on'], {})).code).toBe(0);
      return;
    }
    const limit = ['-c', 'model_auto_compact_token_limit=50000'];
    const go = [
      'exec',
      'resume',
      '--last',
      '--dangerously-bypass-hook-trust',
      '--skip-git-repo-check',
      ...limit,
    ];
    // Codex compacts before a prompt if the answer before it has reached the limit.
    model.usedTokens = 90_000;
    expect((await agent.run([...go, 'go on'], {})).code).toBe(0);
    model.usedTokens = 10;
    const { code, err } = await agent.run([...go, 'go on again'], {});
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('context compacted') });
  }

  test.skipIf(!isFull)('lets the model search the memory through the MCP server', async () => {
    // Codex sends its first request before a slow server has listed its tools.
    await expect
      .poll(async () => resultsIn(await requestOf('search the memory for server row')), patient)
      .toMatch(new RegExp(`^P\\d+ \\| [\\d-]+ [\\d:]+ \\| harbour \\| ~\\d+ tokens \\| ${decision}$`, 'm'));
  });
});

/** The text of the last message, which has the results of the tools that were called. */
function resultsIn(request: unknown): string {
  const { messages, input } = request as { messages?: unknown[]; input?: unknown[] };
  return allText((messages ?? input ?? []).at(-1));
}
