/**
 * Words whose loss or exchange changes what a sentence claims, by class. A sentence counts as supported only if these
 * agree with the passage; a conflict between two of them is what "contradicted" is made of.
 */
export type CriticalClass =
  | 'negation'
  | 'hedge'
  | 'condition'
  | 'quantifier'
  | 'comparison'
  | 'order'
  | 'relation'
  | 'attribution'
  | 'cause';

type Lists = Partial<Record<CriticalClass, string>>;

const ENGLISH: Lists = {
  negation:
    'not no never none nobody nothing neither nor without hardly barely scarcely unable deny denies denied denying refuse refuses refused refusing fail fails failed failing reject rejects rejected decline declines declined lack lacks lacked unlikely impossible forbidden banned',
  hedge:
    'may might could would will shall should must can possibly perhaps maybe probably likely reportedly allegedly apparently supposedly potentially possible potential seem seems seemed appear appears appeared suggest suggests suggested expect expects expected plan plans planned propose proposes proposed hope hopes hoped intend intends intended consider considers considered considering aim aims aimed estimate estimates estimated forecast forecasts predict predicts predicted due scheduled about around roughly nearly almost approximately some alleged suspected threatened threaten threatens want wants wanted try tries tried trying attempt attempts attempted believe believes believed think thinks thought fear feared fears former ex acting deputy would-be so-called prospective draft tentative partly partially mainly mostly largely chiefly usually normally generally typically often sometimes occasionally used going ready set prepared willing',
  condition:
    'if unless provided providing until till once otherwise except only even whether depending subject pending assuming',
  quantifier:
    'all every each both most many some few several any half majority minority entire whole always unanimous unanimously everyone everybody everywhere anyone somebody someone least exactly just single sole alone either nobody',
  comparison:
    'more less fewer greater higher lower than twice double triple half most least fewest best worst',
  order:
    'before after until since earlier later previously first last next already yet still again formerly ago',
  relation: 'against for by from without over under above below up down between towards instead despite',
  attribution:
    'said say says saying told tell tells claim claims claimed argue argues argued according accuse accuses accused warn warns warned insist insists insisted stress added adds call calls called think believes',
  cause: 'because since due therefore thanks owing caused cause causes',
};

const GERMAN: Lists = {
  negation:
    'nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder ohne kaum lehnt lehnte lehnten ab abgelehnt verweigert verweigerte bestreitet bestritt',
  hedge:
    'kann können könnte könnten soll sollen sollte sollten will wollen wollte wird werden würde würden dürfte dürften mag vielleicht wohl womöglich möglicherweise wahrscheinlich voraussichtlich angeblich offenbar vermutlich geplant plant planen erwartet erwarten rechnet rechnen hofft hoffen rund etwa knapp fast ungefähr mutmaßlich teilweise meist',
  condition: 'falls wenn sofern außer bis solange nur selbst ob',
  quantifier:
    'alle allen aller alles jede jeder jedes jeden beide beiden meisten viele einige wenige mehrere hälfte mehrheit immer einstimmig mindestens höchstens genau ganze ganzen',
  comparison: 'mehr weniger höher niedriger als doppelt halb größer kleiner meisten wenigsten',
  order: 'vor nach bevor nachdem seit zuvor danach zuerst zuletzt bereits schon noch wieder früher später',
  relation: 'gegen für von über unter statt trotz zwischen',
  attribution: 'sagte sagt sagten laut zufolge erklärte behauptet behauptete warnte nach',
  cause: 'weil wegen aufgrund deshalb daher',
};

const FRENCH: Lists = {
  negation: 'ne pas non jamais aucun aucune rien ni sans nie refuse refusé rejeté rejette',
  hedge:
    'peut peuvent pourrait pourraient devrait devraient serait seraient va vont peut-être probablement envisage prévoit prévu prévue espère estime environ près presque quelque',
  condition: "si sauf jusqu'à à moins condition seulement uniquement même",
  quantifier:
    'tous toutes tout toute chaque deux plupart beaucoup certains certaines quelques plusieurs moitié majorité toujours moins exactement unanimité',
  comparison: 'plus moins que double deux fois moitié',
  order: 'avant après depuis déjà encore premier dernier plus tard',
  relation: 'contre pour par sans sur sous malgré entre',
  attribution: 'dit déclaré affirme affirmé selon',
  cause: 'parce car raison cause grâce',
};

