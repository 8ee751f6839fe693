import type { ArticleInput, Passage } from '#schema/spaces/space.ts';
import { guessLanguage } from '#text/language/guess-language.ts';

const words = {
  en: {
    found: 'From your library:',
    nothing:
      'I am the offline model: I cannot converse, I quote from what you have read and discussed, and nothing there mentions this. Add articles in the Reader, or connect a model under [Settings](/settings/models).',
    inArticle: 'From the article:',
    notInArticle:
      'I am the offline model: I cannot converse, I quote, and nothing in the article matches your words. For written answers, connect a model under [Settings](/settings/models). The article begins:',
  },
  zh: {
    found: '你的资料库中：',
    nothing:
      '我是离线模型，不能对话，只能引用你读过和讨论过的内容，而其中没有提到这一点。请在阅读器中添加文章，或在[设置](/settings/models)中连接一个模型。',
    inArticle: '文章中：',
    notInArticle:
      '我是离线模型，不能对话，只能引用，而文章中没有与你的问题相符的内容。要获得撰写的回答，请在[设置](/settings/models)中连接一个模型。文章的开头：',
  },
} as const;

/** Yields an answer made of quotations with links to their sources, in the language of the question if it is known. */
export function* quotePassages(question: string, passages: readonly Passage[]): Generator<string> {
  const { found, nothing } = words[guessLanguage(question) === 'zh' ? 'zh' : 'en'];
  if (passages.length === 0) {
    yield nothing;
    return;
  }
  yield found;
  for (const passage of passages) {
    yield `\n\n${quote(passage.text)}\n>\n> — [${escapeLabel(passage.title)}](${passage.path})`;
  }
}

/** A reader looks through at most this many passages for an answer. */
const mostQuoted = 3;

/** Yields the passages of an article that match a question, each with its number. If none matches, yields the first. */
export function* quoteArticle(
  question: string,
  { text, passages }: Pick<ArticleInput, 'text' | 'passages'>,
  found: readonly number[],
): Generator<string> {
  const { inArticle, notInArticle } = words[guessLanguage(question) === 'zh' ? 'zh' : 'en'];
  yield found.length === 0 ? notInArticle : inArticle;
  const numbers = found.length === 0 ? [1] : found.slice(0, mostQuoted);
  for (const number of numbers) {
    const passage = passages[number - 1];
    if (passage === undefined) continue;
    yield `\n\n${quote(text.slice(passage.start, passage.end))} [${number}]`;
  }
}

/** Reduces an answer of the offline model to its quotations without their markup. Other texts are unchanged. */
export function unquoteAnswer(text: string): string {
  const own = Object.values(words).flatMap((each) => Object.values(each));
  if (!own.some((phrase) => text.startsWith(phrase))) return text;
  return own
    .reduce((rest, phrase) => rest.replace(phrase, ''), text)
    .split('\n')
    .filter((line) => !line.startsWith('> — '))
    .map((line) =>
      line
        .replace(/^> ?/, '')
        .replace(/ \[\d+\]$/, '')
        .replace(/\\([\\`*_[\]<>#|~])/g, '$1'),
    )
    .join('\n')
    .trim();
}

function quote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${escapeMarkup(line.trim())}`)
    .join('\n');
}

/** Shows the text of a page as it is, not as markup. */
function escapeMarkup(line: string): string {
  return line.replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

function escapeLabel(title: string): string {
  return escapeMarkup(title.replace(/\s+/g, ' ').trim());
}
