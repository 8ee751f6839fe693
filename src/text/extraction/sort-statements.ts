import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { type Sentence, splitSentences } from '#text/sentences/sentences.ts';
import { isSmallTalk } from './cues.ts';
import { rankUnits } from './rank-units.ts';
import { isQuestion, makesStatement, tellsDone } from './statements.ts';

/** What answers say they found out, did, leave to do and warn of, quoted in reading order. */
type Statements = { learned: string[]; completed: string[]; next: string[]; notes: string[] };

type Field = keyof Statements;

const SECTIONS: readonly [Field, RegExp][] = [
  [
    'next',
    /next|to-?do|remaining|follow-?up|open (?:questions|points)|下一步|后续|待办|次のステップ|今後|残り|nächste|prochaine|próximo/iu,
  ],
  [
    'completed',
    /done|completed|what (?:i|we) (?:did|changed)|changes|完成|已做|修改内容|完了|変更点|実施|erledigt|terminé|hecho/iu,
  ],
  [
    'learned',
    /found|findings|root cause|cause|analysis|learned|发现|原因|分析|わかったこと|調査結果|ursache|causa/iu,
  ],
  ['notes', /^\W*(?:notes?|caveats?|warnings?|limitations?|注意|备注|限制|補足)/iu],
];
const LONGEST_SECTION_TITLE = 60;
const MARKER = /^(?:[-*•‣▪◦–—]|\(?\d{1,3}[.)、])\s+/u;
const TICK = /^\[([ xX])\]\s+/u;
const MOST_OF_A_KIND = 8;
// Where no sentence says that it is a finding, this many of the most telling ones stand for the answer.
const TELLING = 2;
const FEWEST_CHARACTERS = 4;

export function sortStatements(answers: readonly string[], language: string | undefined): Statements {
  const sorted: Statements = { learned: [], completed: [], next: [], notes: [] };
  const plain: { text: string; score: number; at: number }[] = [];
  for (const answer of answers) {
    const code = primarySubtag(language ?? guessLanguage(answer) ?? 'en');
    const sentences = splitSentences(answer, code);
    const { units, scores } = rankUnits(answer, { sentences, language: code });
    let section: Field | undefined;
    for (const unit of units) {
      const title = titleOf(unit);
      if (title !== undefined) {
        section = sectionOf(title);
        if (section !== undefined || unit.kind === 'heading') continue;
      }
      const { text, ticked } = withoutMarker(unit.text);
      if (text.length < FEWEST_CHARACTERS || unit.kind === 'quoted' || /[:：]\s*$/u.test(text)) continue;
      const field = fieldOf({ text, ticked, section, language: code });
      if (field !== undefined) sorted[field].push(text);
      else if (!isSmallTalk(text)) plain.push({ text, score: scores[unit.index] ?? 0, at: plain.length });
    }
  }
  if (sorted.learned.length === 0) sorted.learned = mostTelling(plain);
  for (const field of Object.keys(sorted) as Field[]) sorted[field] = sorted[field].slice(0, MOST_OF_A_KIND);
  return sorted;
}

function titleOf({ kind, text }: Pick<Sentence, 'kind' | 'text'>): string | undefined {
  const title = kind === 'heading' || /[:：]\**\s*$/u.test(text);
  return title && text.length <= LONGEST_SECTION_TITLE ? text : undefined;
}

function sectionOf(title: string): Field | undefined {
  return SECTIONS.find(([, words]) => words.test(title))?.[0];
}

function withoutMarker(raw: string): { text: string; ticked: boolean | undefined } {
  const text = raw.replace(MARKER, '');
  const tick = TICK.exec(text);
  if (tick === null) return { text, ticked: undefined };
  return { text: text.slice(tick[0].length), ticked: tick[1] !== ' ' };
}

type Judged = { text: string; ticked: boolean | undefined; section: Field | undefined; language: string };

/** What a sentence says counts more than the section it stands in, and nothing proposed is ever called done. */
function fieldOf({ text, ticked, section, language }: Judged): Field | undefined {
  if (ticked !== undefined) return ticked ? 'completed' : 'next';
  if (isQuestion(text) || makesStatement('undecided', text, language)) return 'next';
  if (section === 'next' || section === 'notes') return section;
  if (tellsDone(text, language)) return 'completed';
  const future = makesStatement('next', text, language) || makesStatement('proposal', text, language);
  if (section !== undefined) return future && section === 'completed' ? 'next' : section;
  if (makesStatement('caveat', text, language)) return 'notes';
  if (makesStatement('finding', text, language)) return 'learned';
  return future ? 'next' : undefined;
}

function mostTelling(plain: readonly { text: string; score: number; at: number }[]): string[] {
  return plain
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, TELLING)
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text);
}
