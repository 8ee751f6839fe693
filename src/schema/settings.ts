import { z } from 'zod';
import type { TaskType } from '#schema/runs/run.ts';
import { glossaryTermSchema } from '#schema/translations/translation.ts';
import { type DocumentedField, mapFields } from './field-table.ts';
import { builtinModelProfileId, modelProfileIdSchema } from './ids.ts';
import {
  defaultDetailLevel,
  detailLevelSchema,
  detailLevels,
  languageSchema,
  targetLanguageSchema,
} from './language.ts';

export interface SettingsField extends DocumentedField {
  initial: unknown;
  /** What people may enter, if that is less than what may be stored. */
  entered?: z.ZodType;
  /** What values that earlier versions stored mean now. */
  former?: ReadonlyMap<unknown, unknown>;
  /** Describes the model that the field names. */
  model?: NamedModel;
  /** The task that the named template must be made for. */
  templateOf?: TaskType;
}

interface NamedModel {
  /** The name of the model in messages. */
  name: string;
  /** The field of the section whose model is asked before this one. */
  after?: string;
  /** Says that the offline model cannot do this. */
  needsConnection?: true;
  /** Says that the model turns texts into vectors. A model that writes text cannot replace it. */
  embeds?: true;
}

export const checkModes = ['off', 'all'] as const;
export const checkerAnswers = ['auto', 'list', 'yes-no'] as const;

const days = z.int().min(1).max(36_500);
const capUsd = z.number().positive().max(1_000_000).nullable();

/** Each section of the settings with its fields. */
export const settingsFields = {
  summaryAgent: {
    defaultTargetLanguage: {
      value: languageSchema,
      entered: targetLanguageSchema,
      initial: 'en',
      meaning: 'BCP-47',
    },
    defaultDetailLevel: {
      value: detailLevelSchema,
      initial: defaultDetailLevel,
      meaning: detailLevels.map((level) => `\`${level}\``).join(', '),
    },
    primaryModelProfileId: {
      value: modelProfileIdSchema,
      initial: builtinModelProfileId,
      meaning: 'called first',
      model: { name: 'the primary model' },
    },
    fallbackModelProfileId: {
      value: modelProfileIdSchema.nullable(),
      initial: null,
      meaning: 'called when the primary model fails',
      model: { name: 'the fallback model', after: 'primaryModelProfileId' },
    },
    templateId: {
      value: z.string().min(1).max(100),
      initial: 'summary.default',
      meaning: 'the template for summaries',
      templateOf: 'summary',
    },
  },
  check: {
    mode: {
      value: z.enum(checkModes),
      initial: 'all',
      meaning: 'whether a connected model checks each new summary too: `off` or `all` (all its sentences)',
      // Until 0.1, a model could be asked only about sentences that rules cannot decide.
      former: new Map([['undecided', 'all']]),
    },
    modelProfileId: {
      value: modelProfileIdSchema.nullable(),
      initial: null,
      meaning: 'the model that checks; `null`: the models that write summaries',
      model: { name: 'the checking model' },
    },
    answers: {
      value: z.enum(checkerAnswers),
      initial: 'auto',
      meaning:
        'how that model answers: `list` (all sentences in one call), `yes-no` (one call for each sentence) or `auto` (`yes-no` for models named MiniCheck)',
    },
    repair: {
      value: z.boolean(),
      initial: false,
      meaning: 'whether contradicted sentences are corrected automatically, once',
    },
    repairModelProfileId: {
      value: modelProfileIdSchema.nullable(),
      initial: null,
      meaning: 'the model that corrects sentences; `null`: the models that write summaries',
      model: { name: 'the correcting model' },
    },
  },
  translation: {
    defaultTargetLanguage: {
      value: languageSchema,
      entered: targetLanguageSchema,
      initial: 'en',
      meaning: 'BCP-47',
    },
    primaryModelProfileId: {
      value: modelProfileIdSchema.nullable(),
      initial: null,
      meaning: 'the model that translates; `null`: the models that write summaries',
      model: { name: 'the translating model', needsConnection: true },
    },
    fallbackModelProfileId: {
      value: modelProfileIdSchema.nullable(),
      initial: null,
      meaning: 'called when that model fails',
      model: {
        name: 'the fallback model for translations',
        after: 'primaryModelProfileId',
        needsConnection: true,
      },
    },
    templateId: {
      value: z.string().min(1).max(100),
      initial: 'translation.default',
      meaning: 'the template for translations',
      templateOf: 'translation',
    },
    glossary: {
      value: z.array(glossaryTermSchema).max(1000),
      initial: [],
      meaning:
        'terms with a fixed translation: `from` and `to` (a language or `*`), `term`, and `rendering` (`null`: keep the term as it is)',
    },
  },
  tagging: {
    primaryModelProfileId: {
      value: modelProfileIdSchema.nullable(),
      initial: null,
      meaning: 'the model that suggests tags; `null`: the models that write summaries',
      model: { name: 'the tagging model' },
    },
    fallbackModelProfileId: {
      value: modelProfileIdSchema.nullable(),
      initial: null,
      meaning: 'called when that model fails',
      model: { name: 'the fallback model for tags', after: 'primaryModelProfileId' },
    },
    templateId: {
      value: z.string().min(1).max(100),
      initial: 'tagging.default',
      meaning: 'the template for suggested tags',
      templateOf: 'tagging',
    },
  },
  storage: {
    summaryCap: {
      value: z.int().min(1).max(1_000_000),
      initial: 2000,
      meaning: 'maximum stored summaries; the oldest are deleted first',
    },
    translationCap: {
      value: z.int().min(1).max(1_000_000),
      initial: 2000,
      meaning: 'maximum stored translations of articles; the oldest are deleted first',
    },
    runRetentionDays: { value: days, initial: 90, meaning: 'runs older than this are deleted' },
    issueRetentionDays: { value: days, initial: 30, meaning: 'issues older than this are deleted' },
  },
  spending: {
    dailyCapUsd: {
      value: capUsd,
      initial: null,
      meaning: 'automatic runs pause once this much is spent in a day; runs you start yourself continue',
    },
    monthlyCapUsd: { value: capUsd, initial: null, meaning: 'the same for a month' },
  },
  sessions: {
    contextTokens: {
      value: z.int().min(100).max(50_000),
      initial: 2000,
      meaning: 'maximum tokens of earlier context given to a new coding session',
    },
    recallTokens: {
      value: z.int().min(0).max(10_000),
      initial: 400,
      meaning: 'maximum tokens from memory added to each prompt of a coding session; 0: none',
    },
    retentionDays: {
      value: days.nullable(),
      initial: null,
      meaning: 'coding sessions unused for this long are deleted; `null`: never',
    },
  },
  search: {
    embeddingModelProfileId: {
      value: modelProfileIdSchema.nullable(),
      initial: null,
      meaning:
        'the model that reads the records of coding sessions so that they are found by meaning too; `null`: search compares words only, and no text is sent',
      model: { name: 'the model for search by meaning', needsConnection: true, embeds: true },
    },
  },
  reader: {
    refreshMinutes: {
      value: z.int().min(5).max(10_080).nullable(),
      initial: 60,
      meaning:
        'how often feeds are refreshed; `null`: only when you refresh them. A feed that asks for a longer interval gets it',
    },
    markReadAfterMs: {
      value: z.int().min(0).max(600_000).nullable(),
      initial: 3000,
      meaning: 'how long an entry must be open before it is marked as read; `null`: never automatically',
    },
    loadImages: {
      value: z.boolean(),
      initial: true,
      meaning: 'whether to fetch article images; up to 256 MiB are kept in `PRECIS_HOME/images`',
    },
    allowAgents: {
      value: z.boolean(),
      initial: false,
      meaning: 'whether agents may read articles, with the MCP tools `reader_search` and `reader_get`',
    },
  },
} as const satisfies Record<string, Record<string, SettingsField>>;

