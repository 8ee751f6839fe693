import { stemWord } from '#text/language/stem.ts';

/** General English words that may stand for each other in a paraphrase, one group a line. */
const SYNONYMS = `
say state tell report announce declare mention note remark comment express claim explain describe add reveal disclose confirm acknowledge admit confess share convey inform communicate relay
ask inquire question query request wonder enquire
discuss talk converse speak chat debate address cover conversation discussion
begin start commence open launch initiate kick onset
end finish conclude complete close stop cease terminate halt
increase rise grow climb surge jump gain expand raise up boost improve growth hike higher
decrease fall drop decline reduce lower shrink cut down slump dip reduction diminish lessen slash
show demonstrate display exhibit present reveal indicate prove illustrate showcase
help assist aid support facilitate enable allow permit let
give provide offer supply deliver grant present issue furnish propose
get obtain receive acquire gain secure earn fetch
buy purchase acquire procure
sell market vend
make create produce build construct generate develop form craft manufacture
use utilize employ apply leverage utilise usage
need require demand necessitate must
want wish desire hope like intend
think believe consider feel deem reckon suppose view opinion regard
expect anticipate forecast predict project foresee assume predicted
plan intend aim goal objective target purpose
try attempt seek strive effort endeavour
find discover detect identify locate spot uncover determine
know understand realize recognize aware
learn study find discover
big large huge great major massive enormous significant substantial considerable sizeable sizable vast
small little minor tiny slight modest
new novel recent fresh latest modern
old former previous prior past earlier preceding existing
good great excellent strong positive solid favorable nice fine
bad poor negative weak unfavorable terrible
important key crucial essential vital significant critical main major principal primary central
many several numerous multiple various diverse different range variety array lots plenty
quick fast rapid swift prompt speedy quickly
easy simple effortless straightforward uncomplicated plain
hard difficult tough challenging
happy glad pleased delighted satisfied joyful content
sad unhappy upset disappointed
angry furious irate mad outraged annoyed
child kid youngster boy girl son daughter
man male guy gentleman
woman female lady
people person individual resident folk human citizen
company firm business corporation enterprise organization organisation venture startup
client customer consumer buyer purchaser user
agent representative rep salesperson
employee worker staff personnel
boss manager leader head chief director executive
police officer cop authority
area region zone district place location site spot
home house residence property apartment flat dwelling
car vehicle auto automobile
money cash fund funds funding payment
cost price expense charge fee rate
profit earnings income revenue
meeting conference session gathering
problem issue trouble difficulty challenge concern
method approach technique framework strategy procedure way system algorithm model
result outcome finding consequence effect
paper study work article research
task job work assignment duty
feature attribute characteristic property aspect trait
product item goods merchandise
type kind sort variety form category
example instance case sample illustration
idea concept notion thought suggestion proposal
suggest propose recommend advise advocate
agree consent accept concur approve decide
decide determine choose opt resolve conclude settle
refuse reject decline deny dismiss
keep retain maintain hold preserve remain stay continue persist
change alter modify adjust shift vary transform switch move
fix repair mend correct resolve solve
break damage smash ruin
die pass perish death dead killed
kill murder slay
injure hurt wound harm
attack assault strike hit
arrest detain capture apprehend custody
accuse charge allege claim blame
crime offence offense
win triumph victory beat defeat
lose defeat loss
lead guide head direct
follow pursue track
join enter participate attend take
leave depart exit quit go
return come back
arrive reach come land
visit attend see
meet encounter see
watch see view observe look witness
hear listen
send deliver transmit dispatch forward transfer mail
bring carry take transport
call phone ring contact name dub telephone
named called titled dubbed known nicknamed referred
write author pen compose
read peruse
sign ink
speak talk
joke kid jest
love adore like enjoy
hate dislike loathe detest
fear worry dread concern afraid
protect guard defend safeguard shield
save rescue preserve
search seek hunt look
consist comprise include contain involve incorporate
focus concentrate center emphasize
highlight emphasize stress underline underscore
compare contrast
contribute add donate
combine merge integrate join unite
separate split divide
reduce minimize cut
maximize increase
improve enhance better boost upgrade strengthen raise
weaken undermine
cause lead trigger prompt provoke result due because
despite although though regardless while
about around approximately roughly nearly almost circa
also additionally moreover too furthermore well
however but yet nevertheless though
therefore thus hence so
often frequently regularly
always constantly invariably
now currently presently today nowadays
soon shortly
before prior previously earlier ago
after following later subsequently
together jointly collectively
total overall entire whole full complete
whole entire full all
only just solely merely
exact precise accurate
correct right accurate
wrong incorrect mistaken
real actual genuine true
fake false bogus
possible potential likely prospective
probable likely
free complimentary gratis
cheap inexpensive affordable
expensive costly pricey
rich wealthy affluent
famous renowned celebrated well-known popular
strange odd weird unusual
beautiful lovely gorgeous attractive
safe secure
dangerous risky hazardous unsafe
ill sick unwell
doctor physician medic
hospital clinic
school college academy
student pupil
teacher instructor tutor
year annum annual yearly
month monthly
quarter quarterly
game match contest
team squad side
player athlete
goal strike
film movie picture
song tune track melody
picture photo photograph image
show program programme series
trip journey travel tour voyage
holiday vacation
food meal dish
dinner supper meal
party celebration event
gift present
friend pal mate buddy
wife husband spouse partner
boyfriend girlfriend partner
mother mom mum parent
father dad parent
country nation state
government administration regime
law legislation act rule regulation
election vote poll ballot
president leader
war conflict battle fight combat
soldier troop trooper
weapon arm gun firearm
fire blaze
storm hurricane typhoon cyclone
crash collision accident
victim casualty
investigation probe inquiry
court tribunal
judge justice magistrate
lawyer attorney solicitor counsel
jail prison
guilty convicted
trial hearing
deal agreement contract accord pact
talks negotiations
rule regulation policy
right entitlement
test exam trial examination
measure gauge
data information details
network net
train teach learn
dataset corpus
performance result accuracy
efficient effective
robust resilient
achieve attain reach accomplish obtain gain
outperform exceed surpass beat better
tackle address solve handle deal
investigate examine explore study analyze analyse inspect
evaluate assess
introduce present propose
obtain get derive
limit restrict constrain
avoid prevent
ensure guarantee assure
various different diverse
unique distinctive individual special
customize personalize tailor customise configure
option choice alternative
plan scheme
price cost
benefit advantage perk
discount reduction
streamline simplify
magnify increase amplify
interested curious intrigued
worried concerned anxious
tired exhausted weary
ready prepared
busy occupied
late delayed
early soon
delay postpone
cancel scrap
distribute circulate spread share disseminate
memory recollection impression
exhibition exposition show
meaning definition denotation sense
begin open
persist continue remain
unchanged consistent steady stable flat
hilltop clifftop cliff
reveal disclose uncover
secret secretly covert private privately
back support secure
owned belonging owner property
`;

