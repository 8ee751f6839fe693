import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model that codes, for Claude Code, Codex and Gemini CLI. It runs a command when the prompt says so. */
export interface AgentModel {
  url: string;
  /** The request bodies that were turns of a session, as text. */
  turns: string[];
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
    const isCall = /use a tool/i.test(asked.prompt) && !asked.hasResult && asked.tools.length > 0;
    const events = form.answer({ isCall, id: calls, prompt: asked.prompt, tools: asked.tools });
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
  isCall: boolean;
  id: number;
  prompt: string;
  tools: string[];
}

/** The protocols of the agents, by the end of the request's path. */
const forms = new Map<string, { read(body: object): Asked; answer(turn: Turn): Event[] }>([
  ['/v1/messages', { read: readMessages, answer: messageEvents }],
  ['/v1/responses', { read: readResponses, answer: responseEvents }],
  [':streamGenerateContent', { read: readContents, answer: contentEvents }],
]);

function messageEvents({ isCall, id, prompt }: Turn): Event[] {
  const usage = { input_tokens: 10, output_tokens: 5 };
  const input = JSON.stringify({ command, description: 'Says a key' });
  const block = isCall
    ? { type: 'tool_use', id: `toolu_${id}`, name: 'Bash', input: {} }
    : { type: 'text', text: '' };
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: input }
    : { type: 'text_delta', text: doneText(prompt) };
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
      delta: { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    { type: 'message_stop' },
  ];
}

function responseEvents({ isCall, id, prompt, tools }: Turn): Event[] {
  const response = { id: `resp_${id}` };
  const item = isCall
    ? { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, ...shellCall(tools) }
    : {
        type: 'message',
        id: `msg_${id}`,
        role: 'assistant',
        content: [{ type: 'output_text', text: doneText(prompt) }],
      };
  const usage = {
    input_tokens: 10,
    input_tokens_details: null,
    output_tokens: 5,
    output_tokens_details: null,
    total_tokens: 15,
  };
  return [
    { type: 'response.created', response },
    { type: 'response.output_item.done', item },
    { type: 'response.completed', response: { ...response, usage } },
  ];
}

function contentEvents({ isCall, prompt }: Turn): Event[] {
  const part = isCall
    ? { functionCall: { name: 'run_shell_command', args: { command } } }
    : { text: doneText(prompt) };
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
  const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
  return [{ candidates: [candidate], usageMetadata }];
}

function shellCall(tools: string[]): { name: string; arguments: string } {
  if (tools.includes('exec_command'))
    return { name: 'exec_command', arguments: JSON.stringify({ cmd: command }) };
  if (tools.includes('shell_command'))
    return { name: 'shell_command', arguments: JSON.stringify({ command }) };
  return { name: 'shell', arguments: JSON.stringify({ command: ['bash', '-c', command] }) };
}

function doneText(prompt: string): string {
  return `Done as asked: ${prompt.replaceAll(/<private>.*?<\/private>/g, '').slice(0, 100)}`;
}

function readMessages(body: { messages?: unknown[]; tools?: { name: string }[] }): Asked {
  const messages = (body.messages ?? []) as { role: string; content: unknown }[];
  const last = messages.findLast(({ role }) => role === 'user');
  const parts = (Array.isArray(last?.content) ? last.content : []) as { type: string }[];
  const texts = messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
  return {
    prompt: texts.findLast((text) => text.trim() !== '') ?? '',
    hasResult: parts.some(({ type }) => type === 'tool_result'),
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
    .filter((text) => !text.startsWith('<session_context>'));
  return {
    prompt: (texts.at(-1) ?? '').replace(/^<hook_context>.*<\/hook_context>\s*/s, ''),
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
