import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelPart, ModelRequest } from '#engine/ports.ts';
import { toAppError } from '#schema/app-error.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import type { Provider } from '#schema/models/profile-fields.ts';
import type { Protocol } from '#tests/fixtures/scripted-model/reply.ts';
import { wires } from '#tests/fixtures/scripted-model/wires.ts';
import { createRemoteOpener } from './create-remote-opener.ts';

const request: ModelRequest = {
  system: 'Be brief.',
  history: [],
  prompt: 'Summarize this.',
  maxOutputTokens: 321,
  output: null,
  offline: null,
};

const providers: { provider: Provider; protocol: Protocol; path: string }[] = [
  { provider: 'openai', protocol: 'openai', path: '/v1' },
  { provider: 'openai-compatible', protocol: 'openai', path: '/v1' },
  { provider: 'anthropic', protocol: 'anthropic', path: '/v1' },
  { provider: 'google', protocol: 'google', path: '/v1beta' },
  { provider: 'ollama', protocol: 'ollama', path: '' },
];

/** How the end of the body is marked. With `close`, a cut by FIN looks like an end. */
const framings = {
  chunked: {
    header: 'transfer-encoding: chunked',
    frame: (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`,
  },
  'content-length': { header: 'content-length: 100000', frame: (text: string) => text },
  close: { header: 'connection: close', frame: (text: string) => text },
};

let server: Server | null = null;
afterEach(() => server?.close());

describe.each(providers)('an answer of $provider', ({ provider, protocol, path }) => {
  for (const [framing, { header, frame }] of Object.entries(framings)) {
    test.each(['FIN', 'RST'] as const)(
      `that is sent with ${framing} and cut by %s after some words is named as cut`,
      async (ending) => {
        const texts: string[] = [];
        let socket: Socket | null = null;
        const wire = wires[protocol];
        const answer = { model: 'm-1', finish: 'stop' as const, usage: null, textIndex: 0 };
        const url = await listen((asked) => {
          socket = asked;
          const body = wire.start(answer) + wire.startText(answer) + wire.text('one ', answer);
          asked.write(`HTTP/1.1 200 OK\r\ncontent-type: ${wire.contentType}\r\n${header}\r\n\r\n`);
          asked.write(frame(body));
        });
        const parts = openModel(provider, url + path).stream(request, new AbortController().signal);
        const error = await failureOf(parts, (text) => {
          texts.push(text);
          if (ending === 'FIN') socket?.end();
          else socket?.resetAndDestroy();
        });
        expect([error?.code, texts]).toEqual(['model_stream_cut', ['one ']]);
      },
    );
  }
});

test('half a frame at the end of an answer of Ollama is a cut, not nonsense', async () => {
  const answer = { model: 'm-1', finish: 'stop' as const, usage: null, textIndex: 0 };
  const line = wires.ollama.text('one ', answer);
  const model = openModel(
    'ollama',
    await listen((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${line}${line.slice(0, -9)}`);
    }),
  );
  expect((await failureOf(model.stream(request, new AbortController().signal)))?.code).toBe(
    'model_stream_cut',
  );
});

test.each(providers)(
  'an error of $provider whose body is cut keeps its status',
  async ({ provider, path }) => {
    const url = await listen((socket) => {
      socket.write('HTTP/1.1 500 Oops\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"err\r\n', () => {
        socket.resetAndDestroy();
      });
    });
    const error = await failureOf(
      openModel(provider, url + path).stream(request, new AbortController().signal),
    );
    expect(error).toMatchObject({ code: 'model_unavailable', details: { status: 500 } });
  },
);

/** Starts a server whose answers the test writes itself. */
async function listen(onRequest: (socket: Socket) => void): Promise<string> {
  const listening = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => onRequest(socket));
  });
  server = listening;
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

async function failureOf(parts: AsyncIterable<ModelPart>, onText?: (text: string) => void) {
  try {
    for await (const part of parts) if (part.type === 'text') onText?.(part.text);
    return null;
  } catch (error) {
    return toAppError(error);
  }
}

function openModel(provider: Provider, baseUrl: string) {
  const fields = { id: 'cut', name: 'Cut', provider, model: 'm-1', baseUrl };
  const profile = modelProfileInputSchema.omit({ key: true }).parse(fields);
  return createRemoteOpener()(profile, null);
}
