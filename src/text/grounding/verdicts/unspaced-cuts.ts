import { isMeasured, isRated } from './adjuncts.ts';
import { joined, limits, type Piece, split } from './pieces.ts';

const CHINESE_TIME =
  /^(?:近日|日前|[今去前当同次][年天晚日]|昨[天晚日]|[上本这](?:个)?(?:周|月|星期|季度)[一二三四五六日天]?|(?:周|星期)[一二三四五六日天])?(?:\d{4}年)?(?:(?:\d{1,2}|[一二三四五六七八九十]{1,2})月)?(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?(?:[春夏秋冬][天季])?(?:凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|晚间|夜间|深夜|[上中下]旬|初|底|末)?$/u;
const CHINESE_AIM = /^(?:为了?.{4,}|随着.{3,}|经过.{3,})$/u;
// These may limit a habit, but not what somebody did.
const CHINESE_SETTING =
  /^(?!.*(?:试验|实验|研究|梦|小说|电影|条件|情况))(?:.{2,12}后|在.{2,12}下|作为.{2,8}|应.{2,10}(?:要求|邀请))$/u;
// A time that comes again and again may be that of a habit.
const CHINESE_HABIT =
  /^(?:(?:周|星期)[一二三四五六日天]|[春夏秋冬][天季])?(?:凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|晚间|夜间|深夜)?$/u;
const CHINESE_DEED = /\p{Script=Han}了/u;
// A rule, a habit or an ability may hold at the given time only.
const CHINESE_RULE = /[不没未无每都均各可能应须需免]|通常|一般|经常|往往|全体|所有|禁止|允许/u;

/** Whether a Chinese sentence may leave out the time or the aim of one event at its start. */
export function isFreeChineseHead(head: string, claim: readonly Piece[]): boolean {
  const first = upTo(
    claim,
    claim.findIndex(({ text }) => text === ','),
  );
  if (CHINESE_RULE.test(joined(first)) || isMeasured(first, 'zh')) return false;
  const isDeed = CHINESE_DEED.test(joined(first));
  if (CHINESE_HABIT.test(head) && !isDeed) return false;
  if (CHINESE_SETTING.test(head) && isDeed) return true;
  return head.length > 1 && (CHINESE_TIME.test(head) || CHINESE_AIM.test(head));
}

function upTo(pieces: readonly Piece[], end: number): readonly Piece[] {
  return end < 0 ? pieces : pieces.slice(0, end);
}

// The past tense tells of one event, which a place or a time does not limit.
const PAST = /(?:た|(?<!な)[いん]だ)$/u;
const CLAUSE = /(?:ので|ため|から|て|で|し|り|え|れ|み|き|い|け|せ|ち|に|(?<=[たるいうだ])が|わらず)、$/u;
const ENDING = /(?:(?<=[たるいうだ])が|にもかかわらず)、$/u;
const TOPIC = /(?<![でにとらへて])は/u;
const CONDITION = /[えけげせてねべめれら]ば|たら|なら|場合|限り|と、/u;
/** Leaves out the end of a Japanese clause that is only set against what follows, and limits nothing. */
export function withoutEnding(head: readonly Piece[]): readonly Piece[] {
  const text = joined(head);
  return ENDING.test(text) ? split(text.replace(ENDING, '')) : head;
}

// What somebody is said to answer or to say depends on the question before it.
// These go back to what stands before them.
const BACK = /^(?:いずれ|うち|[そこ][のれ])/u;
const ELSEWHERE = /(?:夢|小説|物語|映画|作品|劇|試験|実験|研究|調査|ゲーム)(?:の中)?で、$/u;
const REPLY = /と(?:答え|述べ|話し|語っ|応じ|回答|返答|コメント)/u;

/** Whether a Japanese clause, place or time at the start may go. The rest needs its own subject or topic. */
export function isFreeJapaneseHead(head: string, pieces: readonly Piece[]): boolean {
  const rest = joined(pieces);
  if (
    BACK.test(rest) ||
    head.endsWith('は、') ||
    ELSEWHERE.test(head) ||
    CONDITION.test(rest) ||
    REPLY.test(rest)
  )
    return false;
  if (!(TOPIC.test(head) ? TOPIC : /[はが]/u).test(rest)) return false;
  if (PAST.test(rest))
    return !/\p{N}/u.test(rest) || (CLAUSE.test(head) && /[はがを]/u.test(head) && !isRated(pieces, 'ja'));
  // What only follows a deed, as "て" may say, needs it.
  const isFree = REASON.test(head.slice(0, -1)) || (/[^てで]、$/u.test(head) && !MAY.test(rest));
  return isFree && CLAUSE.test(head) && /[はがを]/u.test(head);
}

const JAPANESE_TIME =
  /^(?:(?:先|今|昨|前|同|翌|一昨)[年月週日春夏秋冬朝晩]|\d{4}年|[月火水木金土日]曜日)?の?(?:\d{1,2}月)?(?:\d{1,2}日)?の?(?:春|夏|秋|冬|初め|末|上旬|中旬|下旬)?の?(?:朝|昼|夕方|夜|晩|午前|午後|未明)?(?:に|には)?$/u;
// The stem of a verb before a comma ends a clause.
const CLAUSE_END = /[いきぎしちにびみりえけげせぜてでねべめれ]$/u;

/** Whether a time at the start of a Japanese sentence may go: the time of an event without an amount. */
export function isJapaneseTime(head: string, pieces: readonly Piece[]): boolean {
  const rest = joined(pieces);
  // "には" may set a time against others, unless something new is told of one day or month.
  if (head.endsWith('は') && (TOPIC.test(rest) || !/[\d曜先今昨前同翌]/u.test(head))) return false;
  return /[はが]/u.test(rest) && !CONDITION.test(rest) && isTimeOfEvent(head, pieces);
}

function isTimeOfEvent(time: string, pieces: readonly Piece[]): boolean {
  if (time.length < 2 || !JAPANESE_TIME.test(time) || !PAST.test(joined(pieces))) return false;
  const end = pieces.findIndex(
    ({ text }, at) => text === '、' && CLAUSE_END.test(pieces[at - 1]?.text ?? ''),
  );
  return !isMeasured(upTo(pieces, end), 'ja');
}

const PERSON =
  /^[\p{Script=Han}\p{Script=Katakana}ー]{0,12}[長員者家師士手医官人優督授]の[\p{Script=Han}]{2,4}[子美郎雄彦香恵奈江也哉之弘浩宏裕茂勇純透聡淳亮隆孝誠](?:氏|さん)?[はが]/u;
const ATTRIBUTE = /(?:[うくぐすつぬぶむる]|[^し]た)$/u;
// Who left a post or wants one is not called by it.
const FORMER = /辞|退|離れ|解任|目指|志望|名乗|自称|なる$|なった$|[らわさば]れ/u;

/** Whether a Japanese clause only says more about a person who is named by role and name: it chooses nobody. */
export function describesPerson(head: string, pieces: readonly Piece[]): boolean {
  return ATTRIBUTE.test(head) && !FORMER.test(head) && PERSON.test(joined(pieces.slice(0, LONGEST_PERSON)));
}

const LONGEST_PERSON = 24;
const TOPIC_END = /^(?:は|では|には)$/u;
const LONGEST_CLAUSE = 60;
const REASON =
  /(?:ので|ために?|おかげで|影響で|せいで|ことから|を理由に|にもかかわらず|(?:た|る|い|だ)(?:から|として))$/u;
const MEANS = /(?:うえで|上で|を通じて|とともに|と一緒に|中)$/u;
const LINKED = /[いきぎしちびみりえけげせてねべめれ]$/u;
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
  if (!isReason && (PARTICLES.test(text) || REPLY.test(rest))) return [];
  if (CONDITION.test(rest) || TOPIC.test(text)) return [];
  const isTime = isTimeOfEvent(text, told.slice(end + 1));
  const isHow = MEANS.test(text) || (LINKED.test(text) && PAST.test(rest));
  if (!isReason && !isTime && (MAY.test(rest) || !isHow)) return [];
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
    return limits(inside, 'zh') || isMeasured(told.slice(end), 'zh') ? [] : [end, end + 1];
  }
  if (!CHINESE_SURNAME.test(told[at]?.text ?? '')) return [];
  if (!CHINESE_ROLE.test(joined(told.slice(Math.max(0, at - 3), at)))) return [];
  return [3, 2]
    .filter((length) => !CHINESE_NO_NAME.test(joined(told.slice(at, at + length))))
    .map((length) => at + length);
}
