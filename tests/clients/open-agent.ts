import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookClient } from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import { type CliResult, runCli } from '#tests/cli/run-cli.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';
import { agentsFolder } from './agents-folder.ts';

const packages: Record<HookClient, { name: string; file: string }> = {
  'claude-code': { name: `@anthropic-ai/claude-code-linux-${process.arch}`, file: 'claude' },
  codex: {
    name: `@openai/codex-linux-${process.arch}`,
    file: join(
      'vendor',
      `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-unknown-linux-musl`,
      'bin',
      'codex',
    ),
  },
  'gemini-cli': { name: '.bin', file: 'gemini' },
};

/** Finds the real program from npm. Returns null if it is not installed. */
export function findAgent(agent: HookClient): string | null {
  const { name, file } = packages[agent];
  try {
    const binary = join(agentsFolder, 'node_modules', name, file);
    execFileSync(binary, ['--version'], { stdio: 'ignore', timeout: 60_000 });
    return binary;
  } catch {
    return null;
  }
}

/** A project with an agent that has a home folder of its own, and a data folder of Precis. */
export interface Agent {
  home: string;
  dir: string;
  env: Record<string, string>;
  port: number;
  /** The folder in which the agent keeps its settings. */
  settings: string;
  precis(...args: string[]): Promise<CliResult>;
  /** Runs the agent's own program, with more variables in its environment. */
  run(args: string[], more: Record<string, string>): Promise<CliResult>;
  /** Sends a prompt to the agent, with more variables in its environment if they are given. */
  ask(prompt: string, more?: Record<string, string>): Promise<CliResult>;
  /** Runs the hook that the agent runs at an event, without the agent. */
  hook(payload: object): Promise<CliResult>;
  /** Everything that Precis has on the disk, as one text. */
  stored(): string;
  /** Kills the worker that a hook has started with SIGKILL. */
  killWorker(): Promise<void>;
  close(): Promise<void>;
}

const runTimeoutMs = 120_000;

export async function openAgent(agent: HookClient, binary: string, modelUrl: string): Promise<Agent> {
  const home = mkdtempSync(join(tmpdir(), `precis-${agent}-`));
  const dir = join(home, 'harbour');
  const settings = join(home, clientDefinitions[agent].folder.name);
  const { args: ownArgs, env: ownEnv, settings: ownSettings } = starts[agent]({ settings, modelUrl });
  const precisHome = join(home, 'precis');
  const port = await findFreePort();
  mkdirSync(dir);
  mkdirSync(settings);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    PRECIS_HOME: precisHome,
    PRECIS_PORT: String(port),
    PRECIS_LOG_LEVEL: 'warn',
    GIT_CONFIG_NOSYSTEM: '1',
    ...ownEnv,
  };
  for (const [name, text] of Object.entries(ownSettings ?? {})) writeFileSync(join(settings, name), text);
  execFileSync('git', ['init', '-q'], { cwd: dir, env });

  return {
    home,
    dir,
    env,
    port,
    settings,
    precis: (...args) => runCli(args, { home, cwd: dir, env }),
    run: (args, more) => run(binary, args, { dir, env: { ...env, ...more } }),
    ask: (prompt, more = {}) => run(binary, [...ownArgs, prompt], { dir, env: { ...env, ...more } }),
    hook: (payload) => runCli(['hook', agent], { home, cwd: dir, env, input: JSON.stringify(payload) }),
    stored: () => (existsSync(precisHome) ? readAll(precisHome) : ''),
    killWorker: () => endWorker(precisHome),
    async close() {
      await endWorker(precisHome);
      rmSync(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Ends the worker that a hook has started. */
async function endWorker(precisHome: string): Promise<void> {
  const file = join(precisHome, 'worker.json');
  if (!existsSync(file)) return;
  const { pid, url } = JSON.parse(readFileSync(file, 'utf8'));
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
  for (let isUp = true; isUp; )
    isUp = await fetch(`${url}/api/health`).then(
      () => true,
      () => false,
    );
}

/** How each agent runs one prompt with the scripted model. */
const starts: Record<
  HookClient,
  (given: { settings: string; modelUrl: string }) => {
    args: string[];
    env: Record<string, string>;
    /** The files in the agent's settings folder. */
    settings?: Record<string, string>;
  }
> = {
  'claude-code': ({ modelUrl }) => ({
    args: ['--allowedTools', 'Bash,mcp__precis', '--output-format', 'text', '-p'],
    env: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'x',
      ANTHROPIC_MODEL: 'claude-scripted',
      ANTHROPIC_SMALL_FAST_MODEL: 'claude-scripted',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      IS_SANDBOX: '1',
    },
  }),
  codex: ({ settings, modelUrl }) => ({
    args: [
      'exec',
      '--dangerously-bypass-hook-trust',
      '--skip-git-repo-check',
      '--sandbox',
      'danger-full-access',
    ],
    env: { CODEX_HOME: settings, FAKE_KEY: 'x' },
    settings: { 'config.toml': codexConfig(modelUrl) },
  }),
  'gemini-cli': ({ modelUrl }) => ({
    // Without a model, Gemini CLI would ask a model which one to use.
    args: ['--yolo', '--model', 'gemini-scripted', '--prompt'],
    env: { GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: 'x', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    settings: { 'settings.json': '{"security":  {"auth": {"selectedType": "gemini-api-key"}}}' },
  }),
};

function codexConfig(modelUrl: string): string {
  return `model = "fake-1"
model_provider = "fake"
approval_policy = "never"

[model_providers.fake]
name = "Fake"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
`;
}

async function run(
  binary: string,
  args: string[],
  { dir, env }: { dir: string; env: Record<string, string> },
): Promise<CliResult> {
  const child = spawn(binary, args, { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), runTimeoutMs);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, out, err };
}

function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');
}
