import { findQuantities } from '#text/grounding/quantities.ts';
import { begins, has, isConnective, joined, limits, listOf, type Piece, split } from './pieces.ts';

const LONGEST_TIME = 5;
const HABIT = /days$/u;

/** Whether these words are one date or part of a period, such as "on Friday" or "earlier this week". */
export function isTime(pieces: readonly Piece[], language: string): boolean {
  if (pieces.length === 0 || pieces.length > LONGEST_TIME || pieces.some(({ mark }) => mark)) return false;
  return isDate(pieces, language) || isPeriod(pieces, language);
}

const PART_OF_DAY = /(?<=tag|Mittwoch)(?:morgen|vormittag|mittag|nachmittag|abend|nacht)$/u;

/** Whether a date stands here, with at most the part of the day behind it. */
export function isDate(pieces: readonly Piece[], language: string): boolean {
  if (pieces.length > LONGEST_TIME || pieces.some(({ mark }) => mark)) return false;
  const text = joined(pieces).replace(PART_OF_DAY, '');
  const [first, second] = findQuantities(text, language);
  if (first?.kind !== 'date' || second !== undefined || HABIT.test(text)) return false;
  const before = text.slice(0, first.start).trim().toLowerCase();
  const after = text.slice(first.end).trim().toLowerCase();
  const periods = listOf(language, 'period');
  return (
    (before === '' || listOf(language, 'at').has(before)) &&
    (after === '' || (/\p{L}{4}$/u.test(after) && after.split(/\s+/u).every((word) => periods.has(word))))
  );
}

const NAMED = /^(?:\p{L}{4,}|été|año|day|week)$/u;

/** Whether all words are about a period that is named from today: "last autumn", "la semaine dernière". */
function isPeriod(pieces: readonly Piece[], language: string): boolean {
  return (
    pieces.every(({ text }, at) => {
      const lower = text.toLowerCase();
      return listOf(language, 'period').has(lower) || (at === 0 && listOf(language, 'at').has(lower));
    }) && pieces.some(({ text }) => NAMED.test(text))
  );
}

/** Lists the dates of a text by their kind, to tell whether there is only one. */
export function countDates(pieces: readonly Piece[], language: string): number {
  return findQuantities(joined(pieces), language).filter(({ kind }) => kind === 'date').length;
}

/** Whether these words name one day. The amount of one day is told apart from that of a month or a year. */
export function isDay(pieces: readonly Piece[], language: string): boolean {
  const [first] = findQuantities(joined(pieces).replace(PART_OF_DAY, ''), language);
  return first?.date?.day !== undefined || first?.date?.weekday !== undefined;
}

/** Whether a text states a share, a price or a measure. */
export function isRated(pieces: readonly Piece[], language: string): boolean {
  return findQuantities(joined(pieces), language).some(
    ({ kind, measure }) =>
      measure !== undefined || kind === 'percent' || kind === 'money' || kind === 'fraction',
  );
}

const FEW = 10;

/** Whether a text states a share, a price, a measure or a total, which may belong to a place or a time. */
export function isMeasured(pieces: readonly Piece[], language: string): boolean {
  return findQuantities(joined(pieces), language).some(
    ({ kind, weak, measure, value }) =>
      measure !== undefined ||
      (kind !== 'date' && kind !== 'ordinal' && (kind !== 'number' || (!weak && value > FEW))),
  );
}

const CLOSED = ['negation', 'denial', 'limit', 'copula'] as const;
const SUPERLATIVE = new Map(
  Object.entries<RegExp>({
    en: /\bthe (?:most|least|first|last|only|\p{Ll}{3,}est|second|third)\b/u,
    de: /(?<!\p{L})\p{Ll}{3,}ste[nrms]?(?!\p{L})/u,
    fr: /\b(?:plus|moins|première?|seule?|dernière?)\b/u,
    es: /(?:^|\s)(?:más|menos|mejor|mayor|primera?|únic[oa]|última?)\b/u,
  }),
);

/**
 * Finds the verb of a claim that tells of one thing that happened, or -1. A place, a time or a companion of such an
 * event may be left out; one of a habit, a state, a rule or an amount limits it.
 */
export function findEvent(claim: readonly Piece[], language: string): number {
  const mark = claim.findIndex((piece) => piece.mark);
  const from = mark > 0 && isConnective(claim.slice(0, mark), language) ? mark + 1 : 0;
  const told = claim.slice(from);
  if (CLOSED.some((list) => has(told, language, list)) || isGeneral(told, language)) return -1;
  if (SUPERLATIVE.get(language)?.test(joined(told)) !== false) return -1;
  const verb = told.findIndex((_, at) => isEventVerb(told, at, language));
  return verb < 1 ? -1 : verb + from;
}

