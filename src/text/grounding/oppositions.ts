import { stemWord } from '#text/stem.ts';
import { WORDNET_ANTONYMS } from './wordnet-antonyms.ts';

/** Two sides of one matter: each word of a left side opposes each word of its right side. */
const SIDES: Readonly<Record<string, ReadonlyArray<readonly [left: string, right: string]>>> = {
  en: [
    [
      'rise rises rose risen rising increase increased grow grew grown growing growth gain gained climb climbed jump jumped surge surged soar soared up improve improved expand expanded higher raise raised more doubled tripled strengthen strengthened widen widened warmer larger longer heavier faster',
      'fall falls fell fallen falling decrease decreased drop dropped decline declined shrink shrank shrunk lose lost slump slumped plunge plunged sink sank cut reduce reduced lower lowered down slip slipped fewer less halved worsen worsened weaken weakened narrow narrowed cooler smaller shorter lighter slower',
    ],
    [
      'accept accepts accepted approve approves approved allow allows allowed uphold upholds upheld pass passed back backs backed support supports supported endorse endorsed grant granted adopt adopted agree agrees agreed ratify ratified favour favor confirm confirmed welcome welcomed praise praised permit permitted for',
      'reject rejects rejected defeat defeated dismiss dismissed overturn overturned oppose opposes opposed refuse refused deny denies denied block blocked veto vetoed decline declined abstain abstained quash quashed disagree disagreed condemn condemned criticise criticised criticize criticized ban banned forbid against',
    ],
    ['win wins won winning victory beat beats succeed succeeded success', 'lose loses lost losing defeat fail failed failure'],
    ['open opens opened begin begins began start starts started launch launched', 'close closes closed end ends ended stop stops stopped finish finished'],
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
    ['zu zugestimmt angenommen befürwortet befürworten dafür für genehmigt', 'ab abgelehnt dagegen gegen verworfen'],
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
};

const OPPOSITES = new Map<string, ReadonlySet<string>>();

function oppositesIn(language: string): ReadonlySet<string> {
  const known = OPPOSITES.get(language);
  if (known !== undefined) return known;
  const pairs = new Set<string>();
  for (const [left, right] of SIDES[language] ?? [])
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
  const pairs = oppositesIn(language);
  if (pairs.has(`${left}/${right}`)) return true;
  if (language !== 'en') return false;
  const rights = formsOf(right);
  return formsOf(left).some(
    (a) => rights.some((b) => pairs.has(`${a}/${b}`)) || rights.some((b) => differByPrefix(a, b)),
  );
}

/** The stem, and the stem without a comparative ending. */
function formsOf(lower: string): string[] {
  const forms = [stemWord(lower, 'en')];
  const base = /^(.{3,}?)(?:ier|iest|er|est)$/.exec(lower)?.[1];
  if (base !== undefined)
    forms.push(stemWord(base, 'en'), stemWord(`${base}e`, 'en'), stemWord(`${base}y`, 'en'));
  return forms;
}

function differByPrefix(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (short.length < 4) return false;
  return ['un', 'in', 'im', 'ir', 'il', 'non', 'dis', 'mis'].some((prefix) => long === prefix + short);
}
