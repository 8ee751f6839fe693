import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { RunnableLambda } from '@langchain/core/runnables';
import { messagesStateReducer } from '@langchain/langgraph';
import { countTokensApproximately, summarizationMiddleware } from 'langchain';
import type { MemoryMessage } from '#memory/thread-state.ts';
import { type Contestant, instructions, type SummarizerCall } from './contestant.ts';
import { marksIn } from './fake-summarizer.ts';

type Settings = Omit<Parameters<typeof summarizationMiddleware>[0], 'model' | 'tokenCounter'>;
type Hook = (
  state: { messages: BaseMessage[] },
  runtime: { context: object },
) => Promise<{ messages: BaseMessage[] } | undefined>;

/** Uses the real middleware of `langchain` through its own hook, with LangGraph's own reducer. */
export function langchain(name: string, settings: Settings): Contestant {
  return {
    name,
    start({ count, summarize }) {
      let messages: BaseMessage[] = [];
      let calls: SummarizerCall[] = [];
      const model = RunnableLambda.from(async (prompt: string) => {
        const text = summarize(prompt);
        calls.push({ inputTokens: count(prompt), outputTokens: count(text) });
        return new AIMessage(text);
      });
      const middleware = summarizationMiddleware({
        ...settings,
        model: model as never,
        tokenCounter: countWithoutMarks,
      });
      const beforeModel = middleware.beforeModel as unknown as Hook;
      const add = (message: MemoryMessage) => {
        messages = messagesStateReducer(messages, [toLangChain(message)]);
      };
      return {
        async send(message) {
          calls = [];
          add(message);
          const update = await beforeModel({ messages }, { context: {} });
          if (update) messages = messagesStateReducer(messages, update.messages);
          const summary = messages.find((one) => one.additional_kwargs.lc_source === 'summarization');
          return {
            parts: [instructions, ...messages.map(({ text }) => text)],
            calls,
            rewritten: update ? (summary?.text ?? null) : null,
          };
        },
        add,
        remembered: () => messages.map(({ text }) => text).join('\n'),
      };
    },
  };
}

function toLangChain({ role, text, toolCalls = [], toolCallId = '' }: MemoryMessage): BaseMessage {
  if (role === 'tool') return new ToolMessage({ content: text, tool_call_id: toolCallId });
  if (role === 'user') return new HumanMessage(text);
  return new AIMessage({
    content: text,
    tool_calls: toolCalls.map(({ id, name, input }) => ({
      id,
      name,
      args: input as Record<string, unknown>,
    })),
  });
}

/** The default counter of the middleware, without the tokens of the marks. */
function countWithoutMarks(messages: BaseMessage[]): number {
  const marks = messages.flatMap(({ text }) => marksIn(text)).join('');
  return Math.max(0, countTokensApproximately(messages) - Math.floor(marks.length / 4));
}
