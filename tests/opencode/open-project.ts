import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bundlePlugin } from '../../publish/bundle-plugin.ts';

/** The path of the real OpenCode from npm, or null if there is none for this platform. */
export const opencode: string | null = findOpenCode();

export interface ProjectOptions {
  modelUrl: string;
  /** The worker that runs already, or the variables with which the plugin finds its own. */
  workerUrl?: string;
  variables?: Record<string, string>;
  /** Whether the plugin is also in the user's folder, so that OpenCode loads it twice. */
  isLoadedTwice?: boolean;
}

/** A repository with the plugin, and with a home folder of its own. */
export interface Project {
  dir: string;
  /** The folder in which the plugin keeps what it could not send. */
  stateDir: string;
  env: Record<string, string>;
  /** Lists OpenCode's own sessions from its database. */
  sessions(): { id: string; parentId: string | null; title: string }[];
  run(prompt: string, ...options: string[]): Promise<Ended>;
  /** Starts `opencode serve` and waits until it is ready for requests. */
  serve(): Promise<Served>;
  close(): void;
}

export interface Ended {
  /** The id of the process group in which it ran. */
  pid: number;
  code: number | null;
  out: string;
  err: string;
}

export interface Served {
  url: string;
  pid: number;
  /** Ends it like Ctrl-C does, and kills its whole group if it does not exit. */
  end(): Promise<void>;
}

const runTimeoutMs = 300_000;
const startTimeoutMs = 60_000;

export async function openProject({
  modelUrl,
  workerUrl,
  variables = {},
  isLoadedTwice = false,
}: ProjectOptions): Promise<Project> {
  const home = mkdtempSync(join(tmpdir(), 'precis-opencode-'));
  const dir = join(home, 'harbour');
  mkdirSync(dir);
  await bundlePlugin(join(dir, 'opencode-mem.js'));
  if (isLoadedTwice) await bundlePlugin(join(home, 'config', 'opencode', 'plugins', 'opencode-mem.js'));
  writeFileSync(join(dir, 'opencode.json'), JSON.stringify(configOf(modelUrl)));
  const env = {
    ...environmentOf(home),
    ...(workerUrl === undefined ? {} : { OPENCODE_MEM_URL: workerUrl }),
    ...variables,
  };
  const git = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
  execFileSync('git', ['init', '-q'], { cwd: dir, env });
  execFileSync('git', [...git, 'commit', '-q', '--allow-empty', '-m', 'start'], { cwd: dir, env });

  return {
    dir,
    stateDir: join(home, 'state', 'opencode-mem'),
    env,
    sessions: () => readSessions(join(home, 'data', 'opencode', 'opencode.db')),
    run: (prompt, ...options) => run(['run', ...options, prompt], { dir, env }),
    serve: () => serve({ dir, env }),
    close: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

interface Place {
  dir: string;
  env: Record<string, string>;
}

async function run(args: string[], { dir, env }: Place): Promise<Ended> {
  // OpenCode has its own process group, so that everything it starts can be found and ended with it.
  const child = spawn(opencode ?? '', args, {
    cwd: dir,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const timer = setTimeout(() => endGroup(child.pid), runTimeoutMs);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { pid: child.pid ?? 0, code, out, err };
}

async function serve({ dir, env }: Place): Promise<Served> {
  const child = spawn(opencode ?? '', ['serve', '--port', '0', '--hostname', '127.0.0.1'], {
    cwd: dir,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('opencode serve did not start')), startTimeoutMs);
    let out = '';
    const look = (chunk: Buffer): void => {
      out += chunk;
      const found = /http:\/\/[\d.]+:\d+/.exec(out)?.[0];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
  }).catch((error: unknown) => {
    endGroup(child.pid);
    throw error;
  });
  return {
    url,
    pid: child.pid ?? 0,
    async end() {
      const timer = setTimeout(() => endGroup(child.pid), 30_000);
      child.kill('SIGINT');
      await exited;
      clearTimeout(timer);
      endGroup(child.pid);
    },
  };
}

/** Whether any process of a group still exists. */
export function isGroupAlive(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined || !isGroupAlive(pid)) return;
  process.kill(-pid, 'SIGKILL');
}

function readSessions(file: string): ReturnType<Project['sessions']> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare('select id, parent_id as parentId, title from session').all() as ReturnType<
      Project['sessions']
    >;
  } finally {
    database.close();
  }
}

function configOf(modelUrl: string): object {
  return {
    autoupdate: false,
    share: 'disabled',
    model: 'fake/fake-1',
    small_model: 'fake/fake-1',
    enabled_providers: ['fake'],
    permission: { '*': 'allow' },
    plugin: ['./opencode-mem.js'],
    provider: {
      fake: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Fake',
        options: { baseURL: modelUrl, apiKey: 'x' },
        models: { 'fake-1': { name: 'Fake 1', tool_call: true, limit: { context: 32_000, output: 4000 } } },
      },
    },
  };
}

function environmentOf(home: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_STATE_HOME: join(home, 'state'),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    // OpenCode installs types into every folder with plugins. Here the request fails, and it does not retry.
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
    GIT_CONFIG_NOSYSTEM: '1',
  };
}

function findOpenCode(): string | null {
  try {
    // The cross-platform package opencode-ai depends on packages that not every registry has.
    const name = process.arch === 'arm64' ? 'opencode-linux-arm64' : 'opencode-linux-x64-baseline';
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const binary = join(dirname(manifest), 'bin', 'opencode');
    execFileSync(binary, ['--version'], { stdio: 'ignore', timeout: 60_000 });
    return binary;
  } catch {
    return null;
  }
}
