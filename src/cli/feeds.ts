import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Client } from '#client/create-client.ts';
import { AppError, toAppError } from '#schema/app-error.ts';
import type { Feed } from '#schema/feed.ts';
import { type FeedChoice, feedChoiceSchema } from '#schema/reader-wire.ts';
import { formatTable } from './printing.ts';
import { exitCodes, printError, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis feeds: list and add feeds

  precis feeds [list] [--json]
  precis feeds add <URL> [--all] [--json]
                                subscribe to a feed, or to the feed of a site. If the site has several, they are
                                listed and the exit code is 3: add the URL of one, or use --all
`;

const formats = { rss: 'RSS', atom: 'Atom', json: 'JSON Feed' };
const askMs = 200;

export async function feeds(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [action = 'list', url] = positionals;
  const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return withApp(terminal, { works: false }, async ({ client }) => {
    if (action === 'list') {
      const found = (await client.reader.subscriptions()).feeds;
      terminal.out(values.json === true ? asJson(found) : listFeeds(found));
      return exitCodes.ok;
    }
    if (action !== 'add') {
      throw new AppError(
        'invalid_input',
        `Unknown command “precis feeds ${action}”. Try precis feeds --help.`,
      );
    }
    if (url === undefined) throw new AppError('invalid_input', 'Enter the URL of a feed or a site.');
    try {
      report([await add(client, url)]);
      return exitCodes.ok;
    } catch (error) {
      const choices = choicesOf(toAppError(error));
      if (choices.length === 0) throw error;
      if (values.all !== true) {
        terminal.out(values.json === true ? asJson(choices) : listChoices(choices));
        throw error;
      }
      return addAll(client, choices);
    }
  });

  /** A failed feed does not prevent the others from being added. */
  async function addAll(client: Client, choices: FeedChoice[]): Promise<number> {
    const added: Feed[] = [];
    for (const choice of choices) {
      try {
        added.push(await add(client, choice.url));
      } catch (error) {
        printError(terminal, toAppError(error));
      }
    }
    report(added);
    return added.length === choices.length ? exitCodes.ok : exitCodes.source;
  }

  function report(added: Feed[]): void {
    terminal.out(values.json === true ? asJson(added) : added.map(describe).join(''));
  }
}

/** Waits until the feed has loaded, because this process stores the entries. */
async function add({ reader }: Client, url: string): Promise<Feed> {
  let feed: Feed | undefined = await reader.feeds.subscribe({ url });
  const { id } = feed;
  while (feed !== undefined && feed.loading !== null) {
    await pause(askMs);
    feed = (await reader.subscriptions()).feeds.find((each) => each.id === id);
  }
  if (feed === undefined) throw new AppError('not_found', 'The feed was deleted while it was loading.');
  return feed;
}

function choicesOf({ code, details }: AppError): FeedChoice[] {
  if (code !== 'feed_choice') return [];
  return feedChoiceSchema.array().safeParse(details?.feeds).data ?? [];
}

function listChoices(choices: FeedChoice[]): string {
  return formatTable(
    ['title', 'type', 'address'],
    choices.map(({ title, format, url }) => [title ?? '–', format === null ? '–' : formats[format], url]),
  );
}

function listFeeds(found: Feed[]): string {
  if (found.length === 0) return 'No feeds yet. Add one with precis feeds add <URL>.\n';
  return formatTable(
    ['id', 'title', 'unread', 'state', 'address'],
    found.map((feed) => [String(feed.id), feed.title, String(feed.unread), stateOf(feed), feed.url]),
  );
}

function stateOf({ errorCode, isEmpty, loading }: Feed): string {
  if (loading !== null) return `adding ${loading.done} of ${loading.total}`;
  return errorCode ?? (isEmpty ? 'empty' : 'OK');
}

function describe({ title, unread, isEmpty }: Feed): string {
  return `Subscribed to “${title}”: ${isEmpty ? 'the feed is empty' : `${unread} entries`}.\n`;
}
