import { type Ask, inputTokensOf, readsAnyLength } from '#engine/ask-model.ts';
import type { RunContext } from '#engine/define-task.ts';
import type { Model, RenderedPrompt, TextWork } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { ArticleInput, ReplyInput, ReplyRead } from '#schema/spaces/space.ts';
import { articleShare } from '#sources/thread/thread-agent.ts';
import { fitArticle, renderArticle, tokensOf } from '#text/article/article-passages.ts';
import { citedNumbers } from '#text/article/citations.ts';
import { cutCharacters } from '#text/sentences/cut-text.ts';

/** Limits titles, because a feed may send a whole page as one. */
const titleCharacters = 300;
/** Citations beyond this limit are shown as plain numbers. */
const mostCitations = 40;

type Texts = Pick<Ask, 'parameters' | 'texts'>;

/** Puts the article, or the part that fits, into a prompt. */
export function withArticle<A extends Texts>(
  ask: A,
  article: ArticleInput,
  { text, passages }: { text: string; passages: number },
): A {
  const total = article.passages.length;
  return {
    ...ask,
    parameters: {
      ...ask.parameters,
      ...(passages < total && { passagesShown: String(passages), passagesTotal: String(total) }),
    },
    texts: {
      ...ask.texts,
      article: text,
      articleTitle: cutCharacters(article.title, titleCharacters),
    },
  };
}

/** Throws if a user's template has no place for the article, because the answer would ignore the article. */
export function requirePlace({ system, prompt, template }: RenderedPrompt): void {
  if (system.includes('<article>') || prompt.includes('<article>')) return;
  throw new AppError(
    'template_invalid',
    `The template "${template.id}" has no place for the article of this thread. Add {{article}} to its systemTemplate.`,
    { details: { templateId: template.id, parameter: 'article' } },
  );
}

/** The numbers of the passages that the model reads: all that fit in addition to the conversation. */
export async function fitPassages(
  { input, ports, signal }: RunContext<ReplyInput>,
  model: Model,
  { article, left }: { article: ArticleInput; left: number },
): Promise<number[]> {
  const { passages } = article;
  // Uses a fixed share, so that the article stays the same from prompt to prompt. Less only if there is no room.
  const tokens = Math.min(Math.floor(inputTokensOf(model) * articleShare), left);
  const isWhole = tokensOf(passages) <= tokens;
  const asked = { article, question: input.sourceText };
  const chosen = isWhole ? [] : await findFor(ports.textWork, asked, signal);
  return fitArticle(passages, { tokens, chosen });
}

/** The numbers of the passages that match a question, sorted best first. */
export function findFor(
  textWork: TextWork,
  { article, question }: { article: ArticleInput; question: string },
  signal: AbortSignal,
): Promise<number[]> {
  const { text, passages, language } = article;
  return textWork.run('findInArticle', [text, question, { passages, language }], signal);
}

/** The built-in model reads no prompt, so nothing is rendered for it. */
export function renderFor(
  model: Model,
  { text, passages }: ArticleInput,
  numbers: readonly number[],
): string {
  return readsAnyLength(model) ? '.' : renderArticle(text, passages, numbers);
}

/** Ignores citation numbers of passages that the model has not seen. */
export function describeRead(
  { text, passages, contentHash }: ArticleInput,
  numbers: readonly number[],
  answer: string,
): NonNullable<ReplyRead['article']> {
  const seen = new Set(numbers);
  const cited = citedNumbers(answer).filter((number) => seen.has(number));
  return {
    contentHash,
    tokens: tokensOf(passages.filter((_, index) => seen.has(index + 1))),
    passages: numbers.length,
    passagesTotal: passages.length,
    citations: cited.slice(0, mostCitations).flatMap((number) => {
      const passage = passages[number - 1];
      if (passage === undefined) return [];
      const { start, end } = passage;
      return [{ number, start, end, text: text.slice(start, end) }];
    }),
  };
}
