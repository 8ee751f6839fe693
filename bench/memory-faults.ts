/** Measures what a conversation keeps after a summarizer fails: LangChain's middleware and Precis in the same agent. */
import { writeFileSync } from 'node:fs';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, createMiddleware, summarizationMiddleware, tool } from 'langchain';
import { z } from 'zod';
import { summarizerNode } from '#adapters/langgraph/summarizer-node.ts';

const turns = 30;
const filler =
  'It rained and the ferry was late, so we talked about the harbour and the weather for a while. ';

interface Scenario {
  name: string;
  /** The answer to the summarizer's first call. Later calls succeed. If this is null, the first call succeeds too. */
  fault: (() => string) | null;
  /** Makes the user message of a turn. Turns are numbered from 1. */
  question: (turn: number) => string;
  /** The number of tool calls per turn. */
  calls: number;
}

const plain = (turn: number) => `Please note FACT-${turn}. ${filler.repeat(3)}`;
const scenarios: Scenario[] = [
  { name: 'no fault', fault: null, question: plain, calls: 0 },
  {
    name: 'the first call returns 429',
    fault: failWith('429 Too Many Requests'),
    question: plain,
    calls: 0,
  },
  { name: 'the first answer is empty', fault: () => '', question: plain, calls: 0 },
  {
    name: 'the first answer is a refusal',
    fault: () => 'I’m sorry, but I can’t help with that.',
    question: plain,
    calls: 0,
  },
  {
    name: '`$&` and `` $` `` in the user’s text',
    fault: null,
    question: (turn) => `Please note FACT-${turn}: the price is $& and $\` for all. ${filler}`,
    calls: 0,
  },
  { name: 'two tool calls in every turn', fault: null, question: plain, calls: 2 },
  {
    name: 'two tool calls in every turn, and 429',
    fault: failWith('429 Too Many Requests'),
    question: plain,
    calls: 2,
  },
  {
    name: 'long turns (about 1,000 tokens each)',
    fault: null,
    question: (turn) => `Please note FACT-${turn}. ${filler.repeat(45)}`,
    calls: 0,
  },
];

function failWith(message: string): () => string {
  return () => {
    throw new Error(message);
  };
}

/** A model that returns scripted answers and records every prompt. */
class ScriptedChat extends BaseChatModel {
  readonly prompts: string[] = [];
  readonly answer: (messages: BaseMessage[], call: number) => AIMessage;

  constructor(answer: (messages: BaseMessage[], call: number) => AIMessage) {
    super({ maxRetries: 0 });
    this.answer = answer;
  }

  override _llmType(): string {
    return 'scripted';
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]) {
    this.prompts.push(messages.map(({ text }) => text).join('\n'));
    const message = this.answer(messages, this.prompts.length);
    return { generations: [{ text: message.text, message }] };
  }
}

/** Creates a summarizer that keeps every fact it is shown. Its first call fails if there is a fault. */
function createSummarizer(fault: Scenario['fault']): ScriptedChat {
  return new ScriptedChat((messages, call) => {
    if (fault !== null && call === 1) return new AIMessage(fault());
    const shown = factsIn(messages.map(({ text }) => text).join('\n'));
    return new AIMessage(
      `The user asked to note these facts, one by one, on a rainy day: ${[...shown].join(', ')}. ${filler.repeat(2)}`,
    );
  });
}

function createChat({ calls }: Scenario): ScriptedChat {
  return new ScriptedChat((messages) => {
    const last = messages.at(-1);
    if (calls === 0 || !HumanMessage.isInstance(last)) return new AIMessage('Noted.');
    const place = messages.length;
    const tool_calls = Array.from({ length: calls }, (_, n) => ({
      id: `call-${crypto.randomUUID()}-${place}-${n}`,
      name: 'look_up',
      args: {},
    }));
    return new AIMessage({ content: '', tool_calls });
  });
}

const lookUp = tool(() => 'found', { name: 'look_up', description: 'Looks up', schema: z.object({}) });

type Middleware = ReturnType<typeof summarizationMiddleware> | ReturnType<typeof createMiddleware>;

