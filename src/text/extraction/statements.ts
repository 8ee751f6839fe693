import statements from './statements.json' with { type: 'json' };

/** Patterns for the kinds of statements in a thread or a session, in the wording of one language. */
type Cues = {
  decision: RegExp;
  /** Matches what is not settled although it speaks of deciding, or what is said to be open. */
  undecided: RegExp;
  proposal: RegExp;
  agreement: RegExp;
  /** Matches work that was done. */
  done: RegExp;
  /** Matches words before those of `done` that take them back: "should be fixed", "not yet added". */
  unreal: RegExp;
  /** Matches work to come. */
  next: RegExp;
  /** Matches work to come that is so plain that nothing else in the sentence counts as done. */
  plainlyNext: RegExp;
  finding: RegExp;
  caveat: RegExp;
};

const ENGLISH = cuesOf(statements.en, 'iu');

const BY_LANGUAGE = new Map([
  ['en', ENGLISH],
  ['de', cuesOf(statements.de, 'iu')],
  ['fr', cuesOf(statements.fr, 'iu')],
  ['es', cuesOf(statements.es, 'iu')],
  ['zh', cuesOf(statements.zh, 'u')],
  ['ja', cuesOf(statements.ja, 'u')],
]);

function cuesOf(patterns: Record<keyof Cues, string>, flags: string): Cues {
  const read = (pattern: string) => new RegExp(pattern.replaceAll('{work}', statements.work), flags);
  return {
    decision: read(patterns.decision),
    undecided: read(patterns.undecided),
    proposal: read(patterns.proposal),
    agreement: read(patterns.agreement),
    done: read(patterns.done),
    unreal: read(patterns.unreal),
    next: read(patterns.next),
    plainlyNext: read(patterns.plainlyNext),
    finding: read(patterns.finding),
    caveat: read(patterns.caveat),
  };
}

const QUESTION = /[?？؟;՞፧]["'”’»」』)\]）】*_]*$/u;
const JAPANESE_QUESTION = /(?:ですか|ますか|でしょうか|ませんか)[。．]?$/u;
const CHINESE_QUESTION = /(?:吗|呢)[。！]?$/u;
const GREEK_MARK = ';';

type Statement = 'decision' | 'undecided' | 'proposal' | 'agreement' | 'next' | 'finding' | 'caveat';

/** Whether a sentence makes a statement of this kind. Its script counts more than the given language. */
export function makesStatement(kind: Statement, text: string, language: string): boolean {
  return cuesFor(text, language)[kind].test(text);
}

/** Whether a sentence says that work is done, not that it is planned, wished, denied or conditional. */
export function tellsDone(text: string, language: string): boolean {
  const { done, unreal, plainlyNext } = cuesFor(text, language);
  const found = done.exec(text);
  if (found === null || isQuestion(text) || plainlyNext.test(text)) return false;
  const end = found.index + found[0].length;
  return !unreal.test(text.slice(Math.max(0, found.index - 80), end));
}

export function isQuestion(text: string): boolean {
  const tail = text.slice(-24).trimEnd();
  if (tail.endsWith(GREEK_MARK)) return /\p{Script=Greek}/u.test(tail);
  return QUESTION.test(tail) || JAPANESE_QUESTION.test(tail) || CHINESE_QUESTION.test(tail);
}

function cuesFor(text: string, language: string): Cues {
  return BY_LANGUAGE.get(languageOf(text, language)) ?? ENGLISH;
}

function languageOf(text: string, language: string): string {
  if (/[\u3041-\u30ff]/u.test(text)) return 'ja';
  if (/[\u3400-\u9fff]/u.test(text)) return language === 'ja' ? 'ja' : 'zh';
  return language === 'zh' || language === 'ja' ? 'en' : language;
}
