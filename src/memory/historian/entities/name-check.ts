import { createGrounder } from '#text/ground-summary.ts';
import { guessLanguage } from '#text/language/guess-language.ts';

const quotation = /["“„«「『《]([^"”“«»」』《》\n]{2,100})["”“»」』》]/gu;
const latinWord = /(?<![\p{L}\p{N}])[A-Za-z][A-Za-z0-9+#.-]*[A-Za-z0-9+#]/gu;
/** A name whatever the language does with capitals: iPhone, NASA, GPT4. */
const oddWord = /(?<![\p{L}\p{N}])(?=\p{L}*\p{Ll}\p{Lu}|\p{Lu}{2}|\p{L}+\d)[\p{L}\p{N}]{2,}/gu;
const plainWord = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.&-]*/gu;
/** Every summary may name the two speakers, and what they are. */
const speakers = ' User Assistant AI Nutzer Assistent Utilisateur Usuario Asistente';

interface NameCheckOptions {
  source: string;
  /** Names that the conversation knows. */
  labels: readonly string[];
}

/** Reads a source once; the check answers the names in a summary that the source does not hold. */
export function createNameCheck({ source, labels }: NameCheckOptions): (summary: string) => string[] {
  const known = fold(source + speakers);
  const telling = labels.filter(isTelling).map((label) => ({ label, folded: fold(label) }));
  const readNames = createNameReader(source + speakers);
  return (summary) => {
    const folded = fold(summary);
    const found = [
      ...[...summary.matchAll(quotation)].map((match) => match[1] ?? ''),
      ...readNames(summary),
      ...telling.filter((name) => holds(folded, name.folded)).map(({ label }) => label),
    ];
    return [...new Set(found.filter((name) => !holds(known, fold(name))))];
  };
}

/** Names by their form. German writes every noun with a capital, Chinese and Japanese none. */
function createNameReader(source: string): (summary: string) => string[] {
  const language = guessLanguage(source);
  if (language === 'zh' || language === 'ja') return (summary) => match(summary, latinWord);
  if (language === 'de') return (summary) => match(summary, oddWord);
  const ground = createGrounder(source);
  return (summary) =>
    ground(summary)
      .sentences.flatMap(({ start, flags }) => flags.filter((flag) => flag.start > start))
      .filter(({ kind }) => kind === 'name')
      // A flag may span several words, of which the source holds some.
      .flatMap(({ text }) => match(text, plainWord).filter((word) => /\p{Lu}/u.test(word)));
}

function match(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([name]) => name);
}

/** A label of one plain word, such as "list", is a word like any other. */
function isTelling(label: string): boolean {
  const text = label.trim();
  return [...text].length >= 2 && (/\s|\p{N}/u.test(text) || !/^\p{Ll}*$/u.test(text));
}

function holds(text: string, name: string): boolean {
  if (name === '') return true;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + name.length] ?? ' ';
    // A plural or a genitive of a name is that name; a longer word that ends in it is not.
    if (!/[a-z0-9à-ÿ]/u.test(before) || !/[a-z0-9à-ÿ]/u.test(name[0] ?? '')) return true;
    if (!/[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}]/u.test(before)) return true;
  }
  return false;
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`]/gu, "'")
    .replace(/[*_\s]+/gu, ' ')
    .replace(/(?<![.,;:!?。，、])[.,;:!?。，、]+$/u, '')
    .trim();
}
