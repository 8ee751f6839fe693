import { stemWord } from '#text/language/stem.ts';
import { WORDNET_ANTONYMS } from './wordnet-antonyms.ts';

/** Two sides of one matter: each word of a left side opposes each word of its right side. */
const SIDES = new Map(
  Object.entries<ReadonlyArray<readonly [left: string, right: string]>>({
    en: [
      [
        'rise rises rose risen rising increase increased grow grew grown growing growth gain gained climb climbed jump jumped surge surged soar soared up improve improved expand expanded higher raise raised more doubled tripled strengthen strengthened widen widened warmer larger longer heavier faster',
        'fall falls fell fallen falling decrease decreased drop dropped decline declined shrink shrank shrunk lose lost slump slumped plunge plunged sink sank cut reduce reduced lower lowered down slip slipped fewer less halved worsen worsened weaken weakened narrow narrowed cooler smaller shorter lighter slower',
      ],
      [
        'accept accepts accepted approve approves approved allow allows allowed uphold upholds upheld pass passed back backs backed support supports supported endorse endorsed grant granted adopt adopted agree agrees agreed ratify ratified favour favor confirm confirmed welcome welcomed praise praised permit permitted for',
        'reject rejects rejected defeat defeated dismiss dismissed overturn overturned oppose opposes opposed refuse refused deny denies denied block blocked veto vetoed decline declined abstain abstained quash quashed disagree disagreed condemn condemned criticise criticised criticize criticized ban banned forbid turned against',
      ],
      ['abstain abstained', 'voted vote votes against'],
      [
        'win wins won winning victory beat beats succeed succeeded success',
        'lose loses lost losing defeat fail failed failure',
      ],
      [
        'open opens opened begin begins began start starts started launch launched',
        'close closes closed end ends ended stop stops stopped finish finished',
      ],
      ['before earlier prior', 'after later following'],
      ['twice double doubled', 'half halved'],
      ['all every always unanimously', 'some few none no never two most half part'],
      ['more most majority', 'less fewer least fewest minority'],
      ['profit surplus', 'loss losses deficit'],
      ['buy buys bought acquire acquired', 'sell sells sold'],
      ['guilty convicted', 'innocent acquitted cleared'],
      ['maximum most', 'minimum least'],
      ['over above exceeding', 'under below'],
      ['import imports imported', 'export exports exported'],
      ['arrive arrives arrived', 'leave leaves left depart departed'],
    ],
    de: [
      [
        'gestiegen steigt stieg stiegen steigen erhöht gewachsen wuchs zugenommen mehr höher',
        'gesunken sinkt sank sanken sinken gefallen fiel fielen verringert geschrumpft abgenommen weniger niedriger',
      ],
      [
        'zu zugestimmt angenommen befürwortet befürworten dafür für genehmigt',
        'ab abgelehnt dagegen gegen verworfen',
      ],
      ['vor zuvor', 'nach danach'],
      ['gewonnen gewann', 'verloren verlor'],
      ['doppelt', 'halb'],
      ['alle jeder jede', 'einige keine wenige manche'],
    ],
    fr: [
      ['augmenté augmente hausse monté plus', 'baissé baisse diminué chuté moins'],
      ['accepté approuvé adopté pour favorable', 'rejeté refusé contre défavorable'],
      ['avant', 'après'],
      ['gagné', 'perdu'],
    ],
    es: [
      ['subió sube aumentó aumenta creció crece más', 'bajó baja disminuyó cayó cae descendió menos'],
      ['aceptó aprobó apoyó favor', 'rechazó negó contra'],
      ['antes', 'después'],
      ['ganó', 'perdió'],
    ],
  }),
);

const OPPOSITES = new Map<string, ReadonlySet<string>>();

