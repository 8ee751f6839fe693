import passages from './passages.json' with { type: 'json' };
import { LOWER_ITEM, leadsToItems } from './passages.ts';
import { isQuestion } from './statements.ts';
import type { Unit } from './units.ts';

/** Which of its neighbours a unit cannot stand without. */
export type Bonds = {
  /** The unit before: a pronoun, "All other …" or a short answer points back to it. */
  dependent: boolean[];
  /** The unit after: the answer to a question, or what a lead-in announces. */
  leading: boolean[];
};

const OPENING = String.raw`^[\s"'“”‘„«‹「『（(\[*_¿¡-]{0,4}`;
const COUNTERPARTS = new Map(
  Object.entries(passages.counterpart).map(([code, pattern]) => [
    code,
    new RegExp(OPENING + `(?:${pattern})`, 'iu'),
  ]),
);
const PARTNER = new RegExp(OPENING + `(?:${passages.partner})`, 'iu');
const ANSWER = new RegExp(OPENING + `(?:${passages.answer})`, 'iu');
const MYTH = new RegExp(OPENING + `(?:${passages.myth})`, 'iu');
/** Matches what somebody is asked to do, which is said like a question but waits for no answer in the text. */
const REQUEST = new RegExp(OPENING + `(?:${passages.request})`, 'iu');
const ASKS_KINDLY =
  /[,;] (?:so |and )?(?:could|can|would|will) you (?:please|kindly)\s|(?:könntest|könnten|kannst|können) (?:du|sie) bitte\s/iu;
const LEADS = /[:：]["'”’*_]{0,3}\s*$/u;
const CONTINUES = /^[*_"'“‘(]{0,3}\p{Ll}/u;
const CAPITAL = /^[*_"'“‘(]{0,3}\p{Lu}/u;
// A message that tells something and then asks whether all agree says enough: "Moved to Monday. Everyone fine?"
const TELLS_FIRST = /^.{24,}[.!] [^.!?]{1,60}\?$|^.{16,}[。！][^。！？]{1,24}？$/u;
const NAMED_ABOVE =
  /^(?:so|and|but|also|und|aber|et|mais|y|pero)(?![\p{L}'’])|^(?:this|these|diese[rs]?|cette|ces?|est[ae]s?|这|這|本|この)(?! ?(?:is|was|are|were|means|can|will|would|has|had|ist|war|est|es|是))[ \p{L}]/iu;
const LONGEST_FRAGMENT = 4;
const MOSTLY = 0.5;
// An item may open with a title of a few words: "Incremental builds. Only pages that changed are rendered."
const LONGEST_OPENING = 5;

/** Whether a sentence is too short to stand alone: "Four hundred signatures." */
function isFragment({ said, size, question }: Unit['wording']): boolean {
  return size <= LONGEST_FRAGMENT && !question && !/[:：]$/u.test(said);
}

export function isRequest({ said }: Unit['wording']): boolean {
  return REQUEST.test(said) || ASKS_KINDLY.test(said);
}

/** Finds what stays together. A unit that opens with a lower-case letter goes on from the one before in cased text. */
export function findBonds(units: readonly Unit[], language: string): Bonds {
  const counterpart = COUNTERPARTS.get(language);
  const written = units.filter(({ kind }) => kind === 'prose');
  const cased = written.filter(({ text }) => CAPITAL.test(text)).length > written.length * MOSTLY;
  const asks = units.map(
    ({ text, kind, wording }) =>
      isQuestion(text) && (kind === 'turn' ? !TELLS_FIRST.test(wording.said) : !isRequest(wording)),
  );
  const others = units.map(({ wording }) => counterpart?.test(wording.said) === true);
  const opening = units.findIndex(({ kind, wording }) => kind === 'prose' && wording.role === 'matter');
  let underLead = false;
  return {
    dependent: units.map(({ kind, text, paragraph, wording }, at) => {
      const before = units[at - 1];
      if (before === undefined || kind === 'heading' || at === opening) return false;
      const { said } = wording;
      // What a heading has named needs no other sentence: "This release …".
      if (wording.unresolved) return before.kind !== 'heading' || !NAMED_ABOVE.test(said);
      if (asks[at - 1] === true && (ANSWER.test(said) || isFragment(wording))) return true;
      if (before.kind === 'heading') return false;
      underLead = kind === 'item' && (underLead || leadsToItems(before, { kind, text }));
      if (underLead && LOWER_ITEM.test(text)) return true;
      if (kind !== 'item' && before.kind !== 'item' && isFragment(wording)) return true;
      if (others[at] === true || (language === 'en' && PARTNER.test(said)))
        return kind === 'turn' || paragraph === before.paragraph || kind === 'prose';
      if (kind === 'item')
        return paragraph === before.paragraph && before.wording.words.length <= LONGEST_OPENING;
      return kind === 'prose' && before.kind === 'prose' && cased && CONTINUES.test(text);
    }),
    leading: units.map(
      ({ text, kind, paragraph, wording }, at) =>
        asks[at] === true ||
        (kind !== 'heading' &&
          ((LEADS.test(text) && (units[at + 1]?.paragraph ?? 0) <= paragraph + 1) ||
            (units[at + 1] !== undefined && leadsToItems({ kind, text }, units[at + 1])) ||
            MYTH.test(wording.said) ||
            (units[at + 1]?.paragraph === paragraph && kind !== 'turn' && others[at + 1] === true))),
    ),
  };
}
