import { type ProjectIdentity, projectQuery } from './project-identity.ts';
import { isRecord } from './read-options.ts';

/** A tool that a model may call, in a form that both versions of OpenCode support. */
export interface MemoryTool {
  name: string;
  description: string;
  /** The JSON Schema of each argument. */
  properties: Record<string, object>;
  required: string[];
  /** Runs the tool. It never throws, because its answer says what went wrong. */
  run(input: unknown): Promise<string>;
}

interface Parts {
  /** Returns the text that the worker answers. Throws if the worker does not answer. */
  ask(path: string, query: Record<string, string>): Promise<string>;
  /** Saves a memory. Throws if the worker does not save it. */
  save(memory: { text: string; kind: string; project: ProjectIdentity }): Promise<void>;
  project: Promise<ProjectIdentity>;
}

const maxArgumentChars = 2000;
const kinds = ['instruction', 'preference', 'decision', 'fact'];

const text = (description: string): object => ({ type: 'string', description });
const count = (description: string, maximum: number): object => ({
  type: 'integer',
  minimum: 0,
  maximum,
  description,
});
const project = text('Limit to this project. Default: the open project. "*": all projects.');

/**
 * Makes the tools that read the memory of coding sessions in three layers: an index, the records around a hit, and
 * full texts.
 */
export function createMemoryTools({ ask, save, project: ownProject }: Parts): MemoryTool[] {
  async function scopeOf(given: string | undefined): Promise<Record<string, string>> {
    if (given === '*') return {};
    return given === undefined ? projectQuery(await ownProject) : { project: given };
  }

  return [
    {
      name: 'memory_search',
      description:
        'Search prompts (P12), observations (O12) and summaries (S12) of earlier coding sessions. Returns an index, one line per hit with the tokens of its full text. Follow up with memory_timeline and memory_get.',
      properties: {
        query: text('A question, or words and word beginnings. Empty: the newest records.'),
        type: {
          type: 'string',
          enum: ['observations', 'sessions', 'prompts'],
          description: 'Default: all.',
        },
        project,
        dateStart: text('For example 2026-01-31.'),
        dateEnd: text('For example 2026-01-31, which counts whole.'),
        offset: count('How many hits to skip.', 10_000),
        limit: count('Default 20.', 100),
      },
      required: ['query'],
      run: answering(async (input) => {
        const {
          query = '',
          project,
          ...rest
        } = readStrings(input, ['query', 'type', 'project', 'dateStart', 'dateEnd', 'offset', 'limit']);
        return ask('/api/search', { query, ...rest, ...(await scopeOf(project)) });
      }),
    },
    {
      name: 'memory_timeline',
      description: 'Show what happened before and after a record found by memory_search.',
      properties: {
        anchor: text('A record such as S12, or a time.'),
        query: text('Instead of an anchor: use the best hit for this query.'),
        before: count('How many records before it. Default 10.', 50),
        after: count('How many records after it. Default 10.', 50),
        project,
      },
      required: [],
      run: answering(async (input) => {
        const { before, after, project, ...rest } = readStrings(input, [
          'anchor',
          'query',
          'before',
          'after',
          'project',
        ]);
        return ask('/api/timeline', {
          ...rest,
          ...(await scopeOf(project)),
          ...(before === undefined ? {} : { depth_before: before }),
          ...(after === undefined ? {} : { depth_after: after }),
        });
      }),
    },
    {
      name: 'memory_get',
      description: 'Get the full text of prompts, observations and summaries found by memory_search.',
      properties: {
        ids: {
          type: 'array',
          items: { type: 'string' },
          description: 'Records such as S12 or O7, 20 at most.',
        },
        maxCharacters: {
          type: 'integer',
          minimum: 100,
          maximum: 200_000,
          description: 'Maximum length per record. Longer texts say how much was cut. Default 4000.',
        },
      },
      required: ['ids'],
      run: answering(async (input) => {
        const refs = readIds(input).slice(0, 20).join(',');
        if (refs === '') return 'Name the records in ids, such as S12.';
        return ask('/api/session-records', {
          refs: refs.slice(0, maxArgumentChars),
          format: 'text',
          ...readStrings(input, ['maxCharacters']),
        });
      }),
    },
    {
      name: 'memory_fixes',
      description:
        'Find commands that failed in earlier sessions, with what made them succeed: changed files and commands.',
      properties: {
        query: text('What failed, or what the error says. Empty: the newest failures.'),
        project,
        limit: count('Default 5.', 20),
      },
      required: ['query'],
      run: answering(async (input) => {
        const { query = '', project, ...rest } = readStrings(input, ['query', 'project', 'limit']);
        return ask('/api/fixes', { query, ...rest, ...(await scopeOf(project)) });
      }),
    },
    {
      name: 'memory_save',
      description:
        'Save a note for later sessions of the open project, when the user asks to remember something. It is marked as saved by an agent; what asks to run, fetch, send or install something waits for the user.',
      properties: {
        text: text('One statement, such as “The API moved to src/api”.'),
        kind: {
          type: 'string',
          enum: kinds,
          description: 'instruction, preference and decision: what the user wants. Default: fact.',
        },
      },
      required: ['text'],
      run: answering(async (input) => {
        const { text = '', kind = 'fact' } = readStrings(input, ['text', 'kind']);
        const isKnown = kinds.includes(kind);
        await save({ text, kind: isKnown ? kind : 'fact', project: await ownProject });
        return 'Saved.';
      }),
    },
  ];
}

function answering(run: (input: unknown) => Promise<string>): MemoryTool['run'] {
  return async (input) => {
    try {
      return await run(input);
    } catch (error) {
      return `The memory is unavailable: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
}

/** Reads ids. Models sometimes send one id, or several in one string. */
function readIds(input: unknown): string[] {
  const ids = isRecord(input) ? [input.ids].flat() : [];
  return ids
    .filter((id) => typeof id === 'string')
    .flatMap((id) => id.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

/** Reads arguments as query parameters. Models sometimes send numbers as strings. */
function readStrings(input: unknown, names: readonly string[]): Record<string, string> {
  const given = isRecord(input) ? input : {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      const isGiven = (typeof value === 'string' && value !== '') || typeof value === 'number';
      return isGiven ? [[name, String(value).slice(0, maxArgumentChars)]] : [];
    }),
  );
}