/** Pairs whose exchange turns a statement around. */
const ANTONYMS =
  'increase/decrease rise/fall grow/shrink gain/lose up/down higher/lower high/low more/less above/below most/least maximum/minimum ' +
  'improve/worsen better/worse best/worst strengthen/weaken strong/weak good/bad positive/negative success/failure succeed/fail ' +
  'win/lose winner/loser victory/defeat accept/reject agree/disagree approve/oppose support/oppose allow/prevent permit/forbid ' +
  'begin/end start/stop open/close first/last early/late before/after new/old young/old big/small large/small long/short ' +
  'fast/slow quick/slow easy/difficult simple/complex cheap/expensive free/paid rich/poor safe/dangerous legal/illegal ' +
  'guilty/innocent true/false right/wrong correct/incorrect accurate/inaccurate happy/sad love/hate like/dislike buy/sell ' +
  'male/female man/woman boy/girl father/mother husband/wife brother/sister son/daughter ' +
  'north/south east/west northern/southern eastern/western left/right inside/outside indoor/outdoor public/private ' +
  'include/exclude including/excluding add/remove arrive/leave enter/exit push/pull borrow/lend lend/borrow teach/learn ' +
  'inflation/deflation surplus/deficit profit/loss income/expense asset/liability import/export supply/demand ' +
  'majority/minority many/few always/never all/none everyone/nobody possible/impossible likely/unlikely able/unable ' +
  'known/unknown usual/unusual common/rare famous/unknown domestic/foreign local/global temporary/permanent formal/informal ' +
  'optimistic/pessimistic confident/doubtful satisfied/dissatisfied successful/unsuccessful efficient/inefficient effective/ineffective ' +
  'adjusted/unadjusted personalized/generic customizable/fixed streamline/complicate simplify/complicate praise/criticize praise/vilify ' +
  'contentment/frustration deny/confirm deny/admit hide/reveal conceal/reveal protect/attack save/waste expand/contract ' +
  'accelerate/slow advance/retreat ascend/descend attract/repel build/destroy create/destroy cause/prevent combine/separate ' +
  'connect/disconnect continue/stop decline/improve defend/attack encourage/discourage exceed/trail outperform/underperform ' +
  'extract/ignore forget/remember freeze/melt hire/fire live/die alive/dead dead/alive maximize/minimize optional/mandatory ' +
  'optional/required ordinary/extraordinary past/future previous/next raise/lower upper/lower supervised/unsupervised ' +
  'sufficient/insufficient adequate/inadequate stable/unstable static/dynamic superior/inferior top/bottom major/minor ' +
  'voluntary/involuntary win/loss annual/monthly daily/weekly weekly/monthly monthly/yearly quarterly/annual morning/evening day/night ' +
  'summer/winter spring/autumn today/tomorrow yesterday/tomorrow last/next inferior/superior underestimate/overestimate ' +
  'underestimated/overestimated hot/cold warm/cold wet/dry heavy/light hard/soft full/empty wide/narrow deep/shallow thick/thin ' +
  'employer/employee landlord/tenant landlord/roommate teacher/student doctor/patient buyer/seller parent/child uncle/aunt ' +
  'secret/public secretly/publicly secretly/openly quietly/loudly troubled/successful troubled/triumphant flawed/flawless removing/adding remove/add ' +
  'certainty/uncertainty known/unknown decline/growth decline/increase drop/rise drop/increase cut/raise reduce/increase reduce/raise lower/raise slow/rapid weaken/improve ' +
  'deteriorate/improve hinder/help discourage/encourage complicated/simple complex/simple limited/unlimited limited/extensive narrow/broad minimal/maximal ' +
  'earnings/losses automated/manual automatic/manual advanced/basic arrested/acquitted convicted/acquitted recommend/condemn praise/condemn keep/remove ' +
  'agree/refuse accept/refuse optimism/pessimism hope/despair peace/war ally/enemy friend/enemy amateur/professional ancient/modern';

