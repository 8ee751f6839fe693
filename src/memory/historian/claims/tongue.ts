import type { OtherVerbs } from './other-verbs.ts';

/** What a sentence says about actions. Each action has its English name, so that languages can be compared. */
export interface Reading {
  /** The actions that the sentence reports as done. */
  done: string[];
  /** The actions that are only promised, offered, possible or wished for. */
  open: string[];
  /** Says that all is done without naming it, as "Done!" does. */
  isFinished: boolean;
  /** Says that something is proposed, named here or not. */
  offers: boolean;
  /** The acts of verbs that no list has, by the part that their forms share. */
  acts: string[];
  /** The words that may name such an act where the sentence only proposes it. */
  proposed: string[];
}

export type ReadSentence = (sentence: string) => Reading;

/** An action's English name with the forms that propose it and the forms that report it, separated by spaces. */
export type Verb = readonly [name: string, open: string, done: string];

/** Reads verbs from lines in which bars separate the three fields. */
export function parseVerbs(lines: readonly string[]): Verb[] {
  return lines.map((line) => {
    const [name = '', open = '', done = ''] = line.split('|');
    return [name, open, done];
  });
}

export function mapForms(verbs: readonly Verb[], which: 1 | 2): Map<string, string> {
  const forms = new Map<string, string>();
  for (const verb of verbs)
    for (const form of verb[which].split(' ')) if (form !== '') forms.set(form, verb[0]);
  return forms;
}

const question = /[?？]["'”’»」』)）]*$/u;

export function isAsked(sentence: string): boolean {
  return question.test(sentence.trimEnd());
}

interface SpacedTongue {
  verbs: readonly Verb[];
  /** Matches the end of one statement and the start of the next inside a sentence. */
  clauseEnd: RegExp;
  /** Matches words in a clause which say that the action did not happen, or not yet. */
  unreal: RegExp;
  /** Whether those words count only before the verb or, in languages with the verb last, in the whole clause. */
  unrealWhere: 'before' | 'clause';
  /**
   * Matches words that make a participle report an act; without one the participle must open its clause. Null means
   * that every past form reports an act.
   */
  auxiliary: RegExp | null;
  /** The past forms that need no auxiliary. */
  preterite?: Map<string, string> | undefined;
  /** Matches words that make the participle after them an adjective: "the saved items". */
  determiner: RegExp | null;
  offer: RegExp;
  finished: RegExp;
  other: OtherVerbs;
}

/** What tells an act from other words stands this close before it. A longer look would take too long in a long clause. */
const nearCharacters = 200;

const word = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu;

/** Reads sentences of a language whose words are separated by spaces. */
export function readSpaced(tongue: SpacedTongue): ReadSentence {
  const openForms = mapForms(tongue.verbs, 1);
  const doneForms = mapForms(tongue.verbs, 2);
  return (sentence) => {
    const text = sentence.toLowerCase().replaceAll('’', "'");
    const asked = isAsked(text);
    const offers = asked || tongue.offer.test(text);
    const done: string[] = [];
    const open: string[] = [];
    const acts: string[] = [];
    const proposed: string[] = [];
    const { isAct, isOffered, keyOf } = tongue.other;
    for (const clause of text.split(tongue.clauseEnd)) {
      for (const { 0: form, index } of clause.matchAll(word)) {
        const held = openForms.get(form);
        if (held !== undefined && offers) open.push(held);
        const name = doneForms.get(form) ?? tongue.preterite?.get(form);
        const near = clause.slice(Math.max(0, index - nearCharacters), index);
        if (offers && isOffered(form, near)) proposed.push(keyOf(form));
        if (held !== undefined || (name === undefined && !isAct(form, near))) continue;
        const before = clause.slice(0, index);
        if (tongue.determiner?.test(before)) continue;
        const isUnreal = asked || tongue.unreal.test(tongue.unrealWhere === 'clause' ? clause : before);
        if (name === undefined) {
          if (isUnreal) proposed.push(keyOf(form));
          else acts.push(keyOf(form));
        } else if (isUnreal) open.push(name);
        else if (tellsOfAct(form, before)) done.push(name);
      }
    }
    return { done, open, offers, isFinished: !asked && tongue.finished.test(text), acts, proposed };
  };

  function tellsOfAct(form: string, before: string): boolean {
    if (tongue.auxiliary === null || tongue.preterite?.has(form)) return true;
    return !/[\p{L}\p{N}]/u.test(before) || tongue.auxiliary.test(before);
  }
}