export type Sections = typeof settingsFields;

export type SettingsChoice =
  | { kind: 'model'; model: NamedModel }
  | { kind: 'template'; task: TaskType }
  | { kind: 'language' }
  | { kind: 'flag' }
  | { kind: 'choice'; options: readonly string[] };

/** Returns what people choose in a field. Returns null if they enter something, such as a number or a list. */
export function choiceOf({ value, entered, model, templateOf }: SettingsField): SettingsChoice | null {
  if (model !== undefined) return { kind: 'model', model };
  if (templateOf !== undefined) return { kind: 'template', task: templateOf };
  if (entered === targetLanguageSchema) return { kind: 'language' };
  if (value instanceof z.ZodBoolean) return { kind: 'flag' };
  return value instanceof z.ZodEnum ? { kind: 'choice', options: value.options.map(String) } : null;
}

export type Settings = {
  -readonly [S in keyof Sections]: {
    -readonly [F in keyof Sections[S]]: Sections[S][F] extends { value: infer V extends z.ZodType }
      ? z.infer<V>
      : never;
  };
};

export type SettingsPatch = { [S in keyof Settings]?: Partial<Settings[S]> | undefined };

type Shape = Record<string, z.ZodType>;

function sectionsOf(pick: (field: SettingsField) => z.ZodType, wrap: (shape: Shape) => z.ZodType): Shape {
  return mapFields<keyof Sections, Record<string, SettingsField>, z.ZodType>(settingsFields, (fields) =>
    wrap(mapFields(fields, pick)),
  );
}

export const settingsSchema = z.object(
  sectionsOf(({ value }) => value, z.object),
) as unknown as z.ZodType<Settings>;

/** The settings as they are stored. Fields of other versions are ignored. */
export const storedSettingsSchema = z.object(
  sectionsOf(
    ({ value, former }) =>
      former === undefined ? value : z.preprocess((stored) => former.get(stored) ?? stored, value),
    (shape) => z.object(shape).partial().optional(),
  ),
) as unknown as z.ZodType<SettingsPatch>;

/** What a person changes. An unknown field is an error. */
export const settingsPatchSchema = z.strictObject(
  sectionsOf(
    ({ value, entered }) => entered ?? value,
    (shape) => z.strictObject(shape).partial().optional(),
  ),
) as unknown as z.ZodType<SettingsPatch>;

export const defaultSettings = mapFields<keyof Sections, Record<string, SettingsField>, unknown>(
  settingsFields,
  (fields) => mapFields(fields, ({ initial }) => initial),
) as Settings;

export function mergeSettings(current: Settings, patch: SettingsPatch): Settings {
  return mapFields<keyof Settings, object, object>(current, (fields, section) => ({
    ...fields,
    ...patch[section],
  })) as Settings;
}
