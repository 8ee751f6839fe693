import { gzipSync } from 'node:zlib';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { ModelProfileInput } from '#schema/models/model-profile.ts';
import type { Protocol } from '#tests/fixtures/scripted-model/reply.ts';
import type { Behaviour, Stage } from './start-hostile-model.ts';

export interface HostileCase {
  /** The text that follows "a server that" in the name of the test. */
  name: string;
  behave: Behaviour;
  code: ErrorCode | ((protocol: Protocol) => ErrorCode);
  /**
   * The short time-outs of the case. Others stay long, because on a busy machine even a good first token may be late.
   */
  timeouts?: Partial<ModelProfileInput['timeouts']>;
}

const shortly = 800;

const isJsonLines = (protocol: Protocol): boolean => protocol === 'ollama';
const megabyte = 1024 * 1024;

/** A hundred megabytes of zeros, which compress to a hundred kilobytes. */
const bomb = gzipSync(Buffer.alloc(100 * megabyte));
const invalidBytes = Buffer.from([0xc3, 0x28, 0xff]);

export const silent: HostileCase[] = [
  {
    name: 'takes the request and says nothing',
    behave: () => {},
    code: 'model_first_token_timeout',
    timeouts: { firstTokenMs: shortly },
  },
  {
    name: 'sends headers and then nothing',
    behave: ({ begin }) => begin(),
    code: 'model_first_token_timeout',
    timeouts: { firstTokenMs: shortly },
  },
  {
    name: 'falls silent in the middle',
    behave: async (stage) => sayHalf(stage),
    code: 'model_idle_timeout',
    timeouts: { idleMs: shortly },
  },
  {
    name: 'drips one empty byte after the other',
    async behave({ begin, write, pause }) {
      begin();
      while (await pause(40)) await write('\n');
    },
    code: 'model_first_token_timeout',
    timeouts: { firstTokenMs: shortly },
  },
  {
    name: 'falls silent but for empty lines',
    async behave(stage) {
      await sayHalf(stage);
      while (await stage.pause(40)) await stage.write('\n');
    },
    code: 'model_idle_timeout',
    timeouts: { idleMs: shortly },
  },
  {
    name: 'drips one character after the other for ever',
    async behave({ begin, write, pause, wire, answer }) {
      begin();
      await write(wire.start(answer) + wire.startText(answer));
      while (await pause(40)) await write(wire.text('a ', answer));
    },
    code: 'run_timeout',
    timeouts: { runMs: shortly },
  },
  {
    name: 'thinks for ever',
    async behave({ begin, write, pause, wire, answer }) {
      begin();
      await write(wire.start(answer));
      for (let index = 0; await pause(40); index++) await write(wire.thinking('hm ', answer, index));
    },
    code: 'run_timeout',
    timeouts: { runMs: shortly },
  },
];