/** Both are made on first use. */
let groups: Map<string, number[]> | undefined;
let opposites: Map<string, string[]> | undefined;

/** Groups of synonyms that a stem belongs to. */
export function synonymGroups(stem: string): readonly number[] {
  groups ??= buildGroups();
  return groups.get(stem) ?? [];
}

/** Stems that say the opposite of a stem. */
export function oppositesOf(stem: string): readonly string[] {
  opposites ??= buildOpposites();
  return opposites.get(stem) ?? [];
}

function buildGroups(): Map<string, number[]> {
  const built = new Map<string, number[]>();
  SYNONYMS.trim()
    .split('\n')
    .forEach((line, number) => {
      for (const word of line.split(' ')) push(built, stemWord(word, 'en'), number);
    });
  return built;
}

function buildOpposites(): Map<string, string[]> {
  const built = new Map<string, string[]>();
  for (const pair of ANTONYMS.split(' ')) {
    const [left = '', right = ''] = pair.split('/').map((word) => stemWord(word, 'en'));
    push(built, left, right);
    push(built, right, left);
  }
  return built;
}

const NEGATIVE_PREFIXES: ReadonlyArray<readonly [prefix: string, shortestRest: number]> = [
  ['un', 4],
  ['in', 6],
  ['im', 6],
  ['ir', 6],
  ['il', 6],
  ['non', 5],
];

/** The same word with a negative prefix added or taken off: flexible and inflexible. */
export function prefixedOpposites(lower: string): string[] {
  const opposites: string[] = [];
  for (const [prefix, shortestRest] of NEGATIVE_PREFIXES) {
    if (lower.length >= shortestRest) opposites.push(prefix + lower);
    if (lower.startsWith(prefix) && lower.length - prefix.length >= shortestRest)
      opposites.push(lower.slice(prefix.length));
  }
  return opposites;
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}