/** Whether a claim speaks of all or most of something, other than of days: "every day". */
function isGeneral(told: readonly Piece[], language: string): boolean {
  return told.some(
    (_, at) =>
      begins(told, at, language, 'universal') &&
      !/^(?:day|week|month|year|morning|evening|night)$/u.test(told[at + 1]?.text ?? ''),
  );
}

const ARTICLE = /^(?:the|an?|its|their|his|her|this|these|two|der|die|das|den|dem|eine?[nmr]?)$/u;
const FRENCH_PARTICIPLE = /(?:[éi]e?s?|u[es]?|is|it|ert|eint|aint)$/u;
// The participle of something done. That something cost or lasted is not.
const DEED =
  /^(?!gekostet|gedauert|gehört|gegolten|gehabt|gewesen|verfügt|bestanden)(?:\p{Ll}{0,5}ge\p{Ll}{3,}|(?:be|ver|er|ent|zer)\p{Ll}{3,})(?:t|en)$/u;
const MOVING = /^(?:arriv|mont|tomb|retourn|entr|rentr|rest|all|n)ée?s?$|^(?:part|sort|ven|reven|deven|mor)/u;

function isEventVerb(told: readonly Piece[], at: number, language: string): boolean {
  const { text = '' } = told[at] ?? {};
  const before = told[at - 1]?.text.toLowerCase() ?? '';
  if (
    begins(told, at, language, 'stative') ||
    /^\p{Lu}/u.test(text) ||
    (language !== 'fr' && ARTICLE.test(before))
  )
    return false;
  switch (language) {
    case 'en':
      return /^\p{Ll}{2,}ed$/u.test(text) || listOf('en', 'past').has(text);
    case 'de':
      if (/^(?:hat|haben)$/u.test(text)) return told.slice(at).some(({ text: last }) => DEED.test(last));
      return /^\p{Ll}{3,}te[n]?$/u.test(text) || /^wurden?$/u.test(text) || isStrong(text);
    case 'fr': {
      if (!FRENCH_PARTICIPLE.test(text)) return false;
      if (/(?:^|')(?:a|ont|ai|avons)$/u.test(before)) return true;
      const earlier = told[at - 2]?.text ?? '';
      if (before === 'été') return /^(?:a|ont)$/u.test(earlier);
      return /^(?:est|sont|s'est)$/u.test(before) && (MOVING.test(text) || before === "s'est");
    }
    default:
      return (
        /^\p{Ll}{2,}(?:ó|aron|ieron)$/u.test(text) ||
        (/^fue(?:ron)?$/u.test(before) && /[ai]d[oa]s?$/u.test(text))
      );
  }
}

const PREFIX = /^(?:be|ver|er|ent|zer|über|unter|wider|durch)(?=\p{Ll}{3})/u;

function isStrong(text: string): boolean {
  const set = listOf('de', 'past');
  const stem = text.replace(/en$/u, '');
  return [text, stem, stem.replace(PREFIX, '')].some((form) => set.has(form));
}

/** Counts the numbers other than dates that a text states. */
export function countNumbers(pieces: readonly Piece[], language: string): number {
  return findQuantities(joined(pieces), language).filter(({ kind }) => kind !== 'date').length;
}

const CHINESE_TIME =
  /^(?:(?:今|去|前|当)[年天晚日]|(?:昨|前)[天晚日]|[上本这](?:个)?(?:周|月|星期|季度)[一二三四五六日天]?|(?:\d{4}年)?(?:\d{1,2}月)?(?:\d{1,2}[日号])?|周[一二三四五六日])(?:凌晨|清晨|早上|上午|中午|下午|傍晚|晚上|晚间|初|底)?$/u;
const CHINESE_AIM = /^(?:为了?.{4,}|随着.{3,})$/u;
// A rule, a habit or an ability may hold at the given time only.
const CHINESE_RULE = /[不没未无每都均各可能应须需免]|通常|一般|经常|往往|全体|所有|禁止|允许/u;

/** Whether a Chinese sentence may leave out the time or the aim of one event at its start. */
export function isFreeChineseHead(head: string, claim: readonly Piece[]): boolean {
  if (CHINESE_RULE.test(joined(claim)) || isMeasured(claim, 'zh')) return false;
  return head.length > 1 && (CHINESE_TIME.test(head) || CHINESE_AIM.test(head));
}

// The past tense tells of one event, which a place or a time does not limit.
const PAST = /(?:た|ました|でした)$/u;
const CLAUSE = /(?:ので|ため|から|て|で|し|り|え|れ|み|き|い|け|せ|ち|に)、$/u;
const TOPIC = /(?<![でにとらへて])は/u;
const CONDITION = /ば|たら|なら|場合|限り|と、/u;

/** Whether a Japanese clause, place or time at the start may go. The rest needs its own subject or topic. */
export function isFreeJapaneseHead(head: string, pieces: readonly Piece[]): boolean {
  const rest = joined(pieces);
  if (head.endsWith('は、') || CONDITION.test(rest)) return false;
  if (!(TOPIC.test(head) ? TOPIC : /[はが]/u).test(rest)) return false;
  return (PAST.test(rest) && !/\p{N}/u.test(rest)) || (CLAUSE.test(head) && /[はがを]/u.test(head));
}

const JAPANESE_TIME =
  /^(?:先[週月日]|昨[日年晩春夏秋冬]|今[朝週月春夏秋冬]|前日|(?:\d{4}年)?(?:\d{1,2}月)?(?:\d{1,2}日)?)(?:の?(?:朝|昼|夜|午前|午後|初め|末))?に?$/u;

export function isJapaneseTime(head: string, pieces: readonly Piece[]): boolean {
  const rest = joined(pieces);
  if (head.length < 2 || !JAPANESE_TIME.test(head)) return false;
  return PAST.test(rest) && /[はが]/u.test(rest) && !CONDITION.test(rest) && !isMeasured(pieces, 'ja');
}

const TOPIC_END = /^(?:は|では|には)$/u;
const LONGEST_CLAUSE = 60;
const REASON = /(?:ので|ため|(?:た|る|い|だ)から)$/u;
const MEANS = /(?:うえで|上で|を通じて)$/u;
const LINKED = /(?:て|し|り|れ|み|き|け|せ|ち)$/u;
// These limit what follows, or compare it.
const PARTICLES =
  /(?:ついて|おいて|とって|として|よって|対して|関して|限って|応じて|比べて|違って|除いて|除き|つれて|より|とおり|通り|うち|とき)$/u;
const MAY = /初めて|はじめて|できる|できます|でき、|可能|られる|てよい|てもよい|ことがある/u;

/** Finds where a Japanese sentence goes on after its topic if a clause says why or how in between. */
export function afterJapaneseClause(told: readonly Piece[], at: number): number[] {
  const comma = told[at]?.text === '、' ? at : at - 1;
  if (told[comma]?.text !== '、' || !TOPIC_END.test(told[comma - 1]?.text ?? '')) return [];
  const end = told.findIndex(({ text }, place) => place > comma && text === '、');
  if (end < 0 || end - comma > LONGEST_CLAUSE) return [];
  const inside = told.slice(comma + 1, end);
  const text = joined(inside);
  const rest = joined(told.slice(end + 1));
  const isReason = REASON.test(text);
  if (PARTICLES.test(text) || CONDITION.test(rest) || TOPIC.test(text)) return [];
  if (!isReason && (MAY.test(rest) || !(MEANS.test(text) || (LINKED.test(text) && PAST.test(rest)))))
    return [];
  // What a reason denies is not the claim.
  const checked = isReason
    ? split(text.replace(REASON, '').replace(/な[いかく]|ず/gu, ''))
    : [...inside, COMMA];
  if (limits(checked, 'ja')) return [];
  return at === comma ? [comma + 1, end, end + 1] : [end + 1];
}

const COMMA: Piece = { text: '、', mark: true };

// A clause without a subject that only adds where something lies, or when and how it came to be.
const CHINESE_FACT =
  /^(?:建于|始建于|成立于|创立于|创建于|创办于|位于|坐落于|毕业于|出生于|生于|历时|耗时|耗资|全长|占地|现年|时年|曾|并)/u;
const CHINESE_SURNAME =
  /^[王李张刘陈杨赵黄吴徐孙胡朱郭林罗郑梁谢宋唐韩冯邓曹彭萧董潘袁蔡蒋杜苏魏吕丁沈姚卢姜崔谭陆汪范廖贾韦孟秦尹薛侯邹熊郝邵龚顾贺]/u;
const CHINESE_ROLE =
  /(?:主[管任席编]|经理|总监|[局校院所市镇村会社队班组部处科站厂店馆厅董]长|会计|助理|教练|教授|博士|医生|律师|记者|导演|编剧|演员|研究员|发言人|负责人|秘书|代表|委员)$/u;
const CHINESE_NO_NAME = /[不没未无非仅只可须需会应将已曾也还都却则方]/u;

/** Finds where a Chinese sentence goes on after a fact between commas, or after a name beside its role. */
export function afterChineseClause(told: readonly Piece[], at: number): number[] {
  if (told[at]?.text === ',') {
    const end = told.findIndex(({ text }, place) => place > at && text === ',');
    const inside = told.slice(at + 1, end);
    if (end < 0 || inside.length > LONGEST_CLAUSE || !CHINESE_FACT.test(joined(inside))) return [];
    return limits(inside, 'zh') || isMeasured(told.slice(end), 'zh') ? [] : [end];
  }
  if (!CHINESE_SURNAME.test(told[at]?.text ?? '')) return [];
  if (!CHINESE_ROLE.test(joined(told.slice(Math.max(0, at - 3), at)))) return [];
  return [3, 2]
    .filter((length) => !CHINESE_NO_NAME.test(joined(told.slice(at, at + length))))
    .map((length) => at + length);
}
