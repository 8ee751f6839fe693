import type { McpServers } from '#sources/session/clients/define-client.ts';
import {
  formatSettings,
  isOwnServer,
  mcpName,
  parseSettings,
  type Settings,
} from '#sources/session/clients/settings-text.ts';
import { fieldsOf } from '#sources/session/transcripts/raw-event.ts';

/**
 * Claude Code's own file has the servers for all projects, and those that only this user has in a project. The
 * project's `.mcp.json` is for servers that are shared.
 */
export const mcpServers: McpServers = {
  file: '.claude.json',
  isBesideFolder: true,
  find(text, project) {
    const server = serversOf(parseSettings(text), project)[mcpName];
    return server === undefined ? 'none' : isOwnServer(server) ? 'own' : 'other';
  },
  put(text, { command: [command, ...args], project }) {
    const settings = parseSettings(text ?? '');
    const servers = serversOf(settings, project);
    const { [mcpName]: present } = servers;
    if (present !== undefined && !isOwnServer(present)) return text ?? '';
    const server = { ...fieldsOf(present), type: 'stdio', command, args };
    if (JSON.stringify(server) === JSON.stringify(present)) return text ?? '';
    return formatSettings(withServers(settings, project, { ...servers, [mcpName]: server }), text ?? '');
  },
  strip(text, project) {
    const settings = parseSettings(text);
    const { [mcpName]: present, ...servers } = serversOf(settings, project);
    if (!isOwnServer(present)) return text;
    const left = withServers(settings, project, servers);
    return Object.keys(left).length === 0 ? '' : formatSettings(left, text);
  },
};

function serversOf(settings: Settings, project: string | null): Settings {
  const { mcpServers: servers } =
    project === null ? settings : fieldsOf(fieldsOf(settings.projects)[project]);
  return fieldsOf(servers);
}

/** Returns the settings with other servers. Claude Code itself writes an empty list only for projects. */
function withServers(settings: Settings, project: string | null, servers: Settings): Settings {
  if (project !== null) {
    const projects = fieldsOf(settings.projects);
    const own = { ...fieldsOf(projects[project]), mcpServers: servers };
    return { ...settings, projects: { ...projects, [project]: own } };
  }
  if (Object.keys(servers).length > 0) return { ...settings, mcpServers: servers };
  const { mcpServers: _, ...rest } = settings;
  return rest;
}
