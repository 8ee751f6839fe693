/** What Precis, its database, git, Node or a client of a model would read from the machine's environment. */
const machineOnly = [
  /^(?:PG|GIT_|LC_|XDG_|CLAUDE_|CODEX_|OPENCODE_|OPENAI_|ANTHROPIC_|GEMINI_|GOOGLE_|OLLAMA_)/,
  // Not those that choose what is tested.
  /^PRECIS_(?!CHROMIUM$|TEST_|FAULT|FUZZ_|SPEED$|GOLD$|BENCH|OPENCODE_)/,
  /^(?:DATABASE_URL|LANGUAGE|NODE_OPTIONS|NODE_USE_ENV_PROXY|FORCE_COLOR|NO_COLOR)$/,
];

const loopback = '127.0.0.1,::1,localhost';

/**
 * Gives the test processes the same environment on every machine. Call it before they start. A proxy stays, because
 * what some tests install may be reachable only through it; the servers of the tests never are.
 */
export function cleanEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env))
    if (machineOnly.some((pattern) => pattern.test(name))) delete env[name];
  Object.assign(env, { LANG: 'C.UTF-8', TZ: 'UTC', NO_PROXY: loopback, no_proxy: loopback });
}