export const broken: HostileCase[] = [
  {
    name: 'sends bytes that are no text',
    async behave({ begin, write, response, wire, answer }) {
      begin();
      await write(wire.start(answer) + wire.startText(answer));
      const [before, after] = wire.text('The bridge @@ is closed.', answer).split('@@') as [string, string];
      await write(Buffer.concat([Buffer.from(before), invalidBytes, Buffer.from(after)]));
      response.end(wire.finish(answer));
    },
    code: 'model_bad_response',
  },
  {
    name: 'sends broken JSON in the middle',
    async behave(stage) {
      await sayHalf(stage);
      await stage.write(stage.wire.text('x', stage.answer).replace('{', '{{').trimEnd());
      stage.response.end(`\n\n${stage.wire.finish(stage.answer)}`);
    },
    code: 'model_bad_response',
  },
  {
    name: 'ends without a word that it is complete',
    async behave(stage) {
      await sayHalf(stage);
      stage.response.end();
    },
    code: 'model_stream_cut',
  },
  {
    name: 'resets the connection in the middle',
    async behave(stage) {
      await sayHalf(stage);
      await stage.pause(20);
      stage.socket.resetAndDestroy();
    },
    code: 'model_stream_cut',
  },
  {
    name: 'says how long its answer is and sends less',
    async behave({ response, socket, wire, answer }) {
      response.writeHead(200, { 'content-type': wire.contentType, 'content-length': '100000' });
      response.write(wire.start(answer) + wire.startText(answer) + wire.text('The bridge ', answer));
      setTimeout(() => socket.destroy(), 20);
    },
    code: 'model_stream_cut',
  },
  {
    name: 'closes the connection before it answers',
    behave: ({ socket }) => void socket.resetAndDestroy(),
    code: 'model_unreachable',
  },
  {
    name: 'answers with something that is not HTTP',
    behave: ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
    code: 'model_unreachable',
  },
  {
    name: 'sends headers without end',
    behave: ({ socket }) => void socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(megabyte)}\r\n`),
    code: 'model_unreachable',
  },
  {
    name: 'answers with a web page',
    behave: answerWith('text/html', '<h1>Hi</h1>'),
    code: 'model_bad_response',
  },
  {
    name: 'answers with an error under status 200',
    behave: answerWith('application/json', '{"error":{"message":"no such thing"}}'),
    code: 'model_bad_response',
  },
  {
    name: 'answers with plain words',
    behave: answerWith('text/plain', 'I am a server.\n'),
    code: (protocol) => (isJsonLines(protocol) ? 'model_bad_response' : 'model_stream_cut'),
  },
  {
    name: 'answers with an empty body',
    behave: answerWith('text/event-stream', ''),
    code: 'model_stream_cut',
  },
];

export const flooding: HostileCase[] = [
  {
    name: 'sends a line of a hundred megabytes',
    async behave({ begin, write, wire, answer, response }) {
      begin();
      await write(wire.start(answer) + wire.startText(answer));
      const block = Buffer.alloc(megabyte, 'a');
      for (let sent = 0; sent < 100; sent++) await write(block);
      response.end();
    },
    code: 'model_bad_response',
  },
  {
    name: 'sends text without end',
    async behave({ begin, write, wire, answer }) {
      begin();
      await write(wire.start(answer) + wire.startText(answer));
      const piece = wire.text('on and on and on '.repeat(50), answer);
      for (let sent = 0; sent < 1_000_000; sent++) await write(piece);
    },
    code: 'model_output_cut_off',
  },
  {
    name: 'thinks without end, as fast as it can',
    async behave({ begin, write, wire, answer }) {
      begin();
      await write(wire.start(answer));
      for (let sent = 0; sent < 20_000; sent++) {
        const thoughts = Array.from({ length: 50 }, (_, index) =>
          wire.thinking('hm ', answer, sent * 50 + index),
        );
        await write(thoughts.join(''));
      }
    },
    code: 'model_output_cut_off',
  },
  {
    name: 'sends a compressed bomb',
    behave: ({ begin, response }) => {
      begin({ 'content-encoding': 'gzip' });
      response.end(bomb);
    },
    code: 'model_bad_response',
  },
  {
    name: 'refuses with a hundred megabytes of words',
    async behave({ response, write }) {
      response.writeHead(400, { 'content-type': 'application/json' });
      const block = Buffer.alloc(megabyte, 'a');
      for (let sent = 0; sent < 100; sent++) await write(block);
      response.end();
    },
    code: 'model_refused',
  },
];

export const refusing: HostileCase[] = [
  { name: 'answers with no words at all', behave: finishWith(''), code: 'model_output_empty' },
  { name: 'answers with blanks only', behave: finishWith(' \n\t '), code: 'model_output_empty' },
  { name: 'stops at its limit', behave: finishWith('Half an ans', 'length'), code: 'model_output_cut_off' },
  {
    name: 'asks for more patience than anyone has',
    behave: refuseWith(429, '1000000000'),
    code: 'model_rate_limited',
  },
  {
    name: 'asks to wait until a day that is long past, again and again',
    behave: refuseWith(429, 'Thu, 01 Jan 1970 00:00:00 GMT'),
    code: 'model_rate_limited',
  },
  { name: 'refuses the key', behave: refuseWith(403), code: 'model_unauthorized' },
];

async function sayHalf({ begin, write, wire, answer }: Stage): Promise<void> {
  begin();
  await write(wire.start(answer) + wire.startText(answer) + wire.text('The bridge ', answer));
}

function answerWith(contentType: string, body: string): Behaviour {
  return ({ response }) => void response.writeHead(200, { 'content-type': contentType }).end(body);
}

function finishWith(text: string, finish: 'stop' | 'length' = 'stop'): Behaviour {
  return ({ begin, response, wire, ...stage }) => {
    const answer = { ...stage.answer, finish };
    begin();
    const said = text === '' ? '' : wire.text(text, answer);
    response.end(wire.start(answer) + wire.startText(answer) + said + wire.finish(answer));
  };
}

function refuseWith(status: number, retryAfter?: string): Behaviour {
  return ({ response, wire }) => {
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(wire.errorBody(status, 'no'));
  };
}
