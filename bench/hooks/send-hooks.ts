import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';

/** The address of the worker, and the folder to which the agent writes its transcripts. */
export interface HookTarget {
  url: string;
  transcripts: string;
  cwd: string;
}

/** Each hook has a name, under which a watched server notes its time. Hooks resolve with the context they get. */
export interface AgentSession {
  start(name: string): Promise<string>;
  prompt(text: string, name?: string): Promise<string>;
  /** Sends a tool call with an output of about this length. */
  call(outputChars: number, name?: string): Promise<string>;
  stop(reply: string, name: string): Promise<string>;
  end(name: string): Promise<string>;
  close(): void;
}

/** The header with the name of a hook. */
const nameHeader = 'x-bench-name';

const logLine =
  '2026-11-18T03:44:07Z info GET https://api.example.org/v1/items/77431?page=3 200 in 41 ms, cache miss, 3 rows\n';

/** Opens a session of Claude Code, which keeps its connection and waits for each answer. */
export function openSession({ url, transcripts, cwd }: HookTarget): AgentSession {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sessionId = randomUUID();
  const path = join(transcripts, `${sessionId}.jsonl`);
  let promptId = randomUUID();
  const place = () => ({ session_id: sessionId, transcript_path: path, cwd, prompt_id: promptId });
  const write = (line: object) => appendFileSync(path, `${JSON.stringify({ sessionId, cwd, ...line })}\n`);

  async function send(event: string, payload: object, name = event): Promise<string> {
    const body = JSON.stringify({ ...place(), hook_event_name: event, ...payload });
    const asked = request(`${url}/api/hooks/claude-code/${event}`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        [nameHeader]: name,
      },
    });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    await once(answer, 'end');
    if (answer.statusCode !== 200) throw new Error(`${event} was answered with ${answer.statusCode}`);
    return contextIn(text);
  }

  return {
    start: (name) => send('SessionStart', { source: 'startup' }, name),
    prompt(text, name) {
      promptId = randomUUID();
      write({ type: 'user', promptId, message: { role: 'user', content: text } });
      return send('UserPromptSubmit', { prompt: text }, name);
    },
    call(outputChars, name) {
      const call = {
        tool_name: 'Bash',
        tool_input: { command: 'npm run -s logs', description: 'Shows the last requests' },
        tool_response: {
          stdout: logLine.repeat(Math.ceil(outputChars / logLine.length)).slice(0, outputChars),
          stderr: '',
          interrupted: false,
          isImage: false,
        },
        tool_use_id: `toolu_${randomUUID()}`,
      };
      return send('PostToolUse', call, name);
    },
    stop(reply, name) {
      write({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: reply }] } });
      return send('Stop', { stop_hook_active: false, last_assistant_message: reply }, name);
    },
    end: (name) => send('SessionEnd', { reason: 'prompt_input_exit' }, name),
    close: () => agent.destroy(),
  };
}

/** The context in the answer of a hook. */
export function contextIn(answer: string): string {
  const { hookSpecificOutput } = JSON.parse(answer || '{}') as {
    hookSpecificOutput?: { additionalContext?: string };
  };
  return hookSpecificOutput?.additionalContext ?? '';
}
