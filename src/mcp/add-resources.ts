import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { listEntriesQuerySchema } from '#schema/reader-wire.ts';
import { searchSessionsQuerySchema } from '#schema/sessions/sessions-wire.ts';
import { renderRecords } from '#sources/session/render-hits.ts';
import { readArticle } from './add-reader-tools.ts';
import { describeFailure } from './answer-tool.ts';
import type { McpPorts } from './ports.ts';
import { searchedProject } from './project-scope.ts';

const mimeType = 'text/plain';
const listed = 20;
/** A resource is attached as a whole, so it is shorter than what a tool returns on request. */
const maxCharacters = 20_000;

/** Adds records and articles that a user attaches to a message, such as `@precis:precis://record/S12`. */
export function addResources(
  server: McpServer,
  ports: McpPorts,
  { showsReader }: { showsReader: boolean },
): void {
  const { log, reader } = ports;

  server.registerResource(
    'record',
    new ResourceTemplate('precis://record/{ref}', {
      list: () =>
        listing(async () => {
          const query = { type: 'sessions', limit: listed, ...searchedProject(ports.project) };
          const { items } = await ports.search(searchSessionsQuerySchema.parse(query));
          return items.map(({ ref, title }) => ({ uri: `precis://record/${ref}`, name: `${ref} ${title}` }));
        }),
    }),
    {
      title: 'Record of a coding session',
      description: 'The full text of a prompt (P12), a tool call (O12) or the summary of a turn (S12).',
      mimeType,
    },
    (uri, { ref }) =>
      reading(uri, async () => {
        const found = await ports.getRecords([String(ref)]);
        return found.items.length === 0 ? null : renderRecords(found, { maxCharacters });
      }),
  );
  if (!showsReader) return;

  server.registerResource(
    'article',
    new ResourceTemplate('precis://article/{ref}', {
      list: () =>
        listing(async () => {
          if (!(await reader.isAllowed())) return [];
          const { items } = await reader.search(listEntriesQuerySchema.parse({ view: 'all', limit: listed }));
          return items.map(({ id, title }) => ({ uri: `precis://article/E${id}`, name: `E${id} ${title}` }));
        }),
    }),
    {
      title: 'Article',
      description: 'An article that the user reads, with its checked summaries and tags.',
      mimeType,
    },
    (uri, { ref }) => reading(uri, () => readArticle(reader, { ref: String(ref), maxCharacters })),
  );

  /** Resources have no results that say what went wrong, only errors of the protocol. */
  async function explaining<T>(make: () => Promise<T>): Promise<T> {
    try {
      return await make();
    } catch (error) {
      throw new ProtocolError(ProtocolErrorCode.InternalError, describeFailure(error, log));
    }
  }

  async function listing(list: () => Promise<{ uri: string; name: string }[]>) {
    return { resources: await explaining(list) };
  }

  async function reading(uri: URL, read: () => Promise<string | null>): Promise<ReadResourceResult> {
    const text = await explaining(read);
    if (text === null) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType, text }] };
  }
}
