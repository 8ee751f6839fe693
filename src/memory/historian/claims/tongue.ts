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
