import { AppError } from '#schema/app-error.ts';
import { parseJson } from '#schema/parse-json.ts';
import type { HookClient } from '#schema/sessions/hook-client.ts';

/** The handlers of each event, in the form that all clients read. */
export type HookEntries = Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>;

type Settings = Record<string, unknown> & { hooks?: unknown };

/** A settings file with the entries added; the rest keeps its order and indentation. */
export function addHooks(
  text: string | null,
  { file, entries }: { file: string; entries: HookEntries },
): string {
  const settings = text === null || text.trim() === '' ? {} : parseSettings(text, file);
  const hooks = hooksOf(settings, file);
  const added = Object.entries(entries).map(([event, groups]) => [
    event,
    [...(hooks[event] ?? []), ...groups],
  ]);
  return format({ ...settings, hooks: { ...hooks, ...Object.fromEntries(added) } }, text ?? '');
}

/** The same file without what Precis added. */
export function removeHooks(text: string, { file, client }: { file: string; client: HookClient }): string {
  if (text.trim() === '') return text;
  const settings = parseSettings(text, file);
  const before = hooksOf(settings, file);
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
  return format(left.length === 0 ? rest : { ...settings, hooks: Object.fromEntries(left) }, text);
}

/** By what they call, so that entries of other versions and places are found too. */
function isOwn(handler: unknown, client: HookClient): boolean {
  if (!isRecord(handler)) return false;
  if (typeof handler.url === 'string') return handler.url.includes(`/api/hooks/${client}/`);
  const args = Array.isArray(handler.args) ? handler.args : [];
  const command = [handler.command, ...args].filter((part) => typeof part === 'string').join(' ');
  return command.includes('precis') && `${command} `.includes(` hook ${client} `);
}

function parseSettings(text: string, file: string): Settings {
  const settings = parseJson(text.replace(/^\uFEFF/, ''));
  if (isRecord(settings)) return settings;
  throw new AppError(
    'conflict',
    `${file} is not a JSON object. Precis leaves it as it is; fix the file first.`,
  );
}

function hooksOf({ hooks = {} }: Settings, file: string): Record<string, unknown[]> {
  if (isRecord(hooks) && Object.values(hooks).every((groups) => Array.isArray(groups)))
    return hooks as Record<string, unknown[]>;
  throw new AppError(
    'conflict',
    `The “hooks” in ${file} have an unknown form. Precis leaves the file as it is; fix them first.`,
  );
}

/** As the text was: its indentation, line ends, byte order mark and last line. */
function format(settings: Settings, text: string): string {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const lines = `${JSON.stringify(settings, null, indent)}${text === '' || text.endsWith('\n') ? '\n' : ''}`;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + (text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
