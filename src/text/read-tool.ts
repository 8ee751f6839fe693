import { parseJsonObject } from '#schema/parse-json.ts';
import type { Observation } from '#schema/sessions/session.ts';
import { type Change, compare, replace } from './diff-words.ts';

interface CommandUse {
  command: string;
  /** The exit code, or null if the record does not contain one. */
  exitCode: number | null;
}

export interface ToolUse {
  files: FileUse[];
  command: CommandUse | null;
}

type Fields = Record<string, unknown>;

/** The parameter names that coding agents use for paths. */
const pathKeys = ['filePath', 'file_path', 'path', 'absolute_path', 'notebook_path', 'target_file'];
const beforeKeys = ['oldString', 'old_string', 'oldText', 'old_str'];
const afterKeys = ['newString', 'new_string', 'newText', 'new_str'];
const contentKeys = ['content', 'contents', 'file_text', 'new_source'];
const patchKeys = ['patchText', 'patch', 'input', 'diff'];
const exitKeys = ['exitCode', 'exit_code', 'exit'];
/** The values of an editor tool's `command` parameter, which say what the tool does. */
const editorVerb = /^(?:view|create|str_replace|insert)$/;
const cutPath = /"(?:filePath|file_path|path|absolute_path|target_file)"\s*:\s*("(?:[^"\\]|\\.){1,1000}")/;

type ToolRecord = Pick<Observation, 'toolName' | 'toolInput' | 'toolResponse'>;

/** Reads the same as `readTool` but without the changed lines, which take long to compare. */
export function readToolPaths(observation: ToolRecord): ToolUse {
  return readTool(observation, { diff: () => [] });
}

/** Reads what a tool did to files, or the command it ran, as far as its record says. */
export function readTool(
  observation: ToolRecord,
  { diff = diffLines }: { diff?: typeof diffLines } = {},
): ToolUse {
  const { toolName, toolInput, toolResponse } = observation;
  const input = parseFields(toolInput);
  if (input === null) return { files: readCut(toolName, toolInput), command: null };
  const path = textAt(input, pathKeys);
  const verb = typeof input.command === 'string' && editorVerb.test(input.command) ? input.command : null;
  if (path !== null && verb !== null)
    return { files: readFile(verb, path, { input, toolResponse, diff }), command: null };
  const patched = parsePatch(patchIn(input));
  if (patched.length > 0) return { files: patched, command: null };
  const command = readCommand(input);
  if (command !== null) return { files: [], command: { command, exitCode: readExitCode(toolResponse) } };
  return {
    files: path === null ? [] : readFile(toolName, path, { input, toolResponse, diff }),
    command: null,
  };
}

/** Finds the patch in the input. Some agents run `apply_patch` as a command. */
function patchIn(input: Fields): string {
  const { command } = input;
  if (Array.isArray(command)) return command[0] === 'apply_patch' ? String(command[1]) : '';
  return textAt(input, patchKeys) ?? '';
}

function readFile(
  tool: string,
  path: string,
  told: { input: Fields; toolResponse: string; diff: typeof diffLines },
): FileUse[] {
  const { input, toolResponse, diff } = told;
  const edits = Array.isArray(input.edits) ? input.edits.filter(isFields) : [input];
  const read = edits.map((edit) => readEdit(edit, diff)).filter((lines) => lines !== null);
  if (read.length > 0) return [{ action: 'changed', path, lines: read.flat() }];
  const content = textAt(input, contentKeys);
  if (content !== null && /write|create|notebook/i.test(tool)) {
    const isUpdate = parseFields(toolResponse)?.type === 'update';
    return [{ action: isUpdate ? 'changed' : 'created', path, lines: diff('', content) }];
  }
  const action = actionOf(tool);
  return action === null ? [] : [{ action, path, lines: null }];
}

/**
 * Reads the changed lines of an edit. An empty text before the edit means that the file is new or that text is
 * inserted.
 */
function readEdit(edit: Fields, diff: typeof diffLines): Change[] | null {
  const before = textAt(edit, beforeKeys, true);
  const after = textAt(edit, afterKeys, true);
  return before === null || after === null ? null : diff(before, after);
}

/** Reads the path from an input whose end is missing. */
function readCut(tool: string, text: string): FileUse[] {
  const [, quoted] = cutPath.exec(text.slice(0, 4000)) ?? [];
  const action = actionOf(tool);
  const [path] = quoted === undefined ? [] : (parseList(`[${quoted}]`) ?? []);
  return typeof path !== 'string' || action === null ? [] : [{ action, path, lines: null }];
}

