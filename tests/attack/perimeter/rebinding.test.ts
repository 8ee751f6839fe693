import { describe, expect, test } from 'vitest';
import { ask, exchange } from './raw-http.ts';
import { useServer } from './use-server.ts';

const server = useServer();
const port = () => new URL(server().url).port;
const own = () => `127.0.0.1:${port()}`;
const withHosts = (path: string, hosts: string[]) =>
  `GET ${path} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`;
const secret = '"status":"ok"';

describe('a page whose name was made to lead here (DNS rebinding)', () => {
  test('is detected by its Host, however it is written', async () => {
    const foreign = [
      'evil.example',
      `evil.example:${port()}`,
      `127.0.0.1.evil.example:${port()}`,
      `localhost.evil.example:${port()}`,
      `127.0.0.1:${port()}.evil.example`,
      `localhost.:${port()}`,
      `127.0.0.1.:${port()}`,
      `127.0.0.2:${port()}`,
      `127.1:${port()}`,
      `2130706433:${port()}`,
      `0x7f.0.0.1:${port()}`,
      `0177.0.0.1:${port()}`,
      `0.0.0.0:${port()}`,
      `[::]:${port()}`,
      `[::ffff:127.0.0.1]:${port()}`,
      `[::1%25lo]:${port()}`,
      `::1:${port()}`,
      `[0:0:0:0:0:0:0:1]:${port()}`,
      '127.0.0.1',
      'localhost',
      '127.0.0.1:80',
      `127.0.0.1:0${port()}`,
      `127.0.0.1:${port()}x`,
      `evil.example@127.0.0.1:${port()}`,
      `127.0.0.1:${port()}@evil.example`,
      `127.0.0.1:${port()}/evil`,
      `127.0.0.1:${port()}#evil`,
      `127.0.0.1:${port()}, evil.example`,
      `evil.example, 127.0.0.1:${port()}`,
      `l\u00f6calhost:${port()}`,
      '',
      ' ',
    ];
    for (const host of foreign) {
      for (const path of ['/api/health', '/']) {
        const bytes = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
        const answer = await exchange(server().url, bytes);
        expect({ host, answer }).toMatchObject({ answer: expect.stringMatching(/^HTTP\/1\.1 (403|400) /) });
        expect(answer).not.toContain(secret);
        expect(answer).not.toContain('<!doctype');
      }
    }
  });

  test('is detected even if a second Host or a proxy header names this server', async () => {
    for (const lines of [
      `Host: evil.example\r\nHost: ${own()}`,
      `Host: ${own()}\r\nHost: evil.example`,
      `Host: evil.example\r\nX-Forwarded-Host: ${own()}`,
      `Host: evil.example\r\nForwarded: host=${own()}`,
      `Host: evil.example\r\nX-Host: ${own()}\r\nX-Original-Host: ${own()}`,
    ]) {
      const bytes = `GET /api/health HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`;
      expect(await exchange(server().url, bytes)).toMatch(/^HTTP\/1\.1 (403|400) /);
    }
  });

  test('is detected by the URL in the request line, which takes precedence over the Host header', async () => {
    for (const [target, host] of [
      ['http://evil.example/api/health', own()],
      [`http://${own()}/api/health`, 'evil.example'],
      [`http://${own()}@evil.example/api/health`, own()],
      [`http://evil.example:${port()}/api/health`, own()],
      ['https://evil.example/api/health', own()],
    ]) {
      const bytes = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect({ target, answer: await exchange(server().url, bytes) }).toMatchObject({
        answer: expect.stringMatching(/^HTTP\/1\.1 (403|400) /),
      });
    }
    const bytes = `GET http://${own()}/api/health HTTP/1.1\r\nHost: ${own()}\r\nConnection: close\r\n\r\n`;
    expect(await exchange(server().url, bytes)).toContain(secret);
  });

  test.each([
    ['no Host in HTTP/1.0', (path: string) => `GET ${path} HTTP/1.0\r\n\r\n`],
    ['no Host in HTTP/1.1', (path: string) => `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['an empty Host in HTTP/1.0', (path: string) => `GET ${path} HTTP/1.0\r\nHost:\r\n\r\n`],
    ['a foreign Host in HTTP/1.0', (path: string) => `GET ${path} HTTP/1.0\r\nHost: evil.example\r\n\r\n`],
    ['this Host twice', (path: string) => withHosts(path, [own(), own()])],
    ['this Host and another', (path: string) => withHosts(path, [own(), 'evil.example'])],
    ['an empty Host and this one', (path: string) => withHosts(path, ['', own()])],
    ['a folded Host', (path: string) => `GET ${path} HTTP/1.0\r\nHost:\r\n ${own()}\r\n\r\n`],
    [
      'a folded second line',
      (path: string) => `GET ${path} HTTP/1.0\r\nHost: ${own()}\r\n .evil.example\r\n\r\n`,
    ],
    ['a full target without Host', (path: string) => `GET http://${own()}${path} HTTP/1.0\r\n\r\n`],
    ['HTTP/0.9', (path: string) => `GET ${path}\r\n\r\n`],
  ])('is refused with %s', async (_what, bytesOf) => {
    for (const path of ['/api/health', '/api/search?query=x', '/api/settings', '/api/runs', '/']) {
      const answer = await exchange(server().url, bytesOf(path));
      expect({ path, answer }).toMatchObject({ answer: expect.stringMatching(/^HTTP\/1\.1 (403|400) /) });
      expect(answer).not.toContain('{"items"');
      expect(answer).not.toContain('<!doctype');
    }
  });

  test('cannot write without a Host', async () => {
    const body = JSON.stringify({ contentSessionId: 'foreign', project: 'p', prompt: 'Planted by a page' });
    const about = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answer = await exchange(server().url, `POST /api/sessions/init HTTP/1.0\r\n${about}`);
    expect(answer).toMatch(/^HTTP\/1\.1 (403|400) /);
    const found = await ask(server().url, { path: '/api/search?query=planted&format=json' });
    expect(found.body).not.toContain('Planted by a page');
  });

  test('gains nothing by naming this server in X-Forwarded-Host', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const { status, body, headers: given } = await ask(server().url, { path: '/api/health', headers });
    expect(status).toBe(200);
    expect(body + JSON.stringify(given)).not.toContain('evil.example');
  });
});

test.each(['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'])('%s is a name of this server', async (name) => {
  const { status } = await ask(server().url, {
    path: '/api/health',
    headers: { host: `${name}:${port()}` },
  });
  expect(status).toBe(200);
});
