import { z } from 'zod';
import { askRead } from '#engine/answers/ask-object.ts';
import { tellLanguage } from '#engine/answers/check-answer.ts';
import { askModel, inputTokensOf } from '#engine/ask-model.ts';
import type { ModelAnswer } from '#engine/calls/call-model.ts';
import { defineTask, type RunContext, type TaskResult } from '#engine/define-task.ts';
import type { Model } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { type ModelCheck, opinionStates } from '#schema/runs/grounding.ts';
import { applySaid, type SentenceOpinion } from '#schema/runs/opinions.ts';
import { type CheckSubject, checkSubjectSchema, planRepair, targetOf } from '#sources/check/plan-runs.ts';
import type { CheckPorts } from '#sources/check/ports.ts';
import { sharesContent } from '#text/second-opinion/rank-passages.ts';
import {
  readArrived,
  readVerdict,
  readVerdicts,
  type ToldVerdict,
} from '#text/second-opinion/read-verdicts.ts';
import { cutCharacters } from '#text/sentences/cut-text.ts';
import { boundTokens } from '#text/tokens/tokens.ts';

type Ports = Pick<CheckPorts, 'store' | 'models' | 'getSettings' | 'hash' | 'textWork' | 'tellChanged'>;
type Context = RunContext<CheckSubject>;
type Answer = ModelAnswer & { value: SentenceOpinion[] };

/** Asks a model for each sentence whether passages of the source support it. */
export function createCheckTask(ports: Ports) {
  return defineTask<CheckSubject, SentenceOpinion[]>({
    type: 'check',
    subject: checkSubjectSchema,
    templateId: 'check',
    sample: {
      parameters: {},
      texts: {
        sourceText:
          '[1] The harbour of Lunde was closed for eleven days after the storm of 3 March.\n[2] On 14 March the first ferry came in again.',
        sentences: '1. Ferries reach Lunde again. (passages 2, 1)',
        claim: 'Ferries reach Lunde again.',
      },
      further: new Map([['check.form', { problem: 'it has no JSON object' }]]),
    },
    isGrounded: false,
    joinKey: ({ target, textHash, sentences }) => [target, textHash, sentences],
    async answer(context, model) {
      const answer = await (answersYesOrNo(context, model) ? askEach : askAll)(context, model);
      return { ...answer, text: '' };
    },
    async save(context, result) {
      const { target, textHash, kept } = context.input.subject;
      const opinions = [...kept, ...(result.answer.value ?? [])];
      const check = await describeCheck(context, result);
      return (tx) => ports.store.saveOpinions(tx, { target, textHash, opinions, check });
    },
    /** Corrects what the model contradicts as well, if the settings say so. */
    async next(context, result) {
      const { run, input } = context;
      const { target, text, grounding, kept, verdicts, isAfterRepair } = input.subject;
      const settings = await ports.getSettings();
      if (!settings.check.repair || isAfterRepair) return null;
      const opinions = [...kept, ...(result.answer.value ?? [])];
      const check = await describeCheck(context, result);
      return planRepair(ports, {
        target,
        source: run.source,
        text,
        grounding: applySaid(grounding, { opinions, verdicts, check }),
        sourceText: input.sourceText,
        trigger: 'auto',
      });
    },
    announces: ['entries', 'threads', 'conversations'],
    afterEnd: (run) => ports.tellChanged(targetOf(run)),
  });
}

/**
 * One call for all sentences, or several if they do not fit into the context. A call whose answers cannot be read
 * leaves its sentences without an opinion; the check fails if no call brings any.
 */