function oppositesIn(language: string): ReadonlySet<string> {
  const known = OPPOSITES.get(language);
  if (known !== undefined) return known;
  const pairs = new Set<string>();
  for (const [left, right] of SIDES.get(language) ?? [])
    for (const a of left.split(' ')) for (const b of right.split(' ')) add(a, b);
  if (language === 'en') {
    for (const pair of WORDNET_ANTONYMS.trim().split(/\s+/)) {
      const [left = '', right = ''] = pair.split('/');
      add(stemWord(left, 'en'), stemWord(right, 'en'));
    }
  }
  OPPOSITES.set(language, pairs);
  return pairs;

  function add(a: string, b: string): void {
    pairs.add(`${a}/${b}`);
    pairs.add(`${b}/${a}`);
  }
}

/** Whether two lower-case words say the opposite of each other. */
export function areOpposite(left: string, right: string, language: string): boolean {
  if (left === right) return false;
  if (isTimeUnit(left) && isTimeUnit(right)) return stemWord(left, language) !== stemWord(right, language);
  const pairs = oppositesIn(language);
  if (pairs.has(`${left}/${right}`)) return true;
  if (language !== 'en') return false;
  const rights = formsOf(right);
  return formsOf(left).some(
    (a) => rights.some((b) => pairs.has(`${a}/${b}`)) || rights.some((b) => differByPrefix(a, b)),
  );
}

const TIME_UNITS =
  /^(?:(?:second|minute|hour|day|week|month|quarter|year|decade|centur|sekunde|stunde|tag|woche|monat|jahr)(?:s|n|e|en|y|ies)?|daily|weekly|monthly|quarterly|yearly|annually|hourly)$/;

export function isTimeUnit(lower: string): boolean {
  return TIME_UNITS.test(lower);
}

/** Words of Chinese and Japanese that turn a statement around, as they stand in text without spaces. */
const UNSPACED = new Map(
  Object.entries<ReadonlyArray<readonly [left: RegExp, right: RegExp]>>({
    zh: [
      [/赞成|支持|同意|通过|批准|接受|允许/u, /反对|否决|拒绝|驳回|不同意|禁止/u],
      [/增长|上升|上涨|增加|提高|提升|扩大|升至|涨/u, /下降|下跌|减少|降低|缩小|下滑|降至|跌/u],
      [/早/u, /晚/u],
      [/高于|超过|多于|大于/u, /低于|不到|少于|小于|不足/u],
      [/最大|最高|最多|最长/u, /最小|最低|最少|最短/u],
      [/盈利|利润/u, /亏损/u],
      [/之前|以前/u, /之后|以后/u],
      [/赢|胜/u, /输|负于|败/u],
      [/已经|已/u, /尚未|没有|未/u],
      [/全部|所有|全体/u, /部分|一些|少数|多数/u],
    ],
    ja: [
      [/賛成|支持|承認|可決/u, /反対|否決|拒否/u],
      [/増加|上昇|増え|上が|拡大/u, /減少|下落|減っ|下が|縮小/u],
      [/早/u, /遅/u],
      [/最大|最高|最多/u, /最小|最低|最少/u],
      [/黒字|利益/u, /赤字|損失/u],
      [/前に/u, /後に/u],
    ],
  }),
);

/** Whether one stretch of unspaced text says the opposite of another. */
export function areOppositeTexts(left: string, right: string, language: string): boolean {
  return (UNSPACED.get(language) ?? []).some(
    ([one, other]) =>
      (one.test(left) && !other.test(left) && other.test(right) && !one.test(right)) ||
      (other.test(left) && !one.test(left) && one.test(right) && !other.test(right)),
  );
}

/** The stem, and the stem without a comparative ending. */
function formsOf(lower: string): string[] {
  const forms = [stemWord(lower, 'en')];
  const base = /^(.{3,}?)(?:ier|iest|er|est)$/.exec(lower)?.[1];
  if (base !== undefined)
    forms.push(stemWord(base, 'en'), `${base}e`, stemWord(`${base}y`, 'en'), base.replace(/(.)\1$/, '$1'));
  return forms;
}

function differByPrefix(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (short.length < 4) return false;
  return ['un', 'in', 'im', 'ir', 'il', 'non', 'dis', 'mis'].some((prefix) => long === prefix + short);
}
