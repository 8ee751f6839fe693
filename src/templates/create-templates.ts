import { createHash } from 'node:crypto';
import { AppError } from '#schema/app-error.ts';
import type { Parameters, TaskType } from '#schema/runs/run.ts';
import type {
  TemplateDetail,
  TemplateNotice,
  TemplatePreview,
  TemplateSummary,
  UsedTemplate,
} from '#schema/template.ts';
import type { TemplateList } from '#schema/wire.ts';
import { createTemplateEditor, type KnownTemplate } from './edit-templates.ts';
import type { Template } from './load-template.ts';
import { placeholdersOf } from './parse-body.ts';
import { type RenderInput, renderedParameters, renderTemplate } from './render-template.ts';
import { openTemplateFolder, type TemplateFile } from './template-files.ts';

/** Short enough for a person who edits a file, and long enough that a burst of runs costs one disk access. */
const recheckMs = 500;

interface TemplatesOptions {
  builtinDir: string;
  /** The folder need not exist. Only the editor writes to it. */
  userDir: string;
  /** Provides sample texts and parameters for previews. */
  sampleOf(taskType: TaskType): TemplateSample;
  /** Called once for each new reason why a user's file cannot be used. */
  onNotice?: (notice: TemplateNotice) => void;
  /** A clock in milliseconds. Only differences are used. */
  now?: () => number;
}

interface Entry {
  template: Template;
  origin: UsedTemplate['origin'];
  file: string;
  hash: string;
}

interface Collection {
  builtins: ReadonlyMap<string, Entry>;
  entries: Map<string, Entry>;
  notices: TemplateNotice[];
}

export function createTemplates(options: TemplatesOptions) {
  const { now = () => performance.now() } = options;
  const load = createLoader(options);
  let current: { collection: Promise<Collection>; checkedAt: number } | null = null;

  function collect(): Promise<Collection> {
    if (current && now() - current.checkedAt < recheckMs) return current.collection;
    const previous = current?.collection.catch(() => null);
    const collection = Promise.resolve(previous).then(load);
    const check = { collection, checkedAt: now() };
    current = check;
    collection.catch(() => {
      if (current === check) current = null;
    });
    return collection;
  }

  async function find(id: string): Promise<Entry> {
    const { entries, notices } = await collect();
    const entry = entries.get(id);
    if (entry) return entry;
    const notice = notices.find(({ templateId }) => templateId === id);
    if (notice) throw new AppError('template_invalid', notice.message, { details: notice });
    const known = [...entries.keys()].join(', ');
    throw new AppError('template_missing', `Template "${id}" not found. Choose one of: ${known}.`);
  }

  /** Makes the next `collect` read the folder again, after one that is already in progress. */
  function forget() {
    if (current) current = { ...current, checkedAt: Number.NEGATIVE_INFINITY };
  }

  async function look(id: string): Promise<KnownTemplate> {
    // Without this, a file written a moment ago would count as missing.
    forget();
    const { builtins, entries, notices } = await collect();
    const refused = notices.filter(({ templateId }) => templateId === id);
    const used = entries.get(id);
    // `find` throws if no template has the id.
    if (refused.length === 0) await find(id);
    return {
      builtin: builtins.get(id) ?? null,
      userFiles: [...(used?.origin === 'user' ? [used.file] : []), ...refused.map(({ file }) => file)],
      notice: refused[0] ?? null,
    };
  }

  const editor = createTemplateEditor({
    builtinDir: options.builtinDir,
    userDir: options.userDir,
    look,
    async load({ id, file, content }) {
      const { loadTemplate } = await import('./load-template.ts');
      const template = loadTemplate({ file, content });
      const builtin = (await collect()).builtins.get(id)?.template;
      const problem = refuseOtherId(template, id) ?? (builtin && refuseOverride(template, builtin));
      if (problem) throw new AppError('template_invalid', `${file}: ${problem}`);
      return template;
    },
    preview: (template) =>
      previewTemplate(template, { sample: options.sampleOf(template.taskType), parameters: {} }),
    onChange: forget,
  });

  return {
    ...editor,
    async render({ templateId, ...input }: RenderInput & { templateId: string }) {
      const entry = await find(templateId);
      const { template } = entry;
      return {
        ...renderTemplate(template, input),
        template: identify(entry),
        parameters: renderedParameters(template, input),
      };
    },
    hashOf: async (id: string): Promise<string> => (await find(id)).hash,
    async list(): Promise<TemplateList> {
      const { builtins, entries, notices } = await collect();
      const items = [...entries.values()].map((entry) => summarize(entry, builtins));
      return { items, notices, folder: options.userDir };
    },
    async get(id: string): Promise<TemplateDetail> {
      const entry = await find(id);
      const { written, metadata } = entry.template;
      const description = typeof metadata.description === 'string' ? metadata.description : null;
      return { ...summarize(entry, (await collect()).builtins), description, ...written };
    },
    /** Whether the templates would still produce the same prompts. */
    async areCurrent(used: UsedTemplate[]): Promise<boolean> {
      const { entries } = await collect();
      return used.every(({ id, hash }) => entries.get(id)?.hash === hash);
    },
    /** Throws AppError `template_missing`. All other faults are part of the result. */
    async preview(id: string, parameters: Parameters): Promise<TemplatePreview> {
      try {
        const { template } = await find(id);
        return {
          ok: true,
          ...previewTemplate(template, { sample: options.sampleOf(template.taskType), parameters }),
        };
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'template_missing') throw error;
        return { ok: false, problem: error.message };
      }
    },
  };
}