async function askAll(context: Context, model: Model): Promise<Answer> {
  const { input, log } = context;
  const { subject } = input;
  const total = subject.sentences.length;
  let last: ModelAnswer | null = null;
  const about = await describeAsked(context);
  let failure: AppError | null = null;
  const opinions: SentenceOpinion[] = [];
  log.emit({ type: 'progress', phase: 'checking', done: 0, total });
  for (const batch of splitToFit(context, model)) {
    const asked = { ...about, sentences: batch };
    const texts = batch.map(({ start, end }) => flat(subject.text.slice(start, end)));
    const shown = new Map<number, string>();
    const show = (opinion: SentenceOpinion): void => {
      const words = JSON.stringify(opinion);
      if (shown.get(opinion.start) !== words) log.emit({ type: 'verdict', ...opinion });
      shown.set(opinion.start, words);
    };
    const read = await askRead(context, {
      model,
      templateId: context.run.templateId,
      repairTemplateId: 'check.form',
      sourceText: numberPassages(context, batch),
      texts: { sentences: numberSentences(subject.text, batch) },
      output: checkAnswerSchema,
      read: (text) => readVerdicts(text, texts),
      onProgress(text) {
        readArrived(text, texts).forEach((told, index) => {
          if (told === null || shown.has(batch[index]?.start ?? 0)) return;
          show(toOpinion(told, index, asked));
          log.emit({ type: 'progress', phase: 'checking', done: opinions.length + shown.size, total });
        });
      },
    }).catch((error: unknown) => {
      if (!isUnread(error)) throw error;
      failure = error;
      return null;
    });
    last = read?.answer ?? last;
    const told = batch.flatMap((_, index) => {
      const one = read?.value[index] ?? null;
      return one === null ? [] : [toOpinion(one, index, asked)];
    });
    for (const { start, end } of batch) {
      const opinion = told.find((one) => one.start === start);
      // What was shown of an answer that turned out not to hold is taken back.
      if (opinion !== undefined || shown.has(start)) show(opinion ?? { start, end, ...nothingSaid });
    }
    opinions.push(...told);
  }
  if (opinions.length === 0 && failure !== null) throw failure;
  return finish(last, opinions, model);
}

/** One call for each sentence, for a model that only answers yes or no. */
async function askEach(context: Context, model: Model): Promise<Answer> {
  const { input, log } = context;
  const { subject } = input;
  const asked = await describeAsked(context);
  const total = subject.sentences.length;
  let last: ModelAnswer | null = null;
  const opinions: SentenceOpinion[] = [];
  for (const [index, sentence] of subject.sentences.entries()) {
    log.emit({ type: 'progress', phase: 'checking', done: index, total });
    const passages = sentence.passages.length > 0 ? sentence.passages : [...subject.passages.keys()];
    const read = passages.slice(0, mostPassages).toSorted((a, b) => a - b);
    last = await askModel(context, {
      model,
      templateId: 'check.claim',
      sourceText: read.map((at) => passageAt(context, at)).join('\n'),
      texts: { claim: subject.text.slice(sentence.start, sentence.end) },
      streamed: false,
    });
    const verdict = readVerdict(last.text);
    const told = { verdict, passages: read.map((at) => at + 1), wrong: '', reason: '' };
    const opinion = toOpinion(told, index, asked);
    log.emit({ type: 'verdict', ...opinion });
    opinions.push(opinion);
  }
  return finish(last, opinions, model);
}

/** More passages would distract a small model from the sentence. */
const mostPassages = 8;
/** Passage numbers named per sentence. The model reads all passages anyway, and every number costs tokens. */
const mostHints = 3;

const nothingSaid = {
  opinion: { state: 'undecided', reason: '', passages: [], quote: '' },
  wrong: null,
} as const satisfies Omit<SentenceOpinion, 'start' | 'end'>;

function isUnread(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'model_bad_response';
}

function finish(last: ModelAnswer | null, opinions: SentenceOpinion[], { profile }: Model): Answer {
  if (last === null || opinions.length === 0) {
    throw new AppError('model_bad_response', `${profile.name} (${profile.model}) decided no sentence.`);
  }
  return { ...last, value: opinions };
}

function answersYesOrNo({ input }: Context, { profile }: Model): boolean {
  const { answers } = input.subject;
  return answers === 'auto' ? /minicheck/i.test(profile.model) : answers === 'yes-no';
}

type Sentences = CheckSubject['sentences'];

/** Reserve for the template and for differences between tokenizers. */
const aroundTokens = 1200;

function splitToFit(context: Context, model: Model): Sentences[] {
  const { subject } = context.input;
  const room = inputTokensOf(model) - aroundTokens;
  const batches: Sentences[] = [];
  let open: Sentences = [];
  for (const sentence of subject.sentences) {
    const wider = [...open, sentence];
    const tokens =
      boundTokens(numberPassages(context, wider)) + boundTokens(numberSentences(subject.text, wider));
    if (open.length > 0 && tokens > room) {
      batches.push(open);
      open = [sentence];
    } else open = wider;
  }
  return open.length === 0 ? batches : [...batches, open];
}

