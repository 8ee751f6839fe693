import { splitSentences } from '#text/sentences/sentences.ts';
import { splitWords } from '#text/sentences/words.ts';

/** How notes that correct a published text begin, in the languages of most news sites. */
const label =
  /^[\s*_#>[(]{0,4}(?:(?:corrections?|corrected|clarifications?|errat(?:um|a)|editor['’]s note|retraction|berichtigung|korrektur|richtigstellung|rectificatif|rectification|corrección|rectificación|fe de errores|rettifica|correzione|correção|retificação|correctie|rectificatie|rättelse|rettelse|oikaisu|sprostowanie|korekta|oprava|düzeltme|исправление|поправка|уточнение|תיקון|تصحيح|تصويب)(?!\p{L})|更正|勘误|勘誤|订正|訂正|お詫びと訂正|정정|바로잡)[^\n:：]{0,40}[:：–—]/iu;

/** Finds the notes of a text that correct it, each to the end of its paragraph. */
export function findCorrections(text: string): string[] {
  const sentences = splitSentences(text);
  return sentences.flatMap((first, at) => {
    if (!label.test(first.text)) return [];
    const rest = sentences.slice(at + 1).filter(({ paragraph }) => paragraph === first.paragraph);
    return [text.slice(first.start, rest.at(-1)?.end ?? first.end).trim()];
  });
}

/** A correction may concern a sentence that shares this many words with it. One word is often just the topic. */
const fewestShared = 2;

/** Whether a correction may concern a sentence. Function words do not count. */
export function mayConcern(correction: string, sentence: string, language: string): boolean {
  const termsOf = (text: string) =>
    new Set(splitWords(text, language).flatMap(({ term, light }) => (light ? [] : [term])));
  const own = termsOf(sentence);
  const shared = [...termsOf(correction)].filter((term) => own.has(term));
  return shared.length >= Math.min(fewestShared, own.size) && own.size > 0;
}
