import { isReportingWord } from '#text/answers/support.ts';
import { stemEnglishWord } from '#text/language/stem.ts';
import { foldAccents } from '#text/sentences/words.ts';
import verbs from './verbs.json' with { type: 'json' };

/** How a language tells a verb that no list has. */
export interface OtherVerbs {
  /** Whether a word reports an act, by its form and by what stands before it in its clause. */
  isAct(form: string, before: string): boolean;
  /** Whether a word of a sentence that proposes something may name what is proposed. */
  isOffered(form: string, before: string): boolean;
  /** The part of a word that the forms of one verb share. */
  keyOf(form: string): string;
}

const baseOf = new Map(
  verbs.english.strong.flatMap((line) => {
    const [base = '', ...past] = line.split(' ');
    return (past.length === 0 ? [base] : past).map((form): [string, string] => [form, base]);
  }),
);
const noVerb =
  /^(?:need|feed|speed|seed|weed|indeed|hundred|embed|exceed|proceed|succeed|shed|based|related)$/u;
/** What stands before a verb in the past that reports an act, if anything does. */
const subject =
  /(?:^|[^\p{L}])(?:and|also|then|already|successfully|i|we|it|he|she|they|user|assistant|was|were|is|are|be|been|being|has|have|had)\s+$/u;
const letter = /\p{L}/u;
/** What stands before a verb that is offered or planned. */
const offering =
  /(?:^|[^\p{L}])(?:to|and|or|not|i|we|you|me|us|[’']?ll|[’']?d|let[’']s|will|can|could|should|shall|would|may|might|also|then|now|just|\p{L}+ly)\s+$/u;

function isPast(form: string): boolean {
  return (/\p{L}{2}ed$/u.test(form) && !noVerb.test(form)) || baseOf.has(form);
}

export const englishVerbs: OtherVerbs = {
  isAct(form, before) {
    return isPast(form) && !isReportingWord(form) && (!letter.test(before) || subject.test(before));
  },
  isOffered: (form, before) =>
    isPast(form) || form.endsWith('ing') || !letter.test(before) || offering.test(before),
  keyOf: (form) => stemEnglishWord(baseOf.get(form) ?? form),
};

const germanAuxiliary = /(?<!\p{L})(?:habe|haben|hat|hast|hatten?|wurden?|ist|sind|worden)(?!\p{L})/u;
const participle =
  /^\p{L}{0,6}ge\p{L}{2,}(?:t|en)$|^(?:be|ver|er|ent|zer|über|unter|wieder)\p{L}{2,}(?:t|en)$|iert$/u;

export const germanVerbs: OtherVerbs = {
  isAct: (form, before) =>
    participle.test(form) && !isReportingWord(form) && (germanAuxiliary.test(before) || !letter.test(before)),
  isOffered: (form) => /(?:en?|[lr]n)$/u.test(form) || participle.test(form),
  /** The vowels of strong verbs change, and the mark of the participle comes first or after a prefix. */
  keyOf: (form) =>
    foldAccents(form.replaceAll('ß', 'ss'))
      .replace(
        /^(ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|um|vor|weg|zu|zuruck|zusammen)?ge(?=\w{3})/u,
        '$1',
      )
      .replace(/(?:en|et|est|t|e|n)$/u, '')
      .replace(/(?<=\p{L})[aeiou]+/gu, ''),
};

/** Makes a test for the past forms of a language in which an auxiliary stands before the participle. */
function createRomance(auxiliary: RegExp, participles: RegExp, preterite: RegExp | null): OtherVerbs {
  return {
    isAct(form, before) {
      if (isReportingWord(form)) return false;
      if (preterite?.test(form)) return !letter.test(before) || /(?:^|\s)(?:y|e)\s+$/u.test(before);
      return participles.test(form) && (auxiliary.test(before) || !letter.test(before));
    },
    isOffered: (form) => form.length > 3,
    keyOf: (form) =>
      foldAccents(form)
        .replace(
          /(?:erai|irai|are|ire|ees|ee|es|er|ir|re|ar|ado|ada|ido|ida|aron|ieron|it|is|os|as|e|i|u|o|a)$/u,
          '',
        )
        .slice(0, 5),
  };
}

export const frenchVerbs = createRomance(
  /(?<!\p{L})(?:ai|as|a|avons|avez|ont|été|est|sont|avait)\s+(?:\p{L}+\s+)?$/u,
  /^\p{L}{3,}(?:ée?s?|ite?s?|ise?s?|ue?s?)$/u,
  null,
);
export const spanishVerbs = createRomance(
  /(?<!\p{L})(?:he|has|ha|hemos|han|fue|fueron|está|están|sido)\s+(?:\p{L}+\s+)?$/u,
  /^\p{L}{3,}[ai]d[oa]s?$/u,
  /^\p{L}{2,}(?:ó|aron|ieron|jo|jeron|izo)$/u,
);

const pair = /(?=([\p{Script=Han}\p{Script=Katakana}ー]{2}))/gu;

/** The pairs of characters of a sentence, as the acts of unspaced languages are compared. */
export function pairsOf(sentence: string): string[] {
  return [...sentence.matchAll(pair)].map((match) => match[1] ?? '');
}

const chineseAct = /已(?:经|經)?(?:成功)?(\p{Script=Han}{2})|(\p{Script=Han}{2})(?:了|完成|完毕|完畢)/gu;
const japaneseAct =
  /([\p{Script=Han}\p{Script=Katakana}ー]{2})を?(?:しました|した(?!い|ら|ほう|方|場合|後)|済み|されました|いたしました)/gu;

export function chineseActs(part: string): string[] {
  return actsOf(part, chineseAct);
}

export function japaneseActs(sentence: string): string[] {
  return actsOf(sentence, japaneseAct);
}

function actsOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((act) => !isReportingWord(act));
}
