import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { findShipped } from '#app/package-root.ts';
import type { Config } from '#app/read-config.ts';
import { type BodyThreads, createBodyThreads } from '#app/threads/parse-in-threads.ts';
import { createTextThreads } from '#app/threads/text-threads.ts';
import { createEngine, type Engine } from '#engine/create-engine.ts';
import { createTasks, type Tasks } from '#engine/define-task.ts';
import type { Bus, Clock, Log, Models, Queue } from '#engine/ports.ts';
import { type Agents, createAgents } from '#models/agents/create-agents.ts';
import { createModelProfiles, type ModelProfiles } from '#models/create-model-profiles.ts';
import { createModels } from '#models/create-models.ts';
import { loadSecretKey } from '#models/keys/load-secret-key.ts';
import { createLocalBus } from '#queue/local-bus.ts';
import { createLocalQueue } from '#queue/local-queue.ts';
import { issueIdSchema } from '#schema/ids.ts';
import type { TemplateNotice } from '#schema/template.ts';
import type { Change } from '#schema/wire.ts';
import type { Checks } from '#sources/check/create-checks.ts';
import type { Conversations } from '#sources/conversation/create-conversations.ts';
import { createTags, type Tags } from '#sources/entry/tags/create-tags.ts';
import { createSummaryTask } from '#sources/entry/tasks/summary.ts';
import { createTaggingTask } from '#sources/entry/tasks/tagging.ts';
import {
  createTextTranslationTask,
  createTitleTranslationTask,
  createTranslationTask,
} from '#sources/entry/tasks/translation.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';
import type { Meaning } from '#sources/session/meaning/create-meaning.ts';
import type { Spaces } from '#sources/thread/create-spaces.ts';
import { openStore } from '#store/open-store.ts';
import { explainPostgresError } from '#store/postgres/postgres-error.ts';
import type { Store } from '#store/store.ts';
import { createTemplates } from '#templates/create-templates.ts';
import { createOpenParts, type OpenParts } from './lifecycle.ts';
import { createCheckPlan, openChecks } from './open-checks.ts';
import { openConversations } from './open-conversations.ts';
import { openMeaning } from './open-meaning.ts';
import { openSessions } from './open-sessions.ts';
import { openSpaces } from './open-spaces.ts';
import { describeWorker, hashText, isAlive, systemClock } from './system-ports.ts';

export interface CoreOptions {
  /**
   * `server` shares work with the other processes on its database and recovers what dead ones left. `embedded`
   * executes only the runs it submits itself, as a command does.
   */
  mode: 'server' | 'embedded';
  log: Log;
  /** A signal that aborts when the program has to stop, possibly during startup. */
  signal?: AbortSignal;
}

export interface Core {
  store: Store;
  bus: Bus;
  engine: Engine;
  /** The id of this process as a worker. */
  workerId: string;
  profiles: ModelProfiles;
  agents: Agents;
  spaces: Spaces;
  conversations: Conversations;
  sessions: Sessions;
  meaning: Meaning;
  checks: Checks;
  tags: Tags;
  templates: ReturnType<typeof createTemplates>;
  parseBody: BodyThreads['parse'];
  /** Stops the engine, which gives runs in progress `graceMs` to finish, and closes everything. */
  close(graceMs: number): Promise<void>;
}

/** The kinds of changes that make the answers of `store.recent` outdated. */
const configured: ReadonlySet<Change['what']> = new Set(['settings', 'agents', 'models']);

/** Creates everything below the server. Each port gets its implementation only here. */
export async function createCore(config: Config, options: CoreOptions): Promise<Core> {
  const parts = createOpenParts(options.log);
  try {
    return await openCore(config, options, parts);
  } catch (error) {
    await parts.close(0);
    throw error;
  }
}

