import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model that codes, for Claude Code, Codex and Gemini CLI. It uses a tool when the prompt says so. */
export interface AgentModel {
  url: string;
  /** The request bodies that were turns of a session, as text. */
  turns: string[];
  /** The tokens that a request takes, as the model reports it. */
  usedTokens: number;
  /** Is called when the request of a turn has arrived, before it is answered. */
  onTurn(): Promise<void>;
  close(): Promise<void>;
}

interface Asked {
  /** The last text of the user. */
  prompt: string;
  /** Whether the last message is the result of a tool. */
  hasResult: boolean;
  tools: string[];
}

/** A call of a tool, as the agent names it. */
interface Call {
  name: string;
  input: object;
  /** Where Codex has the tools of an MCP server. */
  namespace?: string;
}

const command = 'echo API_KEY=hunter2hunter2 && echo the bollards are rotten';

export async function startAgentModel(): Promise<AgentModel> {
  const turns: string[] = [];
  let calls = 0;

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(incoming);
    const path = incoming.url?.split('?')[0] ?? '';
    const form = [...forms].find(([ending]) => path.endsWith(ending))?.[1];
    if (incoming.method !== 'POST' || form === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}');
      return;
    }
    const body = JSON.parse(text);
    const asked = form.read(body);
    if (asked.tools.length > 0) {
      turns.push(text);
      await model.onTurn();
    }
    calls += 1;
    const call = asked.hasResult || asked.tools.length === 0 ? null : form.callFor(asked);
    const events = form.answer({
      call,
      id: calls,
      text: replyTo(asked.prompt),
      usedTokens: model.usedTokens,
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) {
      if (event.type !== undefined) response.write(`event: ${event.type}\n`);
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const model: AgentModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turns,
    usedTokens: 10,
    onTurn: async () => {},
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return model;
}

type Event = { type?: string } & Record<string, unknown>;

interface Turn {
  call: Call | null;
  id: number;
  text: string;
  usedTokens: number;
}

interface Form {
  read(body: object): Asked;
  /** Returns the call that the prompt asks for, or null. */
  callFor(asked: Asked): Call | null;
  answer(turn: Turn): Event[];
}

/** The protocols of the agents, by the end of the request's path. */
const forms = new Map<string, Form>([
  ['/v1/messages', { read: readMessages, callFor: claudeCall, answer: messageEvents }],
  ['/v1/responses', { read: readResponses, callFor: codexCall, answer: responseEvents }],
  [':streamGenerateContent', { read: readContents, callFor: geminiCall, answer: contentEvents }],
]);

function messageEvents({ call, id, text, usedTokens }: Turn): Event[] {
  const usage = { input_tokens: usedTokens, output_tokens: 5 };
  const block =
    call === null
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: `toolu_${id}`, name: call.name, input: {} };
  const delta =
    call === null
      ? { type: 'text_delta', text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(call.input) };
  const message = {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-scripted',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: call === null ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    { type: 'message_stop' },
  ];
}

function responseEvents({ call, id, text, usedTokens }: Turn): Event[] {
  const response = { id: `resp_${id}` };
  const item =
    call === null
      ? { type: 'message', id: `msg_${id}`, role: 'assistant', content: [{ type: 'output_text', text }] }
      : {
          type: 'function_call',
          id: `fc_${id}`,
          call_id: `call_${id}`,
          name: call.name,
          ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
          arguments: JSON.stringify(call.input),
        };
  const usage = {
    input_tokens: usedTokens,
    input_tokens_details: null,
    output_tokens: 5,
    output_tokens_details: null,
    total_tokens: usedTokens + 5,
  };
  return [
    { type: 'response.created', response },
    { type: 'response.output_item.done', item },
    { type: 'response.completed', response: { ...response, usage } },
  ];
}

function contentEvents({ call, text }: Turn): Event[] {
  const part = call === null ? { text } : { functionCall: { name: call.name, args: call.input } };
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
  const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
  return [{ candidates: [candidate], usageMetadata }];
}

const memorySearch = 'mcp__precis__memory_search';