/** The passages that the sentences of a batch name, or all passages if one of its sentences names none. */
function numberPassages(context: Context, batch: Sentences): string {
  const { passages, sentences } = context.input.subject;
  const isAll = batch.length === sentences.length || batch.some((sentence) => sentence.passages.length === 0);
  const shown = isAll
    ? [...passages.keys()]
    : [...new Set(batch.flatMap((sentence) => sentence.passages))].toSorted((a, b) => a - b);
  return shown.map((at) => `[${at + 1}] ${passageAt(context, at)}`).join('\n');
}

function passageAt({ input }: Context, at: number): string {
  const { start, end } = input.subject.passages[at] ?? { start: 0, end: 0 };
  return flat(input.sourceText.slice(start, end));
}

function numberSentences(text: string, batch: Sentences): string {
  return batch
    .map(({ start, end, passages }, index) => {
      const near = passages.slice(0, mostHints).map((at) => at + 1);
      const hint = near.length === 0 ? '' : ` (passages ${near.join(', ')})`;
      return `${index + 1}. ${flat(text.slice(start, end))}${hint}`;
    })
    .join('\n');
}

/** Puts the text on one line, because a line that begins with a number would look like another sentence. */
function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

async function describeCheck(
  { run, input, trace, meter, ports }: Context,
  { answer, at }: TaskResult<SentenceOpinion[]>,
): Promise<ModelCheck> {
  const usage = await meter.total(ports.textWork);
  return {
    runId: run.id,
    provider: trace.model?.profile.provider ?? null,
    model: trace.answeredModel ?? trace.model?.profile.model ?? null,
    at,
    durationMs: run.startedAt === null ? null : Math.max(0, at - run.startedAt),
    costUsd: usage?.costUsd ?? null,
    sentences: answer.value?.length ?? 0,
    asked: input.subject.sentences.length,
  };
}

const checkAnswerSchema = z.object({
  sentences: z.array(
    z.object({
      number: z.int(),
      verdict: z.enum(opinionStates),
      /** Numbers of the passages that decide the verdict. */
      passages: z.array(z.int()),
      /** The words of the sentence that are wrong, or an empty string. */
      wrong: z.string(),
      reason: z.string(),
    }),
  ),
});

const maxReasonCharacters = 300;
const maxQuoteCharacters = 500;
const maxPassages = 3;

interface Asked extends Pick<CheckSubject, 'text' | 'passages' | 'sentences'> {
  sourceText: string;
  language: string;
  claimLanguage: string;
}

async function describeAsked({ input }: Context): Promise<Asked> {
  const { text, passages, sentences } = input.subject;
  const language = (await tellLanguage(input.sourceText)) ?? 'en';
  const claimLanguage = (await tellLanguage(text)) ?? language;
  return { text, passages, sentences, sourceText: input.sourceText, language, claimLanguage };
}

/**
 * The opinion on one sentence. Without a passage about the same thing, `supported` and `contradicted` become
 * `undecided`.
 */
function toOpinion(told: ToldVerdict, index: number, asked: Asked): SentenceOpinion {
  const { start, end } = asked.sentences[index] ?? { start: 0, end: 0 };
  const named = [...new Set(told.passages)].flatMap((number) => asked.passages[number - 1] ?? []);
  const needsPassage = told.verdict === 'supported' || told.verdict === 'contradicted';
  const claim = asked.text.slice(start, end);
  const isAbout = (passage: { start: number; end: number }) =>
    sharesContent(claim, asked.sourceText.slice(passage.start, passage.end), asked);
  const passages = needsPassage ? named.filter(isAbout) : named;
  const state = needsPassage && passages.length === 0 ? 'undecided' : told.verdict;
  const [first] = passages;
  const at = told.wrong.trim() === '' ? -1 : claim.indexOf(told.wrong.trim());
  return {
    start,
    end,
    opinion: {
      state,
      reason: oneLine(told.reason, maxReasonCharacters),
      passages: passages.slice(0, maxPassages),
      quote:
        first === undefined
          ? ''
          : oneLine(asked.sourceText.slice(first.start, first.end), maxQuoteCharacters),
    },
    wrong: at === -1 ? null : { start: start + at, end: start + at + told.wrong.trim().length },
  };
}

/** Removes control and format characters, which could hide or reorder text. */
function oneLine(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').replace(/\p{Bidi_Control}/gu, '');
  return cutCharacters(line.trim(), most);
}
