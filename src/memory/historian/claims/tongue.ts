/** What a sentence says about actions, each by its English name, so that languages can be compared. */
export interface Reading {
  /** Told as done. */
  done: string[];
  /** Only held out: promised, offered, possible, wished for. */
  open: string[];
  /** Says that all is done without naming it: "Done!" */
  isFinished: boolean;
  /** Holds something out, named here or not. */
  offers: boolean;
}

export type ReadSentence = (sentence: string) => Reading;

/** An action's English name with its forms, separated by spaces. */
export type Verb = readonly [name: string, open: string, done: string];

/** Of lines with the three between bars. */
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
  /** Where one statement ends and the next begins inside a sentence. */
  clauseEnd: RegExp;
  /** In a clause: what is told there did not happen, or not yet. */
  unreal: RegExp;
  /** Only what stands before the verb counts, or, where verbs come last, the whole clause. */
  unrealWhere: 'before' | 'clause';
  /** Words that make a participle tell of an act; null: every past form does. Else it must open its clause. */
  auxiliary: RegExp | null;
  /** A past form that needs no auxiliary. */
  preterite?: Map<string, string> | undefined;
  /** Right before a participle they make it an adjective: "the saved items". */
  determiner: RegExp | null;
  offer: RegExp;
  finished: RegExp;
}

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
    for (const clause of text.split(tongue.clauseEnd)) {
      for (const { 0: form, index } of clause.matchAll(word)) {
        const held = openForms.get(form);
        if (held !== undefined && offers) open.push(held);
        const name = doneForms.get(form) ?? tongue.preterite?.get(form);
        if (name === undefined || held !== undefined) continue;
        const before = clause.slice(0, index);
        if (tongue.determiner?.test(before)) continue;
        if (asked || tongue.unreal.test(tongue.unrealWhere === 'clause' ? clause : before)) open.push(name);
        else if (tellsOfAct(form, before)) done.push(name);
      }
    }
    return { done, open, offers, isFinished: !asked && tongue.finished.test(text) };
  };

  function tellsOfAct(form: string, before: string): boolean {
    if (tongue.auxiliary === null || tongue.preterite?.has(form)) return true;
    return !/[\p{L}\p{N}]/u.test(before) || tongue.auxiliary.test(before);
  }
}