function actionOf(tool: string): FileUse['action'] | null {
  if (/delete|remove/i.test(tool)) return 'deleted';
  if (/write|create/i.test(tool)) return 'created';
  if (/edit|replace|insert|patch|update/i.test(tool)) return 'changed';
  return /^(?:read|view|open)/i.test(tool) ? 'read' : null;
}

function readCommand(input: Fields): string | null {
  const { command, cmd } = input;
  const given = command ?? cmd;
  if (Array.isArray(given)) return given.map(String).join(' ');
  return typeof given === 'string' && given.trim() !== '' ? given : null;
}

/** Reads the exit code only where it is a value or a line of its own, because the output may contain any text. */
function readExitCode(response: string): number | null {
  const fields = parseFields(response);
  const places = [fields, fields?.metadata].filter(isFields);
  const value = places
    .flatMap((place) => exitKeys.map((key) => place[key]))
    .find((found) => Number.isInteger(found));
  if (typeof value === 'number') return value;
  const [, code] =
    /^(?:Process exited with )?exit code:? (-?\d{1,3})\.?$/im.exec(
      `${response.slice(0, 200)}\n${response.slice(-200)}`,
    ) ?? [];
  return code === undefined ? null : Number(code);
}

function textAt(fields: Fields, keys: readonly string[], isEmptyAllowed = false): string | null {
  // oxlint-disable-next-line house/no-untrusted-lookup -- The names are written in this file.
  const found = keys.map((key) => fields[key]).find((value) => typeof value === 'string');
  return typeof found === 'string' && (isEmptyAllowed || found.trim() !== '') ? found : null;
}

function parseFields(text: string): Fields | null {
  return text.trimStart().startsWith('{') ? parseJsonObject(text) : null;
}

function parseList(text: string): unknown[] | null {
  const list: unknown = parseJsonObject(text);
  return Array.isArray(list) ? list : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const lines = /[^\n]*\n|[^\n]+/gu;

/** The changes that turn one text into the other; each change is one line without its line break. */
export function diffLines(before: string, after: string): Change[] {
  const [old, now] = [endLine(before), endLine(after)];
  const changes = compare(old, now, lines) ?? replace(old, now);
  return changes.flatMap(({ kind, text }) => splitLines(text).map((line) => ({ kind, text: line })));
}

/** Splits a text into lines. A line break at the end does not start another line. */
function splitLines(text: string): string[] {
  return text === '' ? [] : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** Ends the last line with a line break, so that a missing one makes no difference. */
function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

export interface FileUse {
  action: 'created' | 'changed' | 'deleted' | 'read';
  path: string;
  /** The changed lines, or null if the record does not contain them. */
  lines: readonly Change[] | null;
}

const actions = { Add: 'created', Update: 'changed', Delete: 'deleted' } as const;
const nowhere = '/dev/null';

/** Reads the files of a patch in the format of `apply_patch` or `diff -u`; the list is empty for other formats. */
function parsePatch(patch: string): FileUse[] {
  const files: (FileUse & { lines: Change[] })[] = [];
  const isEnveloped = /^\*\*\* (?:Add|Update|Delete) File: /m.test(patch);
  const lines = patch.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const head = isEnveloped ? readMark(line) : readHeader(line, lines[at + 1] ?? '');
    if (head !== null) {
      files.push({ ...head, lines: [] });
      if (!isEnveloped) at += 1;
      continue;
    }
    const change = readLine(line);
    if (change !== null) files.at(-1)?.lines.push(change);
  }
  return files;
}

function readMark(line: string): Omit<FileUse, 'lines'> | null {
  const [, action, path] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line) ?? [];
  if (action === undefined || path === undefined) return null;
  return { action: actions[action as keyof typeof actions], path: path.trim() };
}

function readHeader(line: string, next: string): Omit<FileUse, 'lines'> | null {
  const [, from] = /^--- (?:a\/)?([^\t]+)/.exec(line) ?? [];
  const [, to] = /^\+\+\+ (?:b\/)?([^\t]+)/.exec(next) ?? [];
  if (from === undefined || to === undefined) return null;
  if (from === nowhere) return { action: 'created', path: to };
  return to === nowhere ? { action: 'deleted', path: from } : { action: 'changed', path: to };
}

function readLine(line: string): Change | null {
  if (line.startsWith('+')) return { kind: 'added', text: line.slice(1) };
  if (line.startsWith('-')) return { kind: 'removed', text: line.slice(1) };
  if (line.startsWith(' ')) return { kind: 'same', text: line.slice(1) };
  return null;
}
