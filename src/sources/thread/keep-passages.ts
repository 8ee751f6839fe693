import type { TextWork } from '#engine/ports.ts';
import type { NumberedPassage } from '#text/article/article-passages.ts';
import type { SpacesPorts } from './ports.ts';

/** Threads about articles that are in use at the same time. The passages of a long article take about 100 KB. */
const mostKept = 8;

/** Splits an article once instead of for each message, because counting the tokens of a long one takes a second. */
export function keepPassages(textWork: TextWork): Pick<SpacesPorts, 'passagesOf'> {
  const kept = new Map<string, Promise<readonly NumberedPassage[]>>();
  return {
    passagesOf({ id, contentHash, text, language }) {
      const key = `${id} ${contentHash}`;
      const known = kept.get(key);
      kept.delete(key);
      const passages = known ?? textWork.run('cutArticle', [text, language]);
      kept.set(key, passages);
      passages.catch(() => kept.delete(key));
      for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
      return passages;
    },
  };
}
