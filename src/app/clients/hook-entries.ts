import type { HookClient } from '#schema/sessions/hook-client.ts';
import {
  formatSettings,
  isRecord,
  parseSettings,
  type Settings,
  UnreadableText,
} from '#sources/session/clients/settings-text.ts';

/** The handlers of each event, in the form that all clients read. */
export type HookEntries = Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>;

/** Returns a settings file with only these entries of Precis. The rest keeps its order and indentation. */
export function putHooks(
  text: string | null,
  { client, entries }: { client: HookClient; entries: HookEntries },
): string {
  const before = text === null ? '' : removeHooks(text, client);
  const settings = parseSettings(before);
  const hooks = hooksOf(settings);
  const added = Object.entries(entries).map(([event, groups]) => [
    event,
    [...(hooks[event] ?? []), ...groups],
  ]);
  return formatSettings({ ...settings, hooks: { ...hooks, ...Object.fromEntries(added) } }, before);
}

/** Returns the file without what Precis added. */
export function removeHooks(text: string, client: HookClient): string {
  const settings = parseSettings(text);
  const before = hooksOf(settings);
  let isChanged = false;
  const left = Object.entries(before).flatMap(([event, groups]) => {
    const kept = groups.flatMap((group) => {
      if (!isRecord(group) || !Array.isArray(group.hooks)) return [group];
      const hooks = group.hooks.filter((handler) => !isOwn(handler, client));
      if (hooks.length === group.hooks.length) return [group];
      isChanged = true;
      return hooks.length === 0 ? [] : [{ ...group, hooks }];
    });
    return kept.length === 0 && groups.length > 0 ? [] : [[event, kept] as const];
  });
  if (!isChanged) return text;
  const { hooks: _, ...rest } = settings;
  return formatSettings(left.length === 0 ? rest : { ...settings, hooks: Object.fromEntries(left) }, text);
}

/** Recognizes entries by what they call, so that entries of other versions and places are found too. */
function isOwn(handler: unknown, client: HookClient): boolean {
  if (!isRecord(handler)) return false;
  if (typeof handler.url === 'string') return handler.url.includes(`/api/hooks/${client}/`);
  const args = Array.isArray(handler.args) ? handler.args : [];
  const command = [handler.command, ...args].filter((part) => typeof part === 'string').join(' ');
  return command.includes('precis') && `${command} `.includes(` hook ${client} `);
}

function hooksOf({ hooks = {} }: Settings): Record<string, unknown[]> {
  if (isRecord(hooks) && Object.values(hooks).every((groups) => Array.isArray(groups)))
    return hooks as Record<string, unknown[]>;
  throw new UnreadableText('has “hooks” in an unknown form');
}
