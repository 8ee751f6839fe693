/** Variables that Precis, its database, git, Node or a model's client would read from the machine's environment. */
const machineOnly = [
  /^(?:PG|GIT_|LC_|XDG_|CLAUDE_|CODEX_|OPENCODE_|OPENAI_|ANTHROPIC_|GEMINI_|GOOGLE_|OLLAMA_)/,
  // Variables that choose what is tested are kept.
  /^PRECIS_(?!CHROMIUM$|TEST_|FAULT|FUZZ_|SPEED$|GOLD$|BENCH|OPENCODE_)/,
  /^(?:DATABASE_URL|LANGUAGE|NODE_OPTIONS|NODE_USE_ENV_PROXY|FORCE_COLOR|NO_COLOR)$/,
];

const loopback = '127.0.0.1,::1,localhost';

/**
 * Gives the test processes the same environment on every machine. It must be called before they start. A proxy stays,
 * because what some tests install may be reachable only through it. The servers of the tests are never reached
 * through it.
 */
export function cleanEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env))
    if (machineOnly.some((pattern) => pattern.test(name))) delete env[name];
  Object.assign(env, { LANG: 'C.UTF-8', TZ: 'UTC', NO_PROXY: loopback, no_proxy: loopback });
}
