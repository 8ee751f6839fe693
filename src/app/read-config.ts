import { defaultHome } from '#plugin/delivery/find-worker.ts';
import { AppError } from '#schema/app-error.ts';

export interface Config {
  /** The data folder with the database, the key and templates. */
  home: string;
  /** The address of the PostgreSQL database that replaces the embedded one. */
  databaseUrl: string | null;
  /** How long a starting server waits for PostgreSQL to become available. */
  databaseWaitMs: number;
  host: string;
  port: number;
  token: string | null;
  /** Hosts that page fetches may reach although their addresses are private. */
  allowedFetchHosts: string[];
  /** Additional host names of this server, for use behind a proxy. */
  publicHosts: string[];
  logLevel: string | null;
  /**
   * Whether the process executes runs. If not, it only serves readers and leaves runs to other processes on its
   * database.
   */
  executes: boolean;
  /** How long a stopping server still answers, so that load balancers notice that it is leaving. */
  drainMs: number;
  env: Readonly<Record<string, string | undefined>>;
}

const defaultPort = 37_777;
/**
 * The default wait. PostgreSQL in a neighbouring container is ready sooner, even if it has to initialize its files.
 */
const databaseWaitSeconds = '60';
const maxSeconds = 300;
/** This many random characters cannot be guessed over a network, at any speed. */
const minTokenCharacters = 16;

export function readConfig(env: Config['env']): Config {
  return {
    home: readText(env.PRECIS_HOME) ?? defaultHome(env),
    databaseUrl: readText(env.DATABASE_URL),
    databaseWaitMs: readDatabaseWait(env.PRECIS_DATABASE_WAIT_SECONDS),
    host: readText(env.PRECIS_HOST) ?? '127.0.0.1',
    port: readPort(env.PRECIS_PORT),
    token: readToken(env.PRECIS_TOKEN),
    allowedFetchHosts: readList(env.PRECIS_ALLOW_HOSTS),
    publicHosts: readList(env.PRECIS_PUBLIC_HOSTS),
    logLevel: readText(env.PRECIS_LOG_LEVEL),
    executes: readSwitch('PRECIS_EXECUTE', env.PRECIS_EXECUTE),
    drainMs: readSeconds('PRECIS_DRAIN_SECONDS', env.PRECIS_DRAIN_SECONDS) * 1000,
    env,
  };
}

function readPort(value: string | undefined): number {
  const text = readText(value);
  if (text === null) return defaultPort;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new AppError('invalid_input', `PRECIS_PORT is “${text}”; it must be a number from 1 to 65535.`);
}

function readToken(value: string | undefined): string | null {
  const token = readText(value);
  if (token === null || token.length >= minTokenCharacters) return token;
  throw new AppError(
    'invalid_input',
    `PRECIS_TOKEN must have at least ${minTokenCharacters} characters. Generate one with: openssl rand -hex 16`,
  );
}

function readSwitch(name: string, value: string | undefined): boolean {
  const text = readText(value) ?? 'on';
  if (text !== 'on' && text !== 'off')
    throw new AppError('invalid_input', `${name} is “${text}”; it must be on or off.`);
  return text === 'on';
}

function readDatabaseWait(value: string | undefined): number {
  return readSeconds('PRECIS_DATABASE_WAIT_SECONDS', readText(value) ?? databaseWaitSeconds) * 1000;
}

function readSeconds(name: string, value: string | undefined): number {
  const text = readText(value) ?? '0';
  const seconds = Number(text);
  if (seconds >= 0 && seconds <= maxSeconds) return seconds;
  throw new AppError('invalid_input', `${name} is “${text}”; it must be a number from 0 to ${maxSeconds}.`);
}

function readText(value: string | undefined): string | null {
  const text = value?.trim();
  return text === undefined || text === '' ? null : text;
}

function readList(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