async function openCore(config: Config, { mode, log }: CoreOptions, parts: OpenParts): Promise<Core> {
  const { home, env } = config;
  const clock = systemClock;
  const store = await openStore({
    home,
    databaseUrl: config.databaseUrl,
    empty: findShipped('dist/empty.db'),
    log,
  });
  parts.add('the database', store.close);
  const { secretKey, warnings } = await loadSecretKey({ home, env });
  for (const warning of warnings) log.warn({}, warning);
  const { queue, bus } = await openChannels(config, { mode, log, parts });
  const tasks = createTasks();
  const templates = createTemplates({
    sampleOf: (taskType) => tasks.get(taskType).sample,
    builtinDir: findShipped('src/templates/builtin', 'dist/templates') ?? '',
    userDir: join(home, 'templates'),
    onNotice: createRefusedTemplateReporter({ issues: store.runs, bus, log, clock }),
  });
  const textWork = createTextThreads();
  parts.add('the text threads', textWork.close);
  const bodies = createBodyThreads();
  parts.add('the body threads', bodies.close);
  const { getSettings, patchSettings } = store.configuration;
  const sources = {
    store: store.configuration,
    textWork,
    env,
    secretKey,
    getPrimary: async () => (await getSettings()).summaryAgent.primaryModelProfileId,
  };
  const { recent } = store;
  bus.subscribe((message) => {
    if (message.kind === 'changed' && configured.has(message.what)) recent.forget();
  });
  const recentSources = {
    ...sources,
    store: { ...store.configuration, ...recent },
    getPrimary: async () => (await recent.getSettings()).summaryAgent.primaryModelProfileId,
  };
  const models = createModels(recentSources);
  const planAfter = createCheckPlan({ store, models, textWork });
  tasks.add(
    createSummaryTask({ store: store.reader, planAfter }),
    createTranslationTask(store.translations),
    createTitleTranslationTask(store.translations),
    createTextTranslationTask(store.translations),
  );
  const worker = describeWorker();
  const engine = createEngine({
    tasks,
    store: store.runs,
    getSettings: recent.getSettings,
    getCurrentSettings: getSettings,
    queue,
    bus,
    models,
    templates,
    textWork,
    clock,
    log,
    newId: randomUUID,
    hash: hashText,
    worker,
    adoptsOrphans: mode === 'server',
    isAlive,
  });
  const checks = openChecks({ store, engine, tasks, models, textWork, bus, log });
  const tags = openTags({ store, engine, tasks, models, bus, log });
  const agents = createAgents({ ...sources, models, now: clock.now });
  const recentAgents = createAgents({ ...recentSources, models, now: clock.now });
  const spaces = openSpaces({
    store,
    engine,
    tasks,
    agents: recentAgents,
    models,
    bus,
    log,
    textWork,
    checks,
  });
  const conversations = openConversations({
    store,
    engine,
    tasks,
    agents: recentAgents,
    models,
    bus,
    log,
    textWork,
    checks,
    workerId: worker.id,
  });
  const meaning = openMeaning({ store, engine, tasks, models, bus, log });
  const sessions = openSessions({
    store,
    engine,
    tasks,
    bus,
    log,
    planAfter,
    searchMeaning: meaning.search,
  });
  parts.add('the checks', checks.settle);
  parts.add('the batches', tags.driver.stop);
  parts.add('automatic tags', tags.auto.stop);
  parts.add('reading for search', meaning.reading.stop);
  parts.add('the runs', engine.stop);
  parts.add('the conversations', conversations.stop);
  return {
    store,
    bus,
    engine,
    workerId: worker.id,
    profiles: createModelProfiles({
      ...sources,
      now: clock.now,
      choice: { get: getSettings, patch: patchSettings },
    }),
    agents,
    spaces,
    conversations,
    sessions,
    meaning,
    checks,
    tags,
    templates,
    parseBody: bodies.parse,
    close: parts.close,
  };
}

async function openChannels(
  config: Config,
  { mode, log, parts }: Pick<CoreOptions, 'mode' | 'log'> & { parts: OpenParts },
): Promise<{ queue: Queue; bus: Bus }> {
  if (config.databaseUrl === null || mode === 'embedded') {
    return { queue: createLocalQueue({ log }), bus: createLocalBus({ log }) };
  }
  const [{ createPgBossQueue }, { createPostgresBus }] = await Promise.all([
    import('#queue/pg-boss-queue.ts'),
    import('#queue/postgres-bus.ts'),
  ]);
  const connectionString = config.databaseUrl;
  try {
    const bus = await createPostgresBus({ connectionString, log });
    parts.add('the bus', bus.close);
    const queue = await createPgBossQueue({ connectionString, log });
    parts.add('the queue', queue.close);
    return { queue, bus };
  } catch (error) {
    throw explainPostgresError(error);
  }
}

interface ReporterPorts {
  issues: Pick<Store['runs'], 'addIssue'>;
  bus: Bus;
  log: Log;
  clock: Clock;
}

/** Reports a user's template that is not used as an issue, so that it does not go unnoticed. */
function createRefusedTemplateReporter({ issues, bus, log, clock }: ReporterPorts) {
  return (notice: TemplateNotice): void => {
    log.warn({ ...notice }, 'template file ignored');
    const issue = {
      id: issueIdSchema.parse(randomUUID()),
      kind: 'template-refused' as const,
      code: 'template_invalid' as const,
      message: notice.message,
      runId: null,
      details: { file: notice.file, templateId: notice.templateId },
      lastEvents: [],
      createdAt: clock.now(),
    };
    issues
      .addIssue(issue)
      .then(() => bus.publish({ kind: 'changed', what: 'issues' }))
      .catch((error: unknown) => log.error({ err: error }, 'issue could not be stored'));
  };
}

interface Parts {
  store: Store;
  engine: Engine;
  tasks: Tasks;
  models: Models;
  bus: Bus;
  log: Log;
}

function openTags({ store, engine, tasks, models, bus, log }: Parts): Tags {
  const tags = createTags({
    store: store.tags,
    entries: store.reader,
    runs: store.runs,
    engine,
    models,
    getSettings: store.recent.getSettings,
    bus,
    clock: systemClock,
    log,
    newId: randomUUID,
  });
  tasks.add(createTaggingTask({ store: store.tags, continueBatches: tags.driver.advance }));
  return tags;
}
