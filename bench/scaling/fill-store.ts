import { openStore } from '#store/open-store.ts';
import type { Place } from '../worker/fill-store.ts';
import { type Filler, openFiller, projectCount } from './filler.ts';
import { type MadeText, makeTexts, rareEvery, textCount } from './texts.ts';

/** What a filled store contains. */
export interface Filling {
  /** The number of runs, and also of run events, entries, messages and session records. */
  rows: number;
  /** The time of the newest row. */
  now: number;
  /** The group to fill. By default, all groups are filled. */
  only?: Group | undefined;
  /** The texts of the rows: one more than `textCount`, numbered from 0. By default, their words are made up. */
  texts?: readonly MadeText[];
}

export const groups = ['runs', 'reader', 'threads', 'sessions'] as const;
export type Group = (typeof groups)[number];

const feedCount = 500;
const spaceCount = 20;
export const messagesPerThread = 50;
export const liveMessages = 8;
export const promptsPerSession = 4;
const observationsPerPrompt = 8;
export const recordsPerSession = promptsPerSession * (observationsPerPrompt + 2);
export const eventsPerRun = 100;
/** One run in this many is unfinished. */
export const unfinishedShare = 100;
const workerCount = 4;
export const spanMs = 90 * 86_400_000;

/** The id of the row with this number, as SQL. */
function idOf(kind: string, number: string): string {
  const hex = (from: number, length: number) => `substr(md5('${kind}' || ${number}), ${from}, ${length})`;
  return `${hex(1, 8)} || '-' || ${hex(9, 4)} || '-4' || ${hex(13, 3)} || '-8' || ${hex(16, 3)} || '-' || ${hex(19, 12)}`;
}

const text = `join bench_texts t on t.id = case when s.n % ${rareEvery} = 7 then ${textCount} else s.n % ${textCount} end`;

/** Fills a store. Its rows are spread evenly over the last 90 days. */
export async function fillStore(
  place: Place,
  { rows, now, only, texts = makeTexts() }: Filling,
): Promise<void> {
  await (await openStore(place)).close();
  const filler = await openFiller(place, texts);
  const at = (number = 's.n') => `(${now} - (${rows} - ${number}) * ${Math.floor(spanMs / rows)})`;
  const add = (count: number, into: string, select: string) =>
    filler.execute(`insert into ${into} ${filler.series(count)} select ${select}`);
  const filling = { rows, at, add, dialect: filler.dialect };
  try {
    for (const group of groups) if (only === undefined || only === group) await fillers[group](filling);
    // The index already has the marks of all feeds.
    await filler.execute('delete from entry_queue');
    await filler.finish();
  } finally {
    await filler.close();
  }
  // On PostgreSQL, the filler fires no triggers, so the counters are wrong until now.
  const store = await openStore(place);
  await store.correctCounters();
  await store.close();
}

interface Fill {
  rows: number;
  dialect: Filler['dialect'];
  /** The time of a row, as SQL. */
  at(number?: string): string;
  add(count: number, into: string, select: string): Promise<void>;
}

const fillers: Record<Group, (fill: Fill) => Promise<void>> = {
  runs: fillRuns,
  reader: fillReader,
  threads: fillThreads,
  sessions: fillSessions,
};

