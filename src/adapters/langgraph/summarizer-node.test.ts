import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { describe, expect, test } from 'vitest';
import type { AgentMemory } from '#adapters/library/memory-options.ts';
import { summarizerNode, summaryChannels, withSummary } from './summarizer-node.ts';

const State = Annotation.Root(summaryChannels);
const thread = { configurable: { thread_id: 'one' } };
const long =
  'The user asks one question after another, and to each of them the assistant gives an answer with what was found. Nothing was decided so far, no constraints were mentioned, and no questions are still open in this conversation.';

interface Setup extends AgentMemory {
  checkpointer?: MemorySaver;
  crashes?: number;
}

/** An agent that makes two tool calls for each lookup, with the summarizer node before it. */
function buildGraph({ checkpointer = new MemorySaver(), crashes = 0, ...agent }: Setup) {
  const sent: BaseMessage[][] = [];
  let left = crashes;
  const graph = new StateGraph(State)
    .addNode('summarizer', summarizerNode(agent))
    .addNode('agent', (state) => {
      if (left-- > 0) throw new Error('crashed');
      sent.push(withSummary(state));
      const text = String(state.messages.at(-1)?.text);
      const calls = ['a', 'b'].map((letter) => ({
        id: `${text}-${letter}`,
        name: 'look_up',
        args: { text },
      }));
      return {
        messages: [
          new AIMessage({ content: '', tool_calls: calls }),
          ...calls.map(({ id }) => new ToolMessage({ content: `found ${id}`, tool_call_id: id })),
          new AIMessage(`Answer to ${text}`),
        ],
      };
    })
    .addEdge(START, 'summarizer')
    .addEdge('summarizer', 'agent')
    .addEdge('agent', END)
    .compile({ checkpointer });
  const ask = (text: string) => graph.invoke({ messages: [new HumanMessage(text)] }, thread);
  const state = async () => (await graph.getState(thread)).values as typeof State.State;
  return { graph, ask, state, sent };
}

function questions(messages: readonly BaseMessage[]): string[] {
  return messages.filter((message) => HumanMessage.isInstance(message)).map(({ text }) => text);
}

function expectWholePairs(messages: readonly BaseMessage[]): void {
  const called = messages.flatMap((message) =>
    AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [],
  );
  const answered = messages
    .filter((message) => ToolMessage.isInstance(message))
    .map(({ tool_call_id }) => tool_call_id);
  expect(answered).toEqual(called.map(({ id }) => id));
}

describe('the summarizer as a node of a graph with a checkpointer', () => {
  test('folds from the seventh turn before a message on, down to six, then to four, in whole turns', async () => {
    const prompts: string[] = [];
    const { ask, state, sent } = buildGraph({
      llm: {
        model: (prompt) => {
          prompts.push(prompt);
          return long;
        },
      },
    });
    for (let n = 1; n <= 7; n += 1) await ask(`q${n}`);
    expect(questions((await state()).messages)).toHaveLength(7);
    await ask('q8 costs $& and $1');
    const after = await state();
    expect(questions(after.messages)).toEqual(['q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8 costs $& and $1']);
    expect(after.summary).toBe(long.trim());
    await ask('q9');
    const later = await state();
    expect(questions(later.messages)).toEqual(['q5', 'q6', 'q7', 'q8 costs $& and $1', 'q9']);
    expectWholePairs(later.messages);
    expect(prompts).toHaveLength(2);
    expect(prompts[0]).toContain('found q1-a');
    expect(sent.at(-1)?.[0]?.text).toContain(long.trim());
  });

  test('sends a text with $& to the summarizer as it is', async () => {
    const prompts: string[] = [];
    const { ask } = buildGraph({ summarizer: { model: (prompt) => (prompts.push(prompt), long) } });
    await ask('q1 costs $& and $1');
    for (let n = 2; n <= 8; n += 1) await ask(`q${n}`);
    expect(prompts[0]).toContain('User: q1 costs $& and $1');
  });

  test.each([
    ['throws', () => Promise.reject(new Error('429'))],
    ['answers with nothing', () => ''],
    ['answers with an error', () => 'Error generating summary: 429 Too Many Requests'],
  ])('removes nothing when the summarizer %s', async (_, model) => {
    const issues: unknown[] = [];
    const { ask, state } = buildGraph({ summarizer: { model }, onIssue: (issue) => issues.push(issue) });
    for (let n = 1; n <= 9; n += 1) await ask(`q${n}`);
    const { messages, summary } = await state();
    expect(questions(messages)).toHaveLength(9);
    expect(summary).toBeUndefined();
    expect(issues.length).toBeGreaterThan(0);
  });

  test('folds by tokens too, and keeps system messages', async () => {
    const agent = { memory: { hotPathTokenBudget: 200 }, summarizer: { model: () => long } };
    const messages = [new SystemMessage('Be kind.'), ...turns(5, 'an answer was found '.repeat(15))];
    const update = await summarizerNode(agent)({ messages });
    const gone = new Set((update.messages ?? []).map(({ id }) => id));
    expect(gone.size).toBe(8);
    expect(gone.has(messages[0]?.id)).toBe(false);
  });

  test('brings back what stays when messages have no ids', async () => {
    const agent = { memory: { hotPathTokenBudget: 200 }, summarizer: { model: () => long } };
    const messages = turns(5, 'an answer was found '.repeat(15)).map(
      (message) => ((message.id = undefined), message),
    );
    const update = await summarizerNode(agent)({ messages });
    expect(update.messages?.map(({ id }) => id)).toEqual(['__remove_all__', undefined, undefined]);
    expect(update.messages?.slice(1)).toEqual(messages.slice(-2));
  });

  test('folds once when the run crashes after it and is resumed', async () => {
    const checkpointer = new MemorySaver();
    let calls = 0;
    const summarizer = { model: () => ((calls += 1), long) };
    const first = buildGraph({ checkpointer, summarizer });
    for (let n = 1; n <= 7; n += 1) await first.ask(`q${n}`);
    const crashing = buildGraph({ checkpointer, summarizer, crashes: 1 });
    await expect(crashing.ask('q8')).rejects.toThrow('crashed');
    const resumed = buildGraph({ checkpointer, summarizer });
    await resumed.graph.invoke(null, thread);
    const { messages } = await resumed.state();
    expect(calls).toBe(1);
    expect(questions(messages)).toEqual(['q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8']);
    expectWholePairs(messages);
  });

  test('works offline when no model is given', async () => {
    const { ask, state } = buildGraph({});
    for (let n = 1; n <= 8; n += 1)
      await ask(
        `Question ${n}: which town near the northern coast has the most beautiful harbour? We are three friends who want to sail for a week in spring. Museums, a market and a railway station matter to us too.`,
      );
    expect((await state()).summary).toContain('Question 1');
  });
});

function turns(count: number, text: string): BaseMessage[] {
  return Array.from({ length: count }, (_, n) => [
    new HumanMessage({ id: `h${n}`, content: `${n} ${text}` }),
    new AIMessage({ id: `a${n}`, content: text }),
  ]).flat();
}
