import { localeOf } from '#text/language/locale-of.ts';
import type { SourceIndex } from './source-index.ts';
import words from './words.json' with { type: 'json' };

type Span = { start: number; end: number };

/** Words of reporting and judging that a summary may add without stating anything new. */
const COMMON: ReadonlySet<string> = new Set(words.commonUnspaced.flatMap((row) => row.split(' ')));

let kept: { language: string; segmenter: Intl.Segmenter } | undefined;

/** Words of a text without spaces that the source does not have, leaving out what any report may say. */
export function findNovelTerms(text: string, offset: number, source: SourceIndex): Span[] {
  if (kept?.language !== source.language) {
    kept = {
      language: source.language,
      segmenter: new Intl.Segmenter(localeOf(source.language), { granularity: 'word' }),
    };
  }
  const spans: Span[] = [];
  let run = { start: 0, text: '' };
  const closeRun = (): void => {
    if (run.text.length >= 2 && isNovel(run.text, source)) push(spans, offset + run.start, run.text.length);
    run = { start: 0, text: '' };
  };
  for (const { segment, index } of kept.segmenter.segment(text)) {
    if (segment.length === 1 && UNSPACED_LETTER.test(segment) && !PARTICLE.test(segment)) {
      run =
        run.text === '' ? { start: index, text: segment } : { start: run.start, text: run.text + segment };
      continue;
    }
    closeRun();
    if (segment.length < 2 || !CONTENT.test(segment) || COMMON.has(segment)) continue;
    if (isNovel(segment, source)) push(spans, offset + index, segment.length);
  }
  closeRun();
  return spans;
}

const UNSPACED_LETTER = /^[\p{Script=Han}\p{Script=Katakana}]$/u;
const PARTICLE =
  /[的了在是和与與及或就也都还還又很被把将將对對从從向于於以为為而但并並其之这這那此该該每各两兩个個位名次年月日时時分元等中上下前后後内內外里裡说說称稱有无無不没沒未会會能可要让讓使给給到来來去出进進入过過着著地得所者们們最更多少大小新老第]/u;
const CONTENT = /[\p{Script=Han}\p{Script=Katakana}]/u;

/** Half of its character pairs may be the source's: "小组赛阶段" is not new where "小组赛" was said. */
function isNovel(word: string, source: SourceIndex): boolean {
  if (source.text.includes(word)) return false;
  if (word.length === 2) return true;
  let known = 0;
  for (let at = 0; at + 1 < word.length; at++) if (source.text.includes(word.slice(at, at + 2))) known++;
  return known / (word.length - 1) < 0.5;
}

function push(spans: Span[], start: number, length: number): void {
  const last = spans.at(-1);
  if (last?.end === start) last.end = start + length;
  else spans.push({ start, end: start + length });
}
