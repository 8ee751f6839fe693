import { sampleModelProfileId } from '#schema/ids.ts';
import { toStoredContent } from '#sources/entry/make-content.ts';
import type { FetchState, NewEntry, ReaderPorts, SampleFile, StoredFeed } from '#sources/entry/ports.ts';
import { sourceOf } from '#sources/entry/require-entry.ts';
import { shippedText } from '#sources/entry/tasks/summary.ts';
import type { RefreshResult } from './refresh-feed.ts';

type SamplePorts = Pick<ReaderPorts, 'store' | 'markup' | 'readSample' | 'hash' | 'clock'>;
type AddPorts = SamplePorts & Pick<ReaderPorts, 'engine' | 'getSettings'>;

const sampleUrl = 'precis:sample';
const hourMs = 3_600_000;

/** Feeds that come with the program and need no network. */
export function isShipped({ url }: { url: string }): boolean {
  return url.startsWith('precis:');
}

/** Adds the feed with sample texts, or returns the existing one. */
export async function addSample(ports: AddPorts): Promise<StoredFeed> {
  const { store, clock } = ports;
  const at = clock.now();
  const known = await store.findFeed(sampleUrl);
  if (known !== null) return known;
  const entries = await readEntries(ports, at);
  const created = await store.createFeed({ ...stateAt(at), folderId: null, createdAt: at }, entries);
  if (created === null) return addSample(ports);
  await submitSummaries(ports, created, entries);
  return created;
}

/** Submits the summaries that ship with their texts. They are checked like any other. */
async function submitSummaries(ports: AddPorts, feed: StoredFeed, entries: NewEntry[]): Promise<void> {
  const { summaryAgent } = await ports.getSettings();
  const files = await ports.readSample();
  const guids = entries.map(({ guid }) => guid);
  const known = await ports.store.listKnownEntries(feed.id, guids);
  for (const { name, markdown } of files) {
    const text = fieldOf(markdown, 'summary');
    const entry = entries.find(({ guid }) => guid === name);
    const id = known.get(name)?.id;
    if (text === null || entry === undefined || id === undefined) continue;
    await ports.engine.submit({
      taskType: 'summary',
      source: { ...sourceOf(id), title: entry.title },
      agentId: 'summary',
      trigger: 'manual',
      variant: { targetLanguage: 'en', detailLevel: summaryAgent.defaultDetailLevel },
      route: [sampleModelProfileId],
      parameters: { [shippedText]: text },
      input: { sourceText: entry.text, title: entry.title, contentHash: entry.contentHash },
    });
  }
}

/** A newer version of the program may contain other texts. */
export async function refreshSample(ports: SamplePorts, feed: StoredFeed): Promise<RefreshResult> {
  const { store, clock } = ports;
  const at = clock.now();
  const entries = await readEntries(ports, at);
  const known = await store.listKnownEntries(
    feed.id,
    entries.map(({ guid }) => guid),
  );
  const added = entries.filter(({ guid }) => known.get(guid) === undefined);
  const changed = entries.flatMap((entry) => {
    const before = known.get(entry.guid);
    if (!before || before.sourceHash === entry.sourceHash) return [];
    const { title, url, author, sourceHash } = entry;
    return [{ id: before.id, title, url, author, sourceHash, content: entry }];
  });
  const ids = await store.finishFetch({ feedId: feed.id, at, state: stateAt(at), added, changed });
  return { kind: 'done', newEntries: ids?.length ?? 0 };
}

async function readEntries(ports: SamplePorts, at: number): Promise<NewEntry[]> {
  const files = await ports.readSample();
  return Promise.all(files.map((file) => readEntry(ports, file, at)));
}

async function readEntry(ports: SamplePorts, { name, markdown }: SampleFile, at: number): Promise<NewEntry> {
  const read = await ports.markup.readFileContent(name, new TextEncoder().encode(markdown));
  const field = (key: string) => fieldOf(markdown, key);
  return {
    ...toStoredContent({ ...read, textOrigin: 'feed', language: field('language') }, read.content),
    guid: name,
    sourceHash: ports.hash(markdown),
    url: null,
    author: field('author'),
    siteTitle: null,
    publishedAt: at - Number(field('hoursAgo') ?? 0) * hourMs,
  };
}

function fieldOf(markdown: string, key: string): string | null {
  return new RegExp(`^${key}: *(.+)$`, 'm').exec(markdown)?.[1] ?? null;
}

function stateAt(at: number): FetchState {
  return {
    url: sampleUrl,
    siteUrl: null,
    ownTitle: 'Precis Sampler',
    etag: null,
    lastModified: null,
    bodyHash: null,
    ttlMinutes: null,
    nextFetchAt: null,
    fetchedAt: at,
    failures: 0,
    reported: false,
    errorCode: null,
    errorMessage: null,
  };
}
