import { z } from 'zod';
import { askObject } from '#engine/answers/ask-object.ts';
import { tellLanguage } from '#engine/answers/check-answer.ts';
import { groundAnswer } from '#engine/answers/ground-answer.ts';
import { defineTask, type RunContext } from '#engine/define-task.ts';
import type { Model } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { type GroundedSentence, type Grounding, isConflict } from '#schema/runs/grounding.ts';
import { applyOpinions, type SentenceOpinion, withoutOpinion } from '#schema/runs/opinions.ts';
import {
  opinionOf,
  planCheck,
  type RepairSubject,
  repairSubjectSchema,
  targetOf,
} from '#sources/check/plan-runs.ts';
import type { CheckPorts } from '#sources/check/ports.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { stripContext } from '#text/privacy/context-tag.ts';
import { stripPrivate } from '#text/privacy/hide-private.ts';
import { withoutMark } from '#text/receipts/clean-text.ts';
import { applyEdits, type Edit, moveSpan } from '#text/second-opinion/edits.ts';
import { findRepairFault, type RepairFault, repairFaults } from '#text/second-opinion/judge-repair.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';

type Ports = Pick<CheckPorts, 'store' | 'models' | 'getSettings' | 'hash' | 'textWork' | 'tellChanged'>;
type Context = RunContext<RepairSubject>;

const repairAnswerSchema = z.object({
  sentences: z.array(z.object({ number: z.int(), text: z.string() })),
});

interface Repaired {
  edits: Edit[];
  text: string;
  /** The verdicts of the rules. */
  grounding: Grounding;
  /** The opinions on the sentences that did not change. */
  kept: SentenceOpinion[];
}

/** Has a model correct the contradicted sentences of a summary, and nothing else. */
export function createRepairTask(ports: Ports) {
  return defineTask<RepairSubject, Repaired>({
    type: 'repair',
    subject: repairSubjectSchema,
    templateId: 'repair',
    sample: {
      parameters: {},
      texts: {
        sourceText:
          '1. The harbour of Lunde was closed for twelve days.\n   Passage: The harbour of Lunde was closed for eleven days after the storm of 3 March.',
      },
      further: new Map([['repair.form', { problem: 'it has no JSON object' }]]),
    },
    isGrounded: false,
    joinKey: ({ target, textHash, sentences }) => [target, textHash, sentences],
    async answer(context, model) {
      const { answer, value } = await askForSentences(context, model);
      const repaired = await judge(context, value.sentences);
      context.log.text(repaired.text);
      return { ...answer, text: repaired.text, value: repaired };
    },
    async save({ run, input, trace }, { answer, at }) {
      const { target, textHash, grounding } = input.subject;
      if (answer.value === undefined) return null;
      const { edits, text, kept, ...repaired } = answer.value;
      const { check, ...before } = grounding;
      const repair = {
        target,
        runId: run.id,
        textHash,
        edits,
        text,
        newTextHash: ports.hash(text),
        tokens: (await loadTokenizer()).count(text),
        groundingBefore: { ...before, sentences: before.sentences.map(withoutOpinion) },
        grounding: repaired.grounding,
        opinions: check === undefined || kept.length === 0 ? null : { opinions: kept, check },
        provider: trace.model?.profile.provider ?? null,
        model: trace.answeredModel ?? trace.model?.profile.model ?? null,
        at,
      };
      return (tx) => ports.store.saveRepair(tx, repair);
    },
    /** Checks the corrected sentences, if checks are on or a model has checked this summary. */
    async next({ run, input }, { answer }) {
      const { check } = await ports.getSettings();
      const { target, grounding } = input.subject;
      const isChecked = check.mode !== 'off' || grounding.check !== undefined;
      if (answer.value === undefined || !isChecked) return null;
      const { text, kept, ...repaired } = answer.value;
      const order = {
        target,
        source: run.source,
        text,
        grounding: {
          ...applyOpinions(repaired.grounding, kept),
          ...(grounding.check && { check: grounding.check }),
        },
        sourceText: input.sourceText,
        trigger: 'auto' as const,
      };
      return planCheck(ports, order, { which: 'unseen', isAfterRepair: true });
    },
    announces: ['entries', 'threads', 'conversations'],
    afterEnd: (run) => ports.tellChanged(targetOf(run)),
  });
}

function askForSentences(context: Context, model: Model) {
  const { input, log, run } = context;
  const { text, sentences, grounding } = input.subject;
  log.emit({ type: 'progress', phase: 'writing', done: 0, total: sentences.length });
  const listed = sentences.map(({ start, end, passages }, index) => {
    const found = grounding.sentences.find((sentence) => sentence.start === start && sentence.end === end);
    return [
      `${index + 1}. ${flat(text.slice(start, end))}`,
      ...(found?.flags ?? []).map((flag) => `   Wrong: ${flat(text.slice(flag.start, flag.end))}`),
      ...passages.map((place) => `   Passage: ${flat(input.sourceText.slice(place.start, place.end))}`),
    ].join('\n');
  });
  return askObject(context, {
    model,
    templateId: run.templateId,
    repairTemplateId: 'repair.form',
    sourceText: listed.join('\n\n'),
    output: repairAnswerSchema,
  });
}

