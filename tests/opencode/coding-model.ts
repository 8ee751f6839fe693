import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';

/** A model that codes and summarizes. It names sessions, uses a tool when asked, and fills in the six fields. */
export interface CodingModel {
  baseUrl: string;
  /** The requests for a summary. */
  summaries(): ScriptedRequest[];
  /** The requests of the sessions themselves, without those for titles. */
  turns(): ScriptedRequest[];
  /** How the next requests for a summary are answered. */
  summarize: 'structured' | 'plain-json' | 'fail' | 'hang';
  /** Clears the recorded requests and restores the default answers. */
  reset(): void;
  close(): Promise<void>;
}

const summaryMark = 'Summarize this turn of a coding session';

export async function startCodingModel(): Promise<CodingModel> {
  const server: ScriptedModel = await startScriptedModel({ reply: (request) => answer(request) });
  const isSummary = ({ prompt }: ScriptedRequest): boolean => prompt.startsWith(summaryMark);
  const isTitle = ({ system }: ScriptedRequest): boolean => system.startsWith('You are a title generator');

  function answer(request: ScriptedRequest): Reply {
    if (isTitle(request)) return { text: 'A title' };
    if (isSummary(request)) return answerSummary(request);
    const { messages = [], tools = [] } = request.body as {
      messages?: { role: string }[];
      tools?: { function?: { name?: string } }[];
    };
    const isNew = messages.at(-1)?.role === 'user' && tools.length > 0;
    if (isNew && /search the memory/i.test(request.prompt))
      return { toolCalls: [{ name: 'memory_search', input: { query: 'lighthouse' } }] };
    if (!isNew || !/use a tool/i.test(request.prompt))
      return { text: `Done as asked: ${request.prompt.slice(0, 200)}` };
    const input = { command: 'echo API_KEY=hunter2hunter2', description: 'Says a key' };
    const isShell = tools.some((tool) => tool.function?.name === 'shell');
    return { toolCalls: [{ name: isShell ? 'shell' : 'bash', input }] };
  }

  function answerSummary(request: ScriptedRequest): Reply {
    const asked = /USER: "?(.*?)"?\n/.exec(request.prompt)?.[1] ?? '';
    const summary = {
      request: `The user asked: ${asked}`,
      investigated: 'The harbour module.',
      learned: `The lighthouse keeper's password file is not needed for ${asked}`,
      completed: `It was done: ${asked}`,
      next_steps: '',
      notes: null,
    };
    if (model.summarize === 'fail') return { fault: { kind: 'status', status: 500 } };
    if (model.summarize === 'hang') return { text: 'x', fault: { kind: 'stall', afterChunks: 0 } };
    if (model.summarize === 'plain-json')
      return { text: `Here it is:\n\`\`\`json\n${JSON.stringify(summary)}\n\`\`\`` };
    return { toolCalls: [{ name: 'StructuredOutput', input: summary }] };
  }

  const model: CodingModel = {
    baseUrl: server.baseUrl('openai'),
    summaries: () => server.requests.filter(isSummary),
    turns: () => server.requests.filter((request) => !isSummary(request) && !isTitle(request)),
    summarize: 'structured',
    reset() {
      server.requests.length = 0;
      model.summarize = 'structured';
    },
    close: server.close,
  };
  return model;
}