function createLoader({ builtinDir, userDir, onNotice }: TemplatesOptions): () => Promise<Collection> {
  const builtinFolder = openTemplateFolder(builtinDir);
  const userFolder = openTemplateFolder(userDir);
  let builtins: Map<string, Entry> | null = null;
  let last: { files: TemplateFile[]; collection: Collection } | null = null;

  return async () => {
    builtins ??= indexBuiltins(await builtinFolder.read());
    const files = await userFolder.read();
    if (last?.files === files) return last.collection;
    const collection = combine(builtins, files);
    const known = new Set(last?.collection.notices.map(({ message }) => message));
    for (const notice of collection.notices) if (!known.has(notice.message)) onNotice?.(notice);
    last = { files, collection };
    return collection;
  };
}

function indexBuiltins(files: TemplateFile[]): Map<string, Entry> {
  const builtins = new Map<string, Entry>();
  for (const { file, template, notice } of files) {
    if (!template) throw new AppError('template_invalid', `Built-in template ${notice.message}`);
    if (builtins.has(template.id)) {
      throw new AppError(
        'template_invalid',
        `Built-in template ${file}: id: "${template.id}" is used twice.`,
      );
    }
    builtins.set(template.id, { template, origin: 'builtin', file, hash: hashTemplate(template) });
  }
  return builtins;
}

function combine(builtins: Map<string, Entry>, files: TemplateFile[]): Collection {
  const entries = new Map(builtins);
  const notices: TemplateNotice[] = [];
  const byId = Map.groupBy(files, ({ template }) => template?.id);
  for (const { file, template, notice } of files) {
    if (!template) {
      // If the id in a file cannot be read, the file name is used instead.
      const named = file.replace(/\.ya?ml$/i, '');
      const templateId = notice.templateId ?? (builtins.has(named) ? named : null);
      notices.push({ ...notice, templateId });
      continue;
    }
    const { id } = template;
    const builtin = builtins.get(id)?.template;
    const others = (byId.get(id) ?? []).map((other) => other.file).filter((name) => name !== file);
    const problem =
      others.length > 0
        ? `id: "${id}" is also the id of ${others.join(', ')}. Use a different id in each file.`
        : builtin && refuseOverride(template, builtin);
    if (problem) {
      const instead = builtin ? ' The built-in template is used until then.' : '';
      notices.push({ file, templateId: id, message: `${file}: ${problem}${instead}`, line: null });
    } else {
      entries.set(id, { template, origin: 'user', file, hash: hashTemplate(template) });
    }
  }
  return { builtins, entries, notices };
}

/** A template's file must not be replaced by one with another id. */
function refuseOtherId({ id }: Template, wanted: string): string | null {
  return id === wanted ? null : `id: is "${id}" instead of "${wanted}". Keep the id.`;
}

/** The reason why a user's file cannot replace the built-in template of the same id, or null if it can. */
function refuseOverride(user: Template, builtin: Template): string | null {
  // Without the source text, a model would invent a summary. The system text does not count, because a run can
  // replace it.
  if (
    placeholdersOf(builtin.template).has('sourceText') &&
    !placeholdersOf(user.template).has('sourceText')
  ) {
    return 'template: does not use {{sourceText}}, so the model would receive no text. Add {{sourceText}}.';
  }
  return null;
}

function identify({ template: { id, version }, origin, hash }: Entry): UsedTemplate {
  return { id, version, origin, hash };
}

function summarize(entry: Entry, builtins: ReadonlyMap<string, Entry>): TemplateSummary {
  const { taskType, requiredPlaceholders, optionalPlaceholders, defaultParameters } = entry.template;
  return {
    ...identify(entry),
    taskType,
    file: entry.file,
    requiredPlaceholders,
    optionalPlaceholders,
    defaultParameters: { ...defaultParameters },
    overrides: entry.origin === 'user' && builtins.has(entry.template.id),
  };
}

/** SHA-256 of both texts and the defaults. The order of the defaults and line endings do not matter. */
function hashTemplate({ written, defaultParameters }: Template): string {
  const defaults = Object.entries(defaultParameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify([written.system, written.prompt, defaults], (_key, value) =>
    typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value,
  );
  return createHash('sha256').update(content).digest('hex');
}

/** Sample values for what a task's runs pass to its templates. */
interface TemplateSample extends Pick<RenderInput, 'parameters' | 'texts'> {
  /** Parameters of other templates that a run uses, by template id. */
  further?: ReadonlyMap<string, Parameters>;
}

/** Renders a run's prompt with sample texts. Like a run, throws AppError `template_parameter_missing`. */
function previewTemplate(
  template: Template,
  { sample, parameters }: { sample: TemplateSample; parameters: Parameters },
): { system: string; prompt: string } {
  return renderTemplate(template, {
    parameters: { ...sample.parameters, ...sample.further?.get(template.id), ...parameters },
    texts: sample.texts,
    systemPromptOverride: null,
  });
}