/** Keeps the corrections that hold. Throws `summary_refused` if none does. */
async function judge(context: Context, told: readonly { number: number; text: string }[]): Promise<Repaired> {
  const { subject, sourceText } = context.input;
  const { text, grounding, sentences } = subject;
  context.log.emit({ type: 'progress', phase: 'checking', done: 0, total: 1 });
  const proposed = sentences.flatMap(({ start, end, passages }, index): Proposed[] => {
    const given = told.find(({ number }) => number === index + 1);
    const words =
      given === undefined ? null : shapeSentence(text.slice(start, end), clean(subject, given.text));
    return words === null ? [] : [{ start, end, text: words, passages }];
  });
  const language = guessLanguage(sourceText) ?? (await tellLanguage(sourceText)) ?? 'en';
  const summaryLanguage = (await tellLanguage(text)) ?? undefined;
  const checked = await ground(context, applyEdits(text, proposed));
  const judged = proposed.map((edit) => ({
    edit,
    fault: findRepairFault({
      old: withoutMark(text.slice(edit.start, edit.end)),
      given: withoutMark(edit.text),
      passages: edit.passages.map((place) => sourceText.slice(place.start, place.end)),
      grounded: sentencesAt(placeAfter(edit, proposed), checked),
      language,
      summaryLanguage,
    }),
  }));
  const edits = judged.flatMap(({ fault, edit: { start, end, text: words } }) =>
    fault === null ? [{ start, end, text: words }] : [],
  );
  if (edits.length === 0) throw refused(context, judged.find(({ fault }) => fault !== null)?.fault ?? null);

  const corrected = applyEdits(text, edits);
  const after = await ground(context, corrected);
  const before = grounding.sentences.map(withoutOpinion);
  const isFewer = countWrong(after.sentences) < countWrong(before) || hasModelDoubt(grounding);
  const isSameLanguage = (await tellLanguage(corrected)) === (await tellLanguage(text));
  if (!isFewer || countWrong(after.sentences) > countWrong(before) || !isSameLanguage)
    throw refused(context, null);
  const kept = grounding.sentences.flatMap(opinionOf).flatMap((opinion) => moveOpinion(opinion, edits));
  return { edits, text: corrected, grounding: after, kept };
}

type Proposed = Edit & Pick<RepairSubject['sentences'][number], 'passages'>;

/** Stored texts of sessions contain no private text and no context that memory gave to a model. */
function clean({ target }: RepairSubject, text: string): string {
  return target.kind === 'session' ? stripPrivate(stripContext(text)).text : text;
}

async function ground(context: Context, text: string): Promise<Grounding> {
  const grounding = await groundAnswer(context, text);
  if (grounding === null) throw new AppError('text_work_failed', 'The corrected text could not be checked.');
  return grounding;
}

/** The sentences at a place. One that reaches beyond it has run together with its neighbour and counts twice. */
function sentencesAt(at: { start: number; end: number }, { sentences }: Grounding): GroundedSentence[] {
  const made = sentences.filter(({ start, end }) => start < at.end && at.start < end);
  return made.every(({ start, end }) => start >= at.start && end <= at.end) ? made : [...made, ...made];
}

/** The position of an edit's words in the edited text. */
function placeAfter(edit: Edit, edits: readonly Edit[]): { start: number; end: number } {
  const shift = edits
    .filter(({ end }) => end <= edit.start)
    .reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
  return { start: edit.start + shift, end: edit.start + shift + edit.text.length };
}

function countWrong(sentences: readonly GroundedSentence[]): number {
  return sentences.filter(({ state }) => isConflict(state)).length;
}

/** True if only a model contradicts something, which a count of the rules' verdicts does not show. */
function hasModelDoubt({ sentences }: Grounding): boolean {
  return sentences.some(({ state }) => state === 'wrong');
}

function moveOpinion(opinion: SentenceOpinion, edits: readonly Edit[]): SentenceOpinion[] {
  const moved = moveSpan(opinion, edits);
  if (moved === null) return [];
  return [{ ...moved, wrong: opinion.wrong && moveSpan(opinion.wrong, edits) }];
}

function refused({ trace }: Context, fault: RepairFault | null): AppError {
  const name = trace.model?.profile.name ?? 'The model';
  const why = fault === null ? '' : `: ${repairFaults[fault]}`;
  return new AppError(
    'summary_refused',
    `${name} corrected no sentence in a way that agrees with the source${why}. The summary is unchanged.`,
    { details: { reason: fault ?? 'not-better' } },
  );
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The mark of a list item, heading or quotation at the start of a line. */
const lineMark = /^\s*(?:[-*•+]|\d{1,3}[.)]|#{1,6}|>)\s+/u;

/** A correction may be at most twice as long as the old sentence plus 80 characters, so that it stays one sentence. */
const mostGrowth = 2;
const growthCharacters = 80;

/** Gives a new sentence the line mark and outer whitespace of the old one. Null if it cannot replace the old one. */
export function shapeSentence(old: string, given: string): string | null {
  const blankBefore = old.slice(0, old.length - old.trimStart().length);
  const blankAfter = old.slice(old.trimEnd().length);
  const mark = lineMark.exec(old)?.[0] ?? blankBefore;
  const words = given
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(lineMark, '')
    .trim();
  const bare = old.replace(lineMark, '').trim();
  if (words === '' || words === bare) return null;
  if (words.length > bare.length * mostGrowth + growthCharacters) return null;
  return `${mark}${words}${blankAfter}`;
}