async function fillRuns({ rows, at, add }: Fill): Promise<void> {
  const lastEnded = rows - rows / unfinishedShare;
  const isEnded = `s.n <= ${lastEnded}`;
  const isPriced = `${isEnded} and s.n % 20 <> 0`;
  await add(
    rows,
    `runs (id, task_type, status, source_kind, source_id, agent_id, trigger_kind, attempt, template_id,
      parameters_json, route_json, model_profile_id, provider, model, usage_input_tokens, usage_cached_input_tokens,
      usage_output_tokens, usage_cost_usd, usage_reported, duration_ms, created_at, started_at, finished_at, updated_at,
      worker_id, attempt_profile_id, attempt_started_at)`,
    `${idOf('run', 's.n')},
      case when s.n % 2000 = 1 then 'title' when s.n % 50 = 11 then 'fold' when s.n % 10 = 1 then 'reply' else 'summary' end,
      case when s.n > ${lastEnded} then 'queued' when s.n % 20 = 0 then 'failed' else 'succeeded' end,
      case when s.n % 2000 = 3 then 'conversation' when s.n % 10 = 1 then 'thread' else 'entry' end,
      case when s.n % 10 = 1 then ${idOf('thread', `(s.n % ${rows / messagesPerThread})`)} else cast(s.n as text) end,
      'summary', 'auto', 1, 'summary.default', '{}', '["openai/gpt"]', 'openai/gpt', 'openai', 'gpt',
      case when ${isPriced} then 1200 end, case when ${isPriced} then 0 end, case when ${isPriced} then 300 end,
      case when ${isPriced} then 0.001 end, case when ${isPriced} then 1 end,
      case when ${isEnded} then 900 end, ${at()}, ${at()}, case when ${isEnded} then ${at()} + 900 end, ${at()},
      'worker-' || (s.n % ${workerCount}), 'openai/gpt', ${at()}
      from s`,
  );
  const firstUnfinished = `s.n + ${lastEnded}`;
  await add(
    rows / unfinishedShare,
    'run_inputs (run_id, source_text, content_hash)',
    `${idOf('run', `(${firstUnfinished})`)}, t.text, 'hash' from s ${text}`,
  );
  // The log of a run is deleted soon after its end, so only the newest finished runs have one.
  const runOfEvent = `(${lastEnded} - (s.n - 1) / ${eventsPerRun})`;
  await add(
    rows,
    'run_events (run_id, seq, at, body_json)',
    `${idOf('run', runOfEvent)}, (s.n - 1) % ${eventsPerRun} + 1, ${at(runOfEvent)},
      '{"type":"text-delta","text":"' || t.title || '"}' from s ${text}`,
  );
  const ofSummaries = `s ${text} where (s.n * 4 - 2) % 20 <> 0 and s.n * 4 - 2 <= ${lastEnded}`;
  await add(
    rows / 4,
    `slots (run_id, task_type, source_kind, source_id, variant, content_hash, created_at, updated_at)`,
    `${idOf('run', '(s.n * 4 - 2)')}, 'summary', 'entry', cast(s.n * 4 - 2 as text),
      '{"detailLevel":"medium","targetLanguage":"en"}', 'hash',
      ${at('(s.n * 4 - 2)')}, ${at('(s.n * 4 - 2)')} from ${ofSummaries}`,
  );
  await add(
    rows / 4,
    'summaries (run_id, text)',
    `${idOf('run', '(s.n * 4 - 2)')}, t.text from ${ofSummaries}`,
  );
  await add(
    rows / 10,
    'issues (id, kind, code, message, details_json, last_events_json, created_at)',
    `${idOf('issue', 's.n')}, case when s.n % 10 = 0 then 'feed-failed' else 'run-failed' end, 'model_stream_cut',
      t.text, '{}', '[]', ${at('s.n * 10')} from s ${text}`,
  );
}

async function fillReader({ rows, at, add, dialect }: Fill): Promise<void> {
  await add(5, 'folders (id, name, auto_summary)', "s.n, 'Folder ' || s.n, 'inherit' from s");
  await add(
    feedCount,
    `feeds (id, url, host, title, folder_id, auto_summary, fetch_full_text, next_fetch_at, claimed_until, failures,
      reported, created_at)`,
    `s.n, 'https://feed-' || s.n || '.example/', 'feed-' || s.n || '.example', 'Feed ' || s.n,
      s.n % 5 + 1, 'inherit', 0, ${at()}, 0, 0, 0, 0 from s`,
  );
  const feed = `case when s.n % 200 = 0 then null else s.n % ${feedCount} + 1 end`;
  const mark = `'=f' || coalesce(${feed}, 0)`;
  const folder = `case when s.n % 200 = 0 then null else (s.n % ${feedCount} + 1) % 5 + 1 end`;
  await add(
    rows,
    `entries (id, feed_id, folder_id, guid, source_hash, url, title, author, excerpt, text_origin, content_hash,
      reading_minutes, published_at, read_at, starred_at, created_at, updated_at)`,
    `s.n, ${feed}, ${folder}, 'guid-' || s.n, 'hash', 'https://feed.example/' || s.n, t.title, 'A. Writer', t.text,
      'feed', 'hash', 2, ${at()}, case when s.n <= ${rows / 2} then ${at()} end,
      case when s.n % 100 = 0 then ${at()} end, ${at()}, ${at()} from s ${text}`,
  );
  await add(rows, 'entry_texts (entry_id, html, text)', `s.n, t.text, t.text from s ${text}`);
  if (dialect === 'sqlite') {
    await add(
      rows,
      'entry_search (rowid, title, body)',
      `s.n, t.title, ${mark} || ' ' || t.text from s ${text}`,
    );
  } else {
    const vector = `array_to_tsvector(array[${mark}])`;
    await add(
      rows,
      'entry_search',
      `s.n, t.title_terms || ${vector}, t.text_terms || ${vector} from s ${text}`,
    );
  }
}

