import { parseJson } from '#schema/parse-json.ts';

/** Thrown if the text of a file cannot be changed safely. The message continues the name of the file. */
export class UnreadableText extends Error {}

export type Settings = Record<string, unknown>;

/** Parses a settings file in JSON. An empty one counts as an empty object. */
export function parseSettings(text: string): Settings {
  if (text.trim() === '') return {};
  const settings = parseJson(text.replace(/^\uFEFF/, ''));
  if (isRecord(settings)) return settings;
  throw new UnreadableText('is not a JSON object');
}

/** Formats settings like the text before: its indentation, line ends, byte order mark and last line. */
export function formatSettings(settings: Settings, text: string): string {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const lines = `${JSON.stringify(settings, null, indent)}${text === '' || text.endsWith('\n') ? '\n' : ''}`;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + (text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines);
}

export function isRecord(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name under which agents know the memory's MCP server. */
export const mcpName = 'precis';

/** Recognizes a server by what it calls, so that entries of other versions and places are found too. */
export function isOwnServer(server: unknown): boolean {
  if (!isRecord(server)) return false;
  const words = [server.command, ...(Array.isArray(server.args) ? server.args : [])].map(String);
  return words.at(-1) === 'mcp' && words.some((word) => /(?:^|[\\/])precis\.cjs$/.test(word));
}
