import { growthOf, type Results, table, whole } from './result.ts';

/** Assumptions for one user on a working day. */
const users = 10_000;
const perDay = { summaries: 10, replies: 10, folds: 2.5, records: 160 };
const workingDays = 250;
const runRetentionDays = 90;
/** The share of the day's work in its busiest hour, and the share of users with a tab open in that hour. */
const busyHourShare = 0.2;
const openTabShare = 0.2;
const runSeconds = 8;
/** The bytes of the text of a run, a message or a record. Its search index takes as much again. */
const textBytes = 1500;

/** The limits of the program. */
const limits = {
  profileConcurrency: 64,
  localConcurrency: 32,
  gatherMs: 40,
  connectionsPerProcess: 10 + 4 + 2,
  streamsPerProcess: 5000,
  maxConnections: 100,
  reservedConnections: 3,
};

/** Calculates what 10,000 users require of PostgreSQL, from the measurements with the most rows. */
export function renderCalculation(results: Results): string {
  const costs = new Map(
    growthOf(results.stores)
      .filter(({ store }) => store === 'PostgreSQL')
      .map(({ name, last }) => [name, last.p50]),
  );
  const cost = (name: string) => {
    const known = costs.get(name);
    if (known === undefined) throw new Error(`“${name}” was not measured`);
    return known;
  };
  const bytes = results.stores.findLast(({ store }) => store === 'PostgreSQL')?.bytesPerRow ?? {};
  const perUserRuns = perDay.summaries + perDay.replies + perDay.folds;
  const busyPerSecond = (each: number) => (users * each * busyHourShare) / 3600;
  const runs = busyPerSecond(perUserRuns);
  const inFlight = runs * runSeconds;
  const executing = Math.ceil(inFlight / limits.localConcurrency);
  const appends = inFlight * (1000 / limits.gatherMs);
  const storeMs =
    cost('create a run') +
    cost('start a run') +
    cost('claim the next job') +
    cost('finish a run with its summary') +
    runSeconds * (1000 / limits.gatherMs) * cost('append events');
  const ingests = busyPerSecond(perDay.records);
  const ingestMs = cost('take in an observation');
  const busyConnections = (runs * storeMs + ingests * ingestMs) / 1000;
  const tabs = users * openTabShare;
  const connections = executing * limits.connectionsPerProcess;
  const most = Math.floor(
    (limits.maxConnections - limits.reservedConnections) / limits.connectionsPerProcess,
  );
  const rowBytes = (kind: string) => (bytes[kind] ?? Number.NaN) + 2 * textBytes;
  const recordBytes = perDay.records * workingDays * rowBytes('record of a session');
  const messageBytes = perDay.replies * 2 * workingDays * rowBytes('message');
  const runBytes =
    perUserRuns * (workingDays / 365) * runRetentionDays * ((bytes.run ?? Number.NaN) + textBytes);
  const perUserBytes = recordBytes + messageBytes + runBytes;
  return table(
    ['for 10,000 users', 'how it is calculated', 'figure'],
    [
      [
        'runs in the busiest hour',
        `${perUserRuns} per user and day, a fifth of them in that hour`,
        `${runs.toFixed(1)} a second`,
      ],
      ['runs in progress', `a run takes ${runSeconds} s, nearly all of it in the model`, whole(inFlight)],
      [
        'model profiles',
        `a profile allows at most ${limits.profileConcurrency} at once, across all processes`,
        String(Math.ceil(inFlight / limits.profileConcurrency)),
      ],
      [
        'processes that execute',
        `each executes at most ${limits.localConcurrency} at once`,
        String(executing),
      ],
      [
        'writes of streamed text',
        `text is buffered for ${limits.gatherMs} ms, then committed once`,
        `${whole(appends)} a second`,
      ],
      ['ingests of coding sessions', `${perDay.records} per user and day`, `${whole(ingests)} a second`],
      [
        'busy connections',
        `${whole(storeMs)} ms in the store for a run, ${ingestMs.toFixed(1)} ms for an ingest`,
        busyConnections.toFixed(1),
      ],
      [
        'job claims',
        'one at a time across all processes',
        `${whole(1000 / cost('claim the next job'))} a second`,
      ],
      [
        'summaries that can be finished',
        'one at a time across all processes, for an exact cap',
        `${whole(1000 / cost('finish a run with its summary'))} a second`,
      ],
      [
        'open tabs',
        `a fifth of the users; at most ${whole(limits.streamsPerProcess)} connections per process`,
        `${whole(tabs)}, ${whole((tabs * streamBytes(results)) / 2 ** 20)} MB`,
      ],
      [
        'connections to PostgreSQL',
        `${executing} processes with ${limits.connectionsPerProcess} each (store 10, queue 4, listeners 2)`,
        whole(connections),
      ],
      [
        'processes before max_connections',
        `${limits.maxConnections} by default, ${limits.reservedConnections} of them reserved`,
        String(most),
      ],
      [
        'storage per user and year',
        `records, messages, and runs kept ${runRetentionDays} days; ${whole(textBytes)} bytes of text each`,
        `${whole(perUserBytes / 2 ** 20)} MB`,
      ],
      [
        'storage of all users per year',
        'if no coding sessions are deleted',
        `${((perUserBytes * users) / 2 ** 40).toFixed(1)} TB`,
      ],
    ],
  );
}

/** The bytes per stream of changes, from the largest number of streams measured. */
function streamBytes({ streams }: Results): number {
  const own = streams.filter(({ kind }) => kind === 'changes');
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return Number.NaN;
  return (last.rssBytes - first.rssBytes) / (last.streams - first.streams);
}
