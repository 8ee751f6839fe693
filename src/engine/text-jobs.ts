import { acceptFold } from '#memory/accept-fold.ts';
import { type PackRequest, packMessages, type RetellRequest } from '#memory/historian/historian-work.ts';
import { createAnswerJudge } from '#memory/historian/judge-answers.ts';
import { digestTurn } from '#memory/historian/turns/digest-turn.ts';
import { quoteReply, retellTurns } from '#memory/historian/turns/retell-turns.ts';
import { findSummaryFault } from '#text/answers/judge-summary.ts';
import { cutArticle, findInArticle } from '#text/article/article-passages.ts';
import { extractSession } from '#text/extract-session.ts';
import { extractSummary } from '#text/extract-summary.ts';
import { extractFold } from '#text/extract-thread.ts';
import { groundSummary } from '#text/ground-summary.ts';
import { choosePassages } from '#text/second-opinion/choose-passages.ts';
import { mergeTags, readTags } from '#text/tags/read-tags.ts';
import { chooseLibrary, suggestTags } from '#text/tags/suggest-tags.ts';
import { chunkText, loadTokenizer } from '#text/tokens/tokens.ts';

/**
 * Work on texts whose time grows with their size. Each job runs in one piece without a pause, so a server runs it in
 * a thread. Arguments and results are plain values.
 */
export const textJobs = {
  acceptFold,
  extractSummary,
  extractFold,
  extractSession,
  groundSummary,
  choosePassages,
  cutArticle,
  findInArticle,
  suggestTags,
  readTags,
  mergeTags,
  chooseLibrary,
  countTokens,
  chunkToFit,
  digestTurn,
  packMessages: async ({ messages, maxTokens }: PackRequest) =>
    packMessages(messages, { maxTokens, count: (await loadTokenizer()).count }),
  judgeAnswer: createAnswerJudge(),
  judgeSummary: findSummaryFault,
  quoteReply,
  retellTurns: ({ previous, messages }: RetellRequest) => retellTurns(previous, messages),
};

type Jobs = typeof textJobs;
export type JobName = keyof Jobs;
export type JobGiven<Name extends JobName> = Parameters<Jobs[Name]>;
export type JobResult<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;

async function countTokens(texts: readonly string[]): Promise<number> {
  const tokenizer = await loadTokenizer();
  return texts.reduce((sum, text) => sum + tokenizer.count(text), 0);
}

interface Room {
  /** The room for the text in one call. */
  wholeTokens: number;
  /** The room for each part of a text that is read in parts. Null means that there is no room for parts. */
  partTokens: number | null;
}

async function chunkToFit(text: string, { wholeTokens, partTokens }: Room): Promise<string[] | null> {
  const tokenizer = await loadTokenizer();
  if (tokenizer.count(text) <= wholeTokens) return [text];
  if (partTokens === null) return null;
  return chunkText(text, { maxTokens: partTokens, tokenizer });
}
