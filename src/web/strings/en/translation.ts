import type { TranslationLayout } from '#schema/app-session.ts';
import type { TranslationMark, TranslationProblem } from '#schema/translations/translation.ts';
import type { ExportEntryQuery } from '#schema/translations/translation-wire.ts';
import type { Formats } from '#web/strings/formats.ts';

const marks: Record<TranslationMark['kind'], (mark: TranslationMark) => string> = {
  number: ({ words, side }) =>
    side === 'source'
      ? `The number ${words} isn’t in the translation.`
      : `The number ${words} isn’t in the source.`,
  date: ({ words, side }) =>
    side === 'source'
      ? `The date ${words} isn’t in the translation.`
      : `The date ${words} isn’t in the source.`,
  name: ({ words, side }) =>
    side === 'source'
      ? `The name “${words}” isn’t in the translation.`
      : `The name “${words}” isn’t in the source.`,
  negation: ({ side }) =>
    side === 'source'
      ? 'The source has a negation. Check that the translation has it too.'
      : 'The translation has a negation. Check that the source has it too.',
  opposite: ({ words }) => `“${words}” may say the opposite of the source.`,
  condition: () => 'The source has a condition. Check that the translation has it too.',
  sentence: ({ words, side }) =>
    side === 'source' ? `“${words}” isn’t in the translation.` : `“${words}” isn’t in the source.`,
  untranslated: ({ words }) =>
    words === '' ? 'Parts were not translated.' : `“${words}” was not translated.`,
  language: () => 'This may be in another language.',
  length: () => 'The length is unusual for this paragraph. Something may be missing or added.',
  glossary: ({ words, expected }) =>
    expected === undefined
      ? `The glossary keeps “${words}” as it is.`
      : `The glossary translates “${words}” as “${expected}”.`,
  markup: () => 'A link or emphasis of the source is missing.',
};

export function enTranslation(format: Formats) {
  return {
    heading: 'Translation',
    translate: 'Translate',
    into: (language: string) => `Translate into ${language}`,
    show: 'Show the translation',
    hide: 'Hide the translation',
    language: 'Translate into',
    stored: 'translated',
    cannot: 'The offline model can’t translate. Connect a model to translate articles.',
    addModel: 'Add a model',
    sameLanguage: (language: string) => `This article is in ${language} already. Choose another language.`,
    anyway: 'Translate anyway',
    notYet: (language: string) => `Not translated into ${language} yet.`,
    layout: 'Layout',
    noRoom: 'Needs a wider window',
    layouts: { under: 'Under', beside: 'Beside', alone: 'Alone' } satisfies Record<TranslationLayout, string>,
    progress: (done: number, total: number) =>
      `Translating: ${format.number(done)} of ${format.number(total)}`,
    ended: {
      finished: (done: number, total: number) =>
        `Translation finished: ${format.number(done)} of ${format.number(total)} paragraphs.`,
      aborted: (done: number, total: number) =>
        `Translation aborted: ${format.number(done)} of ${format.number(total)} paragraphs are translated.`,
    },
    partly: (done: number, total: number) =>
      `${format.number(done)} of ${format.number(total)} paragraphs are translated.`,
    rest: 'Translate the rest',
    kept: 'What is translated so far is kept.',
    cost: (amount: string) => `This translation cost ${amount}.`,
    costAtLeast: (amount: string) => `at least ${amount}`,
    costUnknown: 'cost unknown',
    costAborted: 'What the aborted call cost is unknown.',
    marked: (count: number) =>
      format.plural(count, { one: '# paragraph to check', other: '# paragraphs to check' }),
    nextMark: 'Go to the next one',
    markedNote:
      'Rules compare each paragraph with its source. Select a dot at the edge to see what they found.',
    more: 'More for this translation',
    again: 'Translate again',
    copy: { translation: 'Copy translation', both: 'Copy both texts' },
    export: 'Export',
    text: 'Text',
    texts: { translation: 'Translation', both: 'Both texts', original: 'Original' },
    format: 'Format',
    download: 'Download',
    formats: { md: 'Markdown', html: 'HTML', txt: 'Plain text' } satisfies Record<
      ExportEntryQuery['format'],
      string
    >,
    clear: 'Clear translation',
    note: 'About this paragraph',
    translateParagraph: 'Translate this paragraph again',
    marks,
    problems: {
      missing: 'Not translated: the model left this paragraph out.',
      refused: 'Not translated: the model declined.',
      language: 'Not translated: the model answered in another language.',
      misplaced: 'Not translated: the model returned the text of another paragraph.',
      form: 'Not translated: the model’s answer could not be read.',
    } satisfies Record<TranslationProblem, string>,
    titles: {
      menu: 'More for this list',
      translate: (language: string) => `Translate titles into ${language}`,
      hide: 'Hide translated titles',
      show: 'Show translated titles',
      translating: 'Translating titles…',
    },
    summaryOf: {
      menu: 'Text to summarize',
      choices: { original: 'Summarize the original', translation: 'Summarize the translation' },
      translation: 'of the translation',
      partial: 'Translate the rest of the article first.',
      empty: 'The translation will be summarized, not the original.',
    },
  };
}
