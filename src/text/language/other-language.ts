import { countScripts, dominantScript, type Script, voteByStopwords } from './guess-language.ts';
import { primarySubtag } from './stopwords.ts';

// Fewer function words than this do not tell a language.
const FEWEST_WORDS = 4;

const HIRAGANA = /\p{Script=Hiragana}/u;

/**
 * Whether a summary is in another language than its source, so that wording cannot be compared. The requested
 * language decides, unless the summary is plainly in another one.
 */
export function isOtherLanguage(
  summary: string,
  source: string,
  sourceLanguage: string,
  summaryLanguage?: string,
): boolean {
  const own = dominantScript(countScripts(summary.slice(0, 600)))?.script;
  const theirs = dominantScript(countScripts(source.slice(0, 600)))?.script;
  if (own === undefined || theirs === undefined) return false;
  if (family(own) !== family(theirs)) return true;
  const code = primarySubtag(sourceLanguage);
  if (own === 'Kana' || theirs === 'Kana') return HIRAGANA.test(summary) !== (code === 'ja');
  const votes = voteByStopwords(summary.slice(0, 800));
  const hitsOf = (wanted: string): number => votes.find(({ language }) => language === wanted)?.hits ?? 0;
  const asked = summaryLanguage === undefined ? undefined : primarySubtag(summaryLanguage);
  const [first] = votes;
  const plain = first !== undefined && first.hits >= FEWEST_WORDS;
  if (asked !== undefined && !(plain && first.hits > 2 * hitsOf(asked))) return asked !== code;
  return plain && first.language !== code && first.hits > 2 * hitsOf(code);
}

function family(script: Script): string {
  return script === 'Kana' || script === 'Hani' ? 'East Asian' : script;
}