const SPANISH: Lists = {
  negation: 'no nunca jamás ningún ninguno ninguna nadie nada ni sin niega negó rechaza rechazó',
  hedge:
    'puede pueden podría podrían debería sería serían va van quizá quizás probablemente prevé previsto prevista espera estima unos unas casi cerca alrededor aproximadamente',
  condition: 'si salvo excepto hasta solo sólo aunque',
  quantifier:
    'todos todas todo toda cada ambos ambas mayoría muchos muchas algunos algunas pocos varios mitad siempre menos exactamente unanimidad',
  comparison: 'más menos que doble mitad mayor menor',
  order: 'antes después desde ya aún todavía primero último',
  relation: 'contra para por sobre bajo entre pese',
  attribution: 'dijo declaró afirmó según',
  cause: 'porque debido causa',
};

const CHINESE: ReadonlyArray<readonly [CriticalClass, RegExp]> = [
  [
    'negation',
    /不(?!断|少|仅|同|久|止|但|论|管)|没有?|未(?!来)|并非|无法|无(?=人|需|意)|从未|尚未|拒绝|否认|反对|否决|禁止/gu,
  ],
  [
    'hedge',
    /可能|也许|或许|大概|大约|(?<![合条契节公签制纽预])约(?![定束会])|近(?=\d)|估计|预计|预期|计划|打算|(?<![模虚])拟|考虑|希望|有望|据称|似乎|应该|应当|必须|可以|能够|(?<![协员大事议社机工商国年晚省盟奥博集宴部学教委])会(?![议员上谈长计展晤见面场费])|将|(?<![重主需])要(?![求素闻])|(?<![思理])想|几乎|左右|曾/gu,
  ],
  ['condition', /如果|(?<=^|[，。；：“])若|除非|只要|只有|前提|直到|一旦|即使|仅/gu],
  [
    'quantifier',
    /全部|所有|全体|每|(?<![首成])都(?!市)|一致|部分|多数|大多|少数|一些|一半|半数|至少|最多|任何|总是/gu,
  ],
  ['comparison', /更(?![新换])|(?<![百分占同环])比(?![例赛率重])|超过|低于|高于|多于|少于|两倍|一倍|最/gu],
  ['order', /之前|以前|之后|以后|前(?=，)|后(?=，)|已经?|仍|尚|首次|最后|此前|随后/gu],
  ['relation', /对(?=.{1,8}表示)|被|由|向|从/gu],
  ['cause', /因为|由于|因(?!此)|所以|导致/gu],
];

const JAPANESE: ReadonlyArray<readonly [CriticalClass, RegExp]> = [
  ['negation', /ない|ません|なかった|なく|ず(?=に|、)|反対|否定|拒否/gu],
  ['hedge', /かもしれ|だろう|でしょう|見込み|予定|可能性|約|ほぼ|近く|見通し|検討|べき|らしい|はず/gu],
  ['condition', /もし|場合|なければ|限り|だけ|のみ/gu],
  ['quantifier', /すべて|全て|全員|各|半分|多く|一部|少なくとも|いずれ/gu],
  ['comparison', /より|以上|以下|最も|倍/gu],
  ['order', /前に|後に|まで|以来|すでに|既に|まだ/gu],
];

const CLASSES: ReadonlyMap<string, Map<string, CriticalClass>> = new Map([
  ['en', invert(ENGLISH)],
  ['de', invert(GERMAN)],
  ['fr', invert(FRENCH)],
  ['es', invert(SPANISH)],
]);

function invert(lists: Lists): Map<string, CriticalClass> {
  const classes = new Map<string, CriticalClass>();
  for (const [name, words] of Object.entries(lists))
    for (const word of words.split(' ')) if (!classes.has(word)) classes.set(word, name as CriticalClass);
  return classes;
}

/** The class of a word in lower case, if it is a critical one. */
export function criticalClassOf(lower: string, language: string): CriticalClass | null {
  return CLASSES.get(language)?.get(lower) ?? null;
}

/** Where critical words stand in unspaced text. */
export function criticalSpans(
  text: string,
  language: string,
): { start: number; end: number; kind: CriticalClass }[] {
  const patterns = language === 'ja' ? JAPANESE : CHINESE;
  return patterns.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      kind,
    })),
  );
}
