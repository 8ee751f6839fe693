import type { JudgedDetail, Span } from '#text/grounding/flag.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import words from '#text/grounding/words.json' with { type: 'json' };

// More persons than this make a check of one claim slow.
const MOST_PERSONS = 200;

type Person = Span & { name: string };

const lists = words.unspacedNames;
const either = (list: string): string => list.replaceAll(' ', '|');
/** A name of a surname, which begins few other words, and two characters. */
const GIVEN = `(?![${lists.follows}${lists.groups}])\\p{Script=Han}`;
const CHINESE_NAME = `[${lists.surnames}](?![${lists.nouns}])\\p{Script=Han}${GIVEN}`;
const DOTTED_NAME = '\\p{Script=Han}{2}·\\p{Script=Han}{2}';
/** Names behind a title, and at the start of a clause before a verb of saying. */
const CHINESE = new RegExp(
  `(?<=${either(lists.titles)})${CHINESE_NAME}(?=[${lists.follows}]|[^\\p{Script=Han}]|$)|` +
    `(?<!\\p{Script=Han})${CHINESE_NAME}(?=${either(lists.says)})|${DOTTED_NAME}`,
  'gu',
);
const KATAKANA = '[\\p{Script=Katakana}ー]';
/** Names before a form of address or an office. */
const JAPANESE = new RegExp(
  `(?:(?<![\\p{Script=Han}々])[\\p{Script=Han}々]{1,6}${KATAKANA}{0,6}|` +
    `(?<![\\p{Script=Katakana}ー・])${KATAKANA}{2,12}・${KATAKANA}{2,12})` +
    `(?<![副前元准助両各同全])(?=(?:[副前元准助]|名誉)?(?:${either(lists.addresses)}))`,
  'gu',
);
const TITLED = new RegExp(`(?:${either(lists.titles)})$`, 'u');
const ENDS_NAME = new RegExp(`^${GIVEN}`, 'u');
/** What somebody does or belongs to, which Japanese also puts before a form of address. */
const NO_NAME = /[者師官員人屋婦主長生客手方達会社局部省庁院校所団役表]$/u;
const LATIN_NAME = /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}/u;

function personsIn(text: string, language: string): Person[] {
  return Array.from(text.matchAll(language === 'ja' ? JAPANESE : CHINESE), ({ 0: name, index }) => ({
    name,
    start: index,
    end: index + name.length,
  })).filter(({ name }) => name.length > 1);
}

const KEPT = new WeakMap<SourceIndex, readonly Person[]>();

function personsOf(source: SourceIndex): readonly Person[] {
  const known = KEPT.get(source) ?? personsIn(source.text, source.language).slice(0, MOST_PERSONS);
  KEPT.set(source, known);
  return known;
}

/** Judges the names of persons where no blanks and capitals mark them: a part of them must not be exchanged. */
export function judgeUnspacedNames(text: string, start: number, source: SourceIndex): JudgedDetail[] {
  const { language } = source;
  if (language !== 'zh' && language !== 'ja') return [];
  return [...personsIn(text, language), ...(language === 'zh' ? alteredIn(text, source) : [])].flatMap(
    (person): JudgedDetail[] => {
      const span = { kind: 'name' as const, start: start + person.start, end: start + person.end };
      const at = source.text.indexOf(person.name);
      if (at >= 0) {
        const place = { start: at, end: at + person.name.length };
        return [{ ...span, verdict: 'found', source: place, flags: [] }];
      }
      const other = personsOf(source).find(({ name }) => isAltered(person.name, name));
      if (other === undefined && !isNew(person, text, source)) return [];
      const told = other && { source: { start: other.start, end: other.end } };
      const reason = other ? 'elsewhere' : 'missing';
      return [
        {
          ...span,
          verdict: other ? 'different' : 'not-in-the-source',
          ...told,
          flags: [{ ...span, reason, ...told }],
        },
      ];
    },
  );
}

/** Finds Chinese names of the source of which the claim changes the last character, wherever they stand. */
function alteredIn(text: string, source: SourceIndex): Person[] {
  return personsOf(source).flatMap(({ name }) => {
    const at = text.indexOf(name.slice(0, 2));
    const found = text.slice(at, at + 3);
    return name.length === 3 && at >= 0 && ENDS_NAME.test(found.slice(2))
      ? [{ name: found, start: at, end: at + 3 }]
      : [];
  });
}

/** Whether two names share the surname or the given name, but are of two persons. */
function isAltered(stated: string, told: string): boolean {
  if (stated.includes(told) || stated.length < 3 || told.length < 3) return false;
  if (NO_NAME.test(stated) || NO_NAME.test(told)) return false;
  if (stated.slice(0, 2) === told.slice(0, 2)) return true;
  return stated.length > 3 && stated.length === told.length && stated.slice(-2) === told.slice(-2);
}

/** Whether a word is surely a name, of which the source has no two characters side by side. */
function isNew({ name, start, end }: Person, text: string, source: SourceIndex): boolean {
  const isForeign = name.includes('·') || name.includes('・');
  if (isForeign && LATIN_NAME.test(source.text)) return false;
  const isMarked =
    source.language === 'ja'
      ? !NO_NAME.test(name) && /^(?:さん|氏)/u.test(text.slice(end, end + 2))
      : TITLED.test(text.slice(Math.max(0, start - 4), start));
  if (!isForeign && !isMarked) return false;
  for (let at = 0; at + 1 < name.length; at++) if (source.text.includes(name.slice(at, at + 2))) return false;
  return true;
}
