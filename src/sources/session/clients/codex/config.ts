import { parse, TomlError } from 'smol-toml';
import type { McpServers } from '#sources/session/clients/define-client.ts';
import {
  isOwnServer,
  mcpName,
  type Settings,
  UnreadableText,
} from '#sources/session/clients/settings-text.ts';
import { fieldsOf } from '#sources/session/transcripts/raw-event.ts';

/**
 * Adds the line at the start, before any table. Unchanged if the user has a program, because Codex calls only one.
 */
export function addNotify(text: string | null, command: readonly string[]): string {
  const before = removeNotify(text ?? '');
  return hasNotify(before) ? before : `notify = ${listOf(command)}\n${before}`;
}

export function removeNotify(text: string): string {
  const lines = text.split(/(?<=\n)/);
  const isOwn = (line: string) =>
    line.startsWith('notify = [') && line.includes('precis') && line.includes('"hook", "codex"');
  return lines.filter((line) => !isOwn(line)).join('');
}

export function hasNotify(text: string): boolean {
  return 'notify' in parseConfig(text);
}

/** Codex gives a server only the variables that its settings name. */
const serverVariables = ['PRECIS_HOME', 'PRECIS_PORT', 'PRECIS_TOKEN', 'DATABASE_URL', 'XDG_DATA_HOME'];

export const mcpServers: McpServers = {
  file: 'config.toml',
  find(text) {
    const server = serverOf(text);
    return server === undefined ? 'none' : isOwnServer(server) ? 'own' : 'other';
  },
  put(text, { command: [command = '', ...args] }) {
    const present = serverOf(text ?? '');
    if (present !== undefined && !isOwnServer(present)) return text ?? '';
    const known = fieldsOf(present);
    if (JSON.stringify([known.command, known.args]) === JSON.stringify([command, args])) return text ?? '';
    const before = removeServer(text ?? '');
    const gap = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
    const added = `${before}${gap}[mcp_servers.${mcpName}]\ncommand = ${JSON.stringify(command)}\nargs = ${listOf(args)}\nenv_vars = ${listOf(serverVariables)}\n`;
    // Servers in an inline table cannot be followed by one more.
    parseConfig(added);
    return added;
  },
  strip: (text) => (isOwnServer(serverOf(text)) ? removeServer(text) : text),
};

const ownHeading = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*(["']?)precis\1[ \t]*[.\]]/;

/** Removes the server's table with the tables in it, and the blank line before it at the end of the file. */
function removeServer(text: string): string {
  const tables = text.split(/^(?=[ \t]*\[)/m);
  const kept = tables.filter((table) => !ownHeading.test(table)).join('');
  const left = ownHeading.test(tables.at(-1) ?? '') ? kept.replace(/(?<=\n)\r?\n$/, '') : kept;
  if (serverOf(left) === undefined) return left;
  throw new UnreadableText(`has the MCP server “${mcpName}” in a form that Precis cannot change`);
}

function serverOf(text: string): unknown {
  return fieldsOf(parseConfig(text).mcp_servers)[mcpName];
}

/** The events in a hooks file that the user has approved, in Codex's spelling, such as `session_start`. */
export function readTrusted(text: string, hooksFile: string): Set<string> {
  const trusted = Object.entries(fieldsOf(fieldsOf(readConfig(text).hooks).state)).flatMap(([key, hook]) =>
    key.startsWith(`${hooksFile}:`) && 'trusted_hash' in fieldsOf(hook)
      ? (key.slice(hooksFile.length + 1).split(':', 1)[0] ?? [])
      : [],
  );
  return new Set(trusted);
}

/** Codex does not start with settings that it cannot read, so nothing is known of them. */
function readConfig(text: string): Settings {
  try {
    return parseConfig(text);
  } catch {
    return {};
  }
}

function parseConfig(text: string): Settings {
  try {
    return parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    const where = error instanceof TomlError ? `, see line ${error.line}` : '';
    throw new UnreadableText(`is not valid TOML${where}`);
  }
}

/** A list of TOML's basic strings, which are escaped like those of JSON. */
function listOf(words: readonly string[]): string {
  return `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;
}
