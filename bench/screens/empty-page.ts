import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, type Rollup } from 'vite';

const name = 'virtual:empty-page';
const source = `
  import { createElement as h, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  function Button() {
    const [count, setCount] = useState(0);
    return h('button', { onClick: () => setCount(count + 1) }, String(count));
  }
  createRoot(document.getElementById('root')).render(h(Button));`;
/** A list as high as 5,000 rows of the Reader. Nothing is drawn in it while it scrolls. */
const list = '<div data-list style="height:100vh;overflow:auto"><div style="height:480000px"></div></div>';

/** Serves what the same browser and machine need at least: React with one button, and an empty list. */
export async function startEmptyPage(): Promise<{ url: string; listUrl: string; close(): void }> {
  const script = await promisify(gzip)(await bundle());
  const html = (body: string) =>
    `<!doctype html><html lang="en"><title>Empty</title><body>${body}</body></html>`;
  const server = createServer((request, response) => {
    if (request.url === '/script.js') {
      response.setHeader('content-type', 'text/javascript');
      response.setHeader('content-encoding', 'gzip');
      return response.end(script);
    }
    response.setHeader('content-type', 'text/html');
    const isList = request.url === '/list';
    return response.end(
      html(isList ? list : '<div id="root"></div><script type="module" src="/script.js"></script>'),
    );
  });
  await listen(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, listUrl: `${url}list`, close: () => void server.close() };
}

async function bundle(): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rollupOptions: { input: name } },
    plugins: [
      {
        name: 'empty-page',
        resolveId: (id) => (id === name ? id : null),
        load: (id) => (id === name ? source : null),
      },
    ],
  })) as Rollup.RollupOutput;
  return result.output[0].code;
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}