async function fillThreads({ rows, at, add, dialect }: Fill): Promise<void> {
  const covered = messagesPerThread - liveMessages;
  await add(
    spaceCount,
    'spaces (id, name, instructions, agent_id, created_at, updated_at)',
    `${idOf('space', 's.n')}, 'Space ' || s.n, '', 'agent', 0, 0 from s`,
  );
  await add(
    rows / messagesPerThread,
    `threads (id, space_id, title, revision, message_count, last_seq, total_tokens, live_tokens, summary_through_seq,
      summary_revision, summary_tokens, created_at, updated_at, summary, segments_json)`,
    `${idOf('thread', '(s.n - 1)')}, ${idOf('space', `(s.n % ${spaceCount} + 1)`)}, t.title, 1, ${messagesPerThread},
      ${messagesPerThread}, ${messagesPerThread * 20}, ${liveMessages * 20}, ${covered}, 1, 20,
      ${at(`s.n * ${messagesPerThread}`)}, ${at(`s.n * ${messagesPerThread}`)}, t.text, '[]' from s ${text}`,
  );
  await add(
    rows,
    'messages (number, id, thread_id, seq, role, tokens, created_at, text)',
    `s.n, ${idOf('message', 's.n')}, ${idOf('thread', `((s.n - 1) / ${messagesPerThread})`)},
      (s.n - 1) % ${messagesPerThread} + 1, case when s.n % 2 = 1 then 'user' else 'assistant' end, 20, ${at()}, t.text
      from s ${text}`,
  );
  if (dialect === 'sqlite') {
    await add(rows, 'message_search (rowid, title, body)', `s.n, '', t.text from s ${text}`);
  } else {
    await add(rows, 'message_search', `s.n, ''::tsvector, t.text_terms from s ${text}`);
  }
}

/** The session number of a record, from the number of records of this kind per session. */
const sessionOf = (perSession: number) => `((s.n - 1) / ${perSession} + 1)`;
/** The project of a session. A few projects have most of the sessions. */
const project = (session: string) =>
  `(case when ${session} % 10 < 6 then ${session} % 2 else ${session} % ${projectCount} end)`;

/** The number of the project of a session. */
export function projectOf(session: number): number {
  return session % 10 < 6 ? session % 2 : session % projectCount;
}

async function fillSessions({ rows, at, add, dialect }: Fill): Promise<void> {
  const sessions = rows / recordsPerSession;
  const timeOf = (session: string) => at(`(${session} * ${recordsPerSession})`);
  await add(
    sessions,
    `sessions (id, content_session_id, project, status, prompt_count, is_private, prompts, observations, summaries,
      started_at, updated_at, completed_at)`,
    `s.n, 'bench-' || s.n, p.project, 'completed', ${promptsPerSession}, 0, ${promptsPerSession},
      ${promptsPerSession * observationsPerPrompt}, ${promptsPerSession}, ${timeOf('s.n')}, ${timeOf('s.n')}, ${timeOf('s.n')}
      from s join bench_projects p on p.id = ${project('s.n')}`,
  );
  const kinds = [
    { table: 'prompts', perPrompt: 1, columns: 'event_key, text', values: `'k' || s.n, t.prompt` },
    {
      table: 'observations',
      perPrompt: observationsPerPrompt,
      columns: 'event_key, tool_name, cwd, tool_input, tool_response',
      values: `'k' || s.n, 'bash', '/home/me', t.title, t.tool_response`,
    },
    {
      table: 'session_summaries',
      perPrompt: 1,
      columns: 'content_hash, request, investigated, learned, completed, next_steps',
      values: `'h' || s.n, t.request, t.investigated, t.learned, t.completed, t.next_steps`,
    },
  ];
  for (const [index, { table, perPrompt, columns, values }] of kinds.entries()) {
    const kind = index + 1;
    const perSession = promptsPerSession * perPrompt;
    const session = sessionOf(perSession);
    const count = sessions * perSession;
    const time = `${timeOf(session)} + (s.n - 1) % ${perSession}`;
    const from = `from s ${text} join bench_projects p on p.id = ${project(session)}`;
    await add(
      count,
      `${table} (id, session_id, project, prompt_number, created_at, ${columns})`,
      `s.n, ${session}, p.project, (s.n - 1) % ${perSession} / ${perPrompt} + 1, ${time}, ${values} ${from}`,
    );
    if (dialect === 'sqlite') {
      const place = `${2n ** 63n - 1n} - (${time}) * ${2 ** 21} - ${kind * 2 ** 19} - (s.n & ${2 ** 19 - 1})`;
      await add(
        count,
        'record_search (place, kind, id, at, terms)',
        `${place}, ${kind}, s.n, ${time}, t.${table}_levels ${from}`,
      );
      await add(
        count,
        'record_terms (rowid, terms)',
        `${place}, '=k${kind} =s' || ${session} || ' ' || p.mark || ' =k${kind}' || substr(p.mark, 2) || ' ' || t.${table}_levels
          ${from} order by 1`,
      );
    } else {
      const marks = `array_to_tsvector(array['=k${kind}', '=s' || ${session}, p.mark])`;
      await add(
        count,
        'record_search (kind, id, at, terms)',
        `${kind}, s.n, ${time}, t.${table}_levels || ${marks} ${from}`,
      );
    }
  }
}