const peers: { name: string; open: (summarizer: ScriptedChat) => Middleware }[] = [
  {
    name: 'langchain summarizationMiddleware',
    open: (model) => summarizationMiddleware({ model, trigger: { messages: 24 }, keep: { messages: 8 } }),
  },
  {
    name: 'precis-memory summarizerNode',
    open: (model) =>
      createMiddleware({
        name: 'Precis',
        stateSchema: z.object({
          summary: z.string().nullish(),
          summary_segments: z.array(z.any()).optional(),
        }),
        beforeModel: summarizerNode({ memory: { policy: 'adaptive' }, summarizer: { model } }),
      }),
  },
];

interface Outcome {
  held: number;
  torn: number;
  /** The number of user texts that were changed when they reached the summarizer. */
  corrupted: number;
  /** The texts that replaced the summary at some point but are not summaries. */
  stoodIn: Set<string>;
}

async function play(scenario: Scenario, open: (summarizer: ScriptedChat) => Middleware): Promise<Outcome> {
  const summarizer = createSummarizer(scenario.fault);
  const agent = createAgent({
    model: createChat(scenario),
    tools: [lookUp],
    middleware: [open(summarizer)],
    checkpointer: new MemorySaver(),
  });
  const thread = { configurable: { thread_id: 'one' } };
  const stoodIn = new Set<string>();
  let messages: BaseMessage[] = [];
  let summary = '';
  for (let turn = 1; turn <= turns; turn += 1) {
    await agent.invoke({ messages: [new HumanMessage(scenario.question(turn))] }, thread);
    const { values } = await agent.graph.getState(thread);
    messages = values.messages;
    const message = messages.find(isSummary)?.text;
    summary = String(values.summary ?? message ?? '');
    if (/Error generating/.test(summary)) stoodIn.add('the error');
    if (/sorry/.test(summary)) stoodIn.add('the refusal');
    if (message?.endsWith('to date:\n\n')) stoodIn.add('an empty text');
  }
  const held = factsIn([summary, ...messages.map(({ text }) => text)].join('\n'));
  const asked = scenario.question(7).replace(/FACT-7/, 'FACT-N');
  const shown = summarizer.prompts.join('\n').replace(/FACT-\d+/g, 'FACT-N');
  const mentions = factsIn(summarizer.prompts.join('\n')).size;
  const corrupted = mentions > 0 && !shown.includes(asked) ? mentions : 0;
  return { held: held.size, torn: countTorn(messages), corrupted, stoodIn };
}

function isSummary({ additional_kwargs }: BaseMessage): boolean {
  return additional_kwargs.lc_source === 'summarization';
}

function factsIn(text: string): Set<string> {
  return new Set(text.match(/FACT-\d+/g) ?? []);
}

function countTorn(messages: readonly BaseMessage[]): number {
  const called = messages.flatMap((message) =>
    AIMessage.isInstance(message) ? (message.tool_calls ?? []).map(({ id }) => id) : [],
  );
  const answered = messages.flatMap((message) =>
    ToolMessage.isInstance(message) ? [message.tool_call_id] : [],
  );
  return (
    called.filter((id) => !answered.includes(id ?? '')).length +
    answered.filter((id) => !called.includes(id)).length
  );
}

function describe({ held, torn, corrupted, stoodIn }: Outcome): string {
  const remarks = [
    ...(torn > 0 ? [`${torn} torn tool pairs`] : []),
    ...(corrupted > 0 ? ['the summarizer read a corrupted prompt'] : []),
    ...[...stoodIn].map((what) => `${what} became the summary`),
  ];
  return `${held} of ${turns}${remarks.length > 0 ? `; ${remarks.join('; ')}` : ''}`;
}

const rows: string[] = [];
for (const scenario of scenarios) {
  const cells: string[] = [];
  for (const { open } of peers) cells.push(describe(await play(scenario, open)));
  rows.push(`| ${scenario.name} | ${cells.join(' | ')} |`);
  console.log(rows.at(-1));
}
const table = [`| fault | ${peers.map(({ name }) => name).join(' | ')} |`, '|---|---|---|', ...rows].join(
  '\n',
);
if (process.argv[2] !== undefined) writeFileSync(process.argv[2], `${table}\n`);
