import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { program } from '#tests/setup/program.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';
import { runCli, startCli } from './run-cli.ts';
import { runInside } from './run-inside.ts';

/** A timeout for tests of several processes on a busy machine. */
const timeout = 120_000;
const soon = { timeout: 60_000 };
const hello = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

describe('the program', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(scratchFolder(), 'precis-program-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

  /** Returns the arguments that make Node report an older version and then run the launcher. */
  function asOldNode(version: string, also = ''): string[] {
    const code = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); ${also}
      process.argv.splice(1, 0, ${JSON.stringify(program)}); require(${JSON.stringify(program)});`;
    return ['-e', code, '--'];
  }

  /** Lists the modules that the program loads for a command. */
  async function modulesOf(args: string[]): Promise<string[]> {
    const list = join(home, `${args.join('-')}.txt`);
    const code = `import { appendFileSync } from 'node:fs';
      import { registerHooks } from 'node:module';
      registerHooks({ load(url, context, next) {
        appendFileSync(${JSON.stringify(list)}, url + '\\n');
        return next(url, context);
      } });`;
    const watch = `data:text/javascript,${encodeURIComponent(code)}`;
    await runCli(args, { home, node: ['--import', watch, program] });
    return readFileSync(list, 'utf8').trim().split('\n').toSorted();
  }

  test('prints its version and refuses an unknown command with what its help takes to load', async () => {
    const forHelp = await modulesOf(['--help']);
    expect(forHelp).toContainEqual(expect.stringMatching(/precis\.js$/));
    expect(await modulesOf(['--version'])).toEqual(forHelp);
    expect(await modulesOf(['nonsense'])).toEqual(forHelp);
  });

  test('shows the help of a command by “help” and its name', async () => {
    const asked = await runInside(['help', 'doctor'], { home });
    expect(asked).toEqual(await runInside(['doctor', '--help'], { home }));
    expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('precis doctor: ') });
    expect((await runInside(['help', 'nonsense'], { home })).code).toBe(2);
  });

  test('started by an older Node, continues on the bundled one', async () => {
    const { code, out } = await runCli(['--version'], { home, node: asOldNode('20.20.2') });
    expect({ code, out: out.trim() }).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  });

  test.each([
    { what: 'a server', args: ['serve'], input: '', sign: 'Precis is at' },
    { what: 'a command that reads its input', args: ['mcp'], input: `${hello}\n`, sign: 'serverInfo' },
  ])('killed outright after an older Node had started it, $what ends too', { timeout }, async (given) => {
    const { args, input, sign } = given;
    const env = { PRECIS_PORT: String(await findFreePort()) };
    const node = asOldNode('20.20.2');
    const started = startCli(args, { home, env, input, keepsInput: true, node });
    await expect.poll(started.out, soon).toContain(sign);
    started.kill('SIGKILL');
    await started.ended;
  });

  test('started by an older Node, reads its standard input and ends on SIGTERM', { timeout }, async () => {
    const node = asOldNode('20.20.2');
    const input = 'The harbour bridge will be closed for two years, and everyone walks around it. '.repeat(
      12,
    );
    const { code, out } = await runCli(['summarize', '-'], { home, input, node });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('harbour bridge') });

    const env = { PRECIS_PORT: String(await findFreePort()) };
    const server = startCli(['serve'], { home, env, node });
    await expect.poll(server.out, soon).toContain('Precis is at');
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });

  test('where no bundled Node fits, says in one line what it needs', async () => {
    const elsewhere = "Object.defineProperty(process, 'arch', { value: 'mips' });";
    const { code, err } = await runCli(['--version'], { home, node: asOldNode('18.0.0', elsewhere) });
    expect(code).toBe(5);
    expect(err.trim().split('\n')).toEqual([expect.stringContaining('needs Node 24')]);
  });

  test('a port in use is one clear line naming what to do', async () => {
    const blocker = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as { port: number };
    const { code, err } = await runCli(['serve', '--port', String(port)], { home });
    await new Promise((resolve) => blocker.close(resolve));
    expect(code).toBe(5);
    expect(err).toContain(String(port));
    expect(err).toContain('PRECIS_PORT');
  });

  test.each([
    { what: 'its version and its data folder', token: undefined },
    { what: 'no more without its token', token: 'a-token-of-sixteen-characters' },
  ])('a port that another Precis holds is named as such, with $what', { timeout }, async ({ token }) => {
    const port = String(await findFreePort());
    const first = startCli(['serve'], {
      home,
      env: { PRECIS_PORT: port, ...(token === undefined ? {} : { PRECIS_TOKEN: token }) },
    });
    try {
      await expect.poll(first.out, soon).toContain('Precis is at');
      const { code, err } = await runCli(['serve'], {
        home: join(home, 'other'),
        env: { PRECIS_PORT: port },
      });
      expect(code).toBe(5);
      expect(err).toMatch(
        token === undefined
          ? /Precis \d\S+ is already running at http:\/\/127\.0\.0\.1:\d+, with its data in .*precis\.\n/
          : /Precis is already running at http:\/\/127\.0\.0\.1:\d+\.\n/,
      );
      expect(err.includes(join(home, 'precis'))).toBe(token === undefined);
      expect(err).toContain('PRECIS_PORT');
    } finally {
      first.kill('SIGTERM');
      await first.ended;
    }
  });

  test.skipIf(process.platform === 'win32')(
    'a data folder that others can open is named in the log and by doctor, with the command that closes it',
    { timeout },
    async () => {
      const data = join(home, 'a folder');
      mkdirSync(data);
      chmodSync(data, 0o750);
      const env = { PRECIS_HOME: data, PRECIS_PORT: String(await findFreePort()), PRECIS_LOG_LEVEL: 'warn' };
      const server = startCli(['serve'], { home, env });
      await expect.poll(server.out, soon).toContain('Precis is at');
      server.kill('SIGTERM');
      expect((await server.ended).err).toContain(`chmod 700 '${data}'`);

      const before = await runCli(['doctor'], { home, env });
      expect({ code: before.code, out: before.out }).toEqual({
        code: 0,
        out: expect.stringContaining('! data: '),
      });
      expect(before.out).toContain(`chmod 700 '${data}'`);
      chmodSync(data, 0o700);
      expect((await runInside(['doctor'], { home, env })).out).toContain('✓ data: ');
    },
  );

  test('refuses to listen beyond this machine without a token, and says why', async () => {
    const { code, err } = await runCli(['serve', '--host', '0.0.0.0', '--port', '45999'], { home });
    expect(code).toBe(5);
    expect(err).toContain('PRECIS_TOKEN');
  });

  test('doctor finds a fresh machine in order', async () => {
    const { code, out } = await runCli(['doctor'], { home });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Offline extract') });
    expect(out).toContain('SQLite');
  });

  test('models add takes the numbers of a profile, and names one that is out of range', async () => {
    const add = ['models', 'add', 'numbers', '--provider', 'ollama', '--model', 'x'];
    expect((await runCli([...add, '--temperature', '0.2', '--idle-seconds', '5'], { home })).code).toBe(0);
    const { code, err } = await runInside([...add, '--temperature', '3'], { home });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('temperature: ') });
    expect((await runInside(['models', 'remove', 'numbers'], { home })).code).toBe(0);
  });

  test.each([
    [['--temperature', 'warm'], '--temperature: Enter a number.'],
    [['--temperature', ''], '--temperature: Enter a number.'],
    [['--context', '1.5'], '--context: Enter a whole number.'],
    [['--idle-seconds', '0.01'], '--idle-seconds: Enter a number of at least 0.1.'],
    [['--run-seconds', '9999'], '--run-seconds: Enter a number of at most 3600.'],
    [['--base-url', 'here'], '--base-url: Enter a URL that starts with http:// or https://.'],
    [['--provider', 'nobody'], '--provider: Use openai, anthropic'],
    [['--key-env', '1'], '--key-env: Enter the name of an environment variable'],
  ])('models add %j says what to enter', async (options, sentence) => {
    const add = ['models', 'add', 'numbers', '--provider', 'ollama', '--model', 'x'];
    const { code, err } = await runInside([...add, ...options], { home });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(sentence) });
  });

  test.each([
    [['runs', '--limit', 'many'], '--limit “many”: Enter a number.'],
    [['runs', '--limit', '0'], '--limit “0”: Enter a number of at least 1.'],
    [['runs', '--status', 'done'], '--status “done”: Use queued, running'],
    [['models', 'add', 'x'], '--provider: Required. Use'],
  ])('%j says what to enter', async (args, sentence) => {
    const { code, err } = await runInside(args, { home });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(sentence) });
  });

  test.each([
    [['summarize', '-', '--bogus'], 'Unknown option “--bogus”.', 'summarize'],
    [['agents', '-x'], 'Unknown option “-x”.', 'agents'],
    [['agents', 'import', 'a.json', '--id'], 'The option “--id” needs a value.', 'agents'],
    [['summarize', '-', '-l', '-d'], 'The option “-l” needs a value.', 'summarize'],
    [['agents', '--help=yes'], 'The option “--help” takes no value.', 'agents'],
    [['doctor', 'me now'], 'Unexpected argument “me now”.', 'doctor'],
  ])('%j is answered by a sentence and where the options are', async (args, sentence, command) => {
    expect(await runInside(args, { home })).toMatchObject({
      code: 2,
      err: `precis: ${sentence} To see the options: precis help ${command}\n`,
    });
  });

  test('models use --for check chooses the model that checks, and turns checks off again', async () => {
    const add = ['models', 'add', 'checker', '--provider', 'ollama', '--model', 'bespoke-minicheck'];
    expect((await runInside(add, { home })).code).toBe(0);
    const used = await runInside(['models', 'use', 'checker', '--for', 'check'], { home });
    expect(used).toMatchObject({ code: 0, out: 'New summaries are now checked by checker.\n' });
    const kept = await runInside(['models', 'remove', 'checker'], { home });
    expect(kept.err).toContain('the checking model in Settings');
    const off = await runInside(['models', 'use', 'off', '--for', 'check'], { home });
    expect(off.out).toContain('no longer checked');
    expect((await runInside(['models', 'use', 'builtin', '--for', 'check'], { home })).code).toBe(2);
    expect((await runInside(['models', 'use', 'checker', '--for', 'x'], { home })).err).toContain('--for');
  });

  test('models remove of a profile in use names the option that helps, not a page', async () => {
    const add = ['models', 'add', 'mine', '--provider', 'ollama', '--model', 'x'];
    expect((await runInside(add, { home })).code).toBe(0);
    expect((await runInside(['models', 'use', 'mine'], { home })).code).toBe(0);
    const { code, err } = await runInside(['models', 'remove', 'mine'], { home });
    expect(code).toBe(2);
    expect(err).toBe(
      'precis: “mine” is used by the primary model in Settings.\n  Add --replacement <id>. It takes over everywhere.\n',
    );
    const replaced = await runInside(['models', 'remove', 'mine', '--replacement', 'builtin'], { home });
    expect(replaced.code).toBe(0);
  });

  test('doctor names a model that does not answer, and what to do', async () => {
    const model = await startScriptedModel({ reply: { fault: { kind: 'status', status: 401 } } });
    try {
      const add = ['models', 'add', 'mine', '--provider', 'openai-compatible', '--model', 'x'];
      await runCli([...add, '--base-url', model.baseUrl('openai'), '--key-stdin'], {
        home,
        input: 'secret-key-123',
      });
      expect((await runInside(['models', 'use', 'mine'], { home })).code).toBe(0);
      const { code, out } = await runInside(['doctor'], { home });
      expect(code).toBe(5);
      expect(out).toContain('✗ model mine');
      expect((await runInside(['models'], { home })).out).toContain('stored');
      expect(out).not.toContain('secret-key-123');
    } finally {
      await model.close();
    }
  });

  test('refuses a data folder that is a file, and nothing is overwritten', async () => {
    writeFileSync(join(home, 'precis'), 'not a folder');
    const { code, err } = await runCli(['runs'], { home });
    expect(code).toBe(5);
    expect(err).toContain('precis');
  });
});