function claudeCall({ prompt, tools }: Asked): Call | null {
  const query = queryIn(prompt);
  if (query !== null) {
    if (tools.includes(memorySearch)) return { name: memorySearch, input: { query } };
    // Claude Code shows the tools of MCP servers by name, and loads one when its model asks for it.
    return { name: 'ToolSearch', input: { query: `select:${memorySearch}`, max_results: 1 } };
  }
  return usesTool(prompt) ? { name: 'Bash', input: { command, description: 'Says a key' } } : null;
}

function codexCall({ prompt, tools }: Asked): Call | null {
  const query = queryIn(prompt);
  if (query !== null) return { name: 'memory_search', namespace: 'mcp__precis', input: { query } };
  if (!usesTool(prompt)) return null;
  if (tools.includes('exec_command')) return { name: 'exec_command', input: { cmd: command } };
  if (tools.includes('shell_command')) return { name: 'shell_command', input: { command } };
  return { name: 'shell', input: { command: ['bash', '-c', command] } };
}

function geminiCall({ prompt }: Asked): Call | null {
  return usesTool(prompt) ? { name: 'run_shell_command', input: { command } } : null;
}

function usesTool(prompt: string): boolean {
  return /use a tool/i.test(prompt);
}

/** What a prompt such as “search the memory for boats” searches for. */
function queryIn(prompt: string): string | null {
  return /search the memory for (.+)/i.exec(prompt)?.[1] ?? null;
}

function replyTo(prompt: string): string {
  if (/detailed summary of the conversation|CONTEXT CHECKPOINT COMPACTION/.test(prompt))
    return '<analysis>Short.</analysis>\n<summary>The quay was painted.</summary>';
  return `Done as asked: ${prompt.replaceAll(/<private>.*?<\/private>/g, '').slice(0, 100)}`;
}

function readMessages(body: { messages?: unknown[]; tools?: { name: string }[] }): Asked {
  const messages = (body.messages ?? []) as { role: string; content: unknown }[];
  const last = messages.findLast(({ role }) => role === 'user');
  const parts = (Array.isArray(last?.content) ? last.content : []) as { type: string; content?: unknown }[];
  const results = parts.filter(({ type }) => type === 'tool_result');
  const texts = messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
  return {
    prompt: texts.findLast((text) => text.trim() !== '') ?? '',
    // A tool that was only loaded was not used yet.
    hasResult: results.length > 0 && !JSON.stringify(results).includes('tool_reference'),
    tools: (body.tools ?? []).map(({ name }) => name),
  };
}

function readResponses(body: { input?: unknown[]; tools?: { name?: string }[] }): Asked {
  const items = (body.input ?? []) as { type?: string; role?: string; content?: unknown }[];
  const texts = items.filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
  return {
    prompt: texts.at(-1) ?? '',
    hasResult: items.at(-1)?.type === 'function_call_output',
    tools: (body.tools ?? []).flatMap(({ name }) => (name === undefined ? [] : [name])),
  };
}

function readContents(body: {
  contents?: { role?: string; parts?: { text?: string; functionResponse?: object }[] }[];
  tools?: { functionDeclarations?: { name: string }[] }[];
}): Asked {
  const contents = body.contents ?? [];
  const texts = contents
    .filter(({ role }) => role === 'user')
    .flatMap(({ parts = [] }) => parts.flatMap(({ text }) => (text === undefined ? [] : [text])))
    .filter((text) => !text.startsWith('<session_context>'))
    .map((text) => text.replace(/^<hook_context>.*?<\/hook_context>\s*/s, ''))
    .filter((text) => text !== '');
  return {
    prompt: texts.at(-1) ?? '',
    hasResult:
      contents.at(-1)?.parts?.some(({ functionResponse }) => functionResponse !== undefined) ?? false,
    tools: (body.tools ?? []).flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name }) => name),
    ),
  };
}

/** The text without what the agent adds in the user's name. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = (Array.isArray(content) ? content : []) as { text?: string }[];
  return parts
    .map(({ text = '' }) => text)
    .filter((text) => !/^\s*<(?:system-reminder|environment_context)/.test(text))
    .join('\n');
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
