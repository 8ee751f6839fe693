import { AppError } from '#schema/app-error.ts';
import type { Entry } from '#schema/entry.ts';
import type { AddEntryRequest } from '#schema/reader-wire.ts';
import { shorten } from '#sources/entry/pages/clean-text.ts';
import { readPage } from '#sources/entry/pages/fetch-full-text.ts';
import { makeContent, toStoredContent } from './make-content.ts';
import type { NewEntry, ReaderPorts } from './ports.ts';

type AddPorts = Pick<ReaderPorts, 'store' | 'guardedFetch' | 'markup' | 'hash' | 'clock'>;
type Draft = Omit<NewEntry, 'publishedAt' | 'sourceHash'>;

const titleCharacters = 100;

/** Saves a page, a pasted text or a file as an entry without a feed. Saving the same source again replaces it. */
export async function addEntry(ports: AddPorts, request: AddEntryRequest): Promise<Entry> {
  const draft = await readDraft(ports, request);
  const at = ports.clock.now();
  return ports.store.saveEntry({ ...draft, sourceHash: draft.contentHash, publishedAt: at }, at);
}

async function readDraft(ports: AddPorts, request: AddEntryRequest): Promise<Draft> {
  if (request.kind === 'page') return readPageDraft(ports, request.url);
  if (request.kind === 'text') return readTextDraft(ports, request);
  return readFileDraft(ports, request);
}

async function readPageDraft(ports: AddPorts, address: string): Promise<Draft> {
  const asked = /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;
  const { content, url, byline } = await readPage(ports, { url: asked, title: null });
  const siteTitle = URL.parse(url)?.host ?? null;
  return { ...content, guid: `page:${ports.hash(url)}`, url, author: byline, siteTitle };
}

async function readTextDraft(
  ports: AddPorts,
  { text, title }: Extract<AddEntryRequest, { kind: 'text' }>,
): Promise<Draft> {
  if (text.trim() === '') throw new AppError('source_empty', 'The text is empty.');
  const content = await makeContent(ports, {
    title: title || (await titleOf(text)),
    text,
    url: null,
    original: text,
    textOrigin: 'paste',
    language: null,
  });
  const guid = `text:${ports.hash(`${content.title}\n${text}`)}`;
  return { ...content, guid, url: null, author: null, siteTitle: null };
}

async function readFileDraft(
  ports: AddPorts,
  { name, content: base64 }: Extract<AddEntryRequest, { kind: 'file' }>,
): Promise<Draft> {
  const bytes = Buffer.from(base64, 'base64');
  const read = await ports.markup.readFileContent(name, bytes);
  const content = toStoredContent({ ...read, textOrigin: 'file', language: null }, read.content);
  const guid = `file:${ports.hash(bytes)}`;
  return { ...content, guid, url: null, author: null, siteTitle: name };
}

function firstLine(text: string): string {
  return text.trimStart().slice(0, 1000).split('\n')[0] ?? '';
}

async function titleOf(text: string): Promise<string> {
  // Loaded on first use: the parser is large.
  const { lineOfText } = await import('#sources/entry/pages/plain-text.ts');
  return shorten(lineOfText(firstLine(text)), titleCharacters);
}
