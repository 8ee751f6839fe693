/**
 * Function words by language. They are left out of content comparison and they vote on the language of a
 * text, so each list holds the commonest words only and keeps those that tell neighbours apart.
 */
const LISTS: Record<string, string> = {
  en: "a about above after again against all also am an and any are aren't as at be because been before being below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each even ever every few for from further get go going gonna got had hadn't has hasn't have haven't having he her here hers herself him himself his how however i if i'd i'll i'm in into is isn't it it's its itself i've just kind let like many may me might mine more most much must my myself no nor not now of off oh ok okay on once one only or other our ours out over own quite rather really said same say says she should shouldn't since so some still such than that that's the their theirs them then there there's these they they're this those though through to too uh um under until up upon us very was wasn't we well were weren't what when where whether which while who whom whose why will with within without won't would wouldn't yeah yes yet you you're your yours yourself",
  de: 'aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass dein dem den der des dich die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es für gegen hat hatte hatten ich ihm ihn ihr ihre im in ins ist ja kann kein keine können mehr mein mich mir mit muss nach nicht noch nun nur ob oder ohne schon sein seine seit sich sie sind so soll sowie über um und uns unser unter vom von vor war waren was wenn werden wie wieder wir wird wo wurde wurden zu zum zur zwischen',
  fr: "à afin ai ainsi alors après au aucun aussi autre aux avait avant avec avoir c'est car ce cela ces cet cette ceux chez comme contre dans de depuis des deux dont du elle elles en encore entre est et étaient était être eu fait il ils je jusqu la le les leur leurs lors lui mais me même mes moins mon ne ni nos notre nous on ont ou où par pas pendant peu peut plus pour qu quand que qui sa sans se selon ses si son sont sous sur ta te tous tout toute très tu un une vers vos votre vous y",
  es: 'a al algo algunos ante antes así aunque bajo bien cada como con contra cual cuando de del desde donde dos durante e el ella ellas ellos en entre era eran es esa ese eso esta está están este esto estos fue fueron ha había han hasta hay la las le les lo los más me mi mientras muy nada ni no nos nosotros o otra otro para pero poco por porque pues que qué quien se según ser si sí sido sin sobre son su sus también tan tanto tiene todo todos tras tu un una uno unos y ya yo',
  pt: 'a ao aos apenas após as até cada com como contra da das de dela dele depois desde do dos e é ela elas ele eles em entre era eram essa esse esta está estão este eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós num numa o os ou para pela pelas pelo pelos por porque quando que quem são se sem ser será seu seus sob sobre sua suas também tem têm tinha um uma você vocês',
  it: "a ad ai al alla alle allo anche ancora avere aveva c'è che chi ci come con contro cui da dagli dai dal dalla dalle degli dei del della delle dello di dopo dove due e è ed era erano essere fra già gli ha hanno ho i il in io la le lei li lo loro lui ma mentre mi molto ne nei nel nella nelle no noi non nostro o ogni per perché però più poi prima può quale quando quanto quella quello questa questo qui se sei senza si sia sono sua sugli sui sul sulla suo tra tu tutti tutto un una uno voi",
  nl: 'aan al alle als bij daar dan dat de deze die dit door een en er geen had haar hadden heb hebben heeft hem het hij hoe hun ik in is ja je kan kon maar me meer men met mijn moet na naar niet niets nog nu of om omdat ons ook op over reeds te tegen tot u uit uw van veel voor waar waren was wat werd wie wij wil worden wordt zal ze zei zich zij zijn zo zonder zou',
  sv: 'alla än är att av blev bli blir båda då de den denna deras dess det detta dig din dock du där efter ej eller en ett för från får ha hade han hans har hon hur i icke in inte jag kan kunde man med mellan men mig min mot mycket ni nu när och om oss på samma sedan sig sin ska skulle som så till under upp ut utan vad var vara vem vi vid vilka är över',
  da: 'af alle alt anden at begge blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter eller en end er et for fordi fra få ham han hans har havde hende hun hvad hvis hvor hvordan i ikke ind jeg jo kan kunne man med meget men mere mig min mod når ned nogle nu og også om op os over på sig skal skulle som så til ud under var ved vi vil ville være været',
  no: 'alle at av ble bli blir både da de dei deg den denne der deres det dette dine du eg ein eit eller en er et etter for fordi fra få ha hadde han har hun hva hvem hvis hvor hvordan i ikke ingen inn jeg kan kunne man med meg mellom men mer mot må når nå noe noen og også om opp oss over på seg selv sin skal skulle som så til under ut var ved vi vil ville vært å',
  fi: 'että ei eivät ennen hän he hänen ja jo joka jos joten kanssa koska kuin kun me mikä minä mitä mukaan mutta myös niin nyt oli olisi ollut on ovat sekä se sen siitä sillä tai tämä tämän vain vielä voi',
  pl: 'a aby ale albo bo być był była było były by co czy dla do gdy gdzie go i ich ile im ja jak jako jego jej jest jeszcze już kiedy która które którego którzy który lub ma może na nad nie niż o od oraz po pod przed przez przy się są ta tak także tego tej ten też to tylko tym u w we więc z za ze że',
  cs: 'a aby ale ani až bez být byl byla bylo by či co do i jak jako je jeho její jejich jen ještě již k kde která které který kteří když ku má mezi na nad ne nebo není než o od po pod podle pro proti před při s se si sice stále svůj ta tak také tento té to tom tu u už v ve však všechno z za ze že',
  tr: 'ama ancak bir biz bu çok da daha de değil diye en gibi göre hem her için ile ise kadar ki mi ne o olan olarak oldu olduğu onun sonra şey ve veya ya yok',
  id: 'ada adalah agar akan antara apa atau bagi bahwa banyak beberapa belum bisa dalam dan dapat dari dengan di dia hanya harus ia ini itu juga kami karena ke kepada kita lain lebih mereka oleh pada para saat sebagai sebuah secara sehingga sejak seperti setelah sudah telah tersebut tidak untuk yang',
  vi: 'bị bởi các cái cho có của cùng cũng đã đang đây để đến được gì hay hơn khi không là lại làm mà một này năm nếu người nhiều như nhưng những nên ở phải ra rằng rất sau sẽ tại theo thì trên trong từ và vào về với vì',
  ru: 'а без бы был была были было быть в вам вас во вот все всего вы где да для до его ее если есть еще же за здесь и из или им их к как когда кто ли мы на над не него нее нет ни но ну о об он она они от по под при с со так также там то того тоже только том ты у уже что чтобы эта эти это этого этот я',
  uk: 'а або але без би був була були було в вже ви від він вона вони все де для до є ж з за і із й його їх її як який яка які коли ми на над не ні о об один по при про та так також те то тому у це цей цього ці чи ще що щоб я',
  ar: 'أن إلى إن أو أي بعد بين تم ثم حتى حول خلال ذلك على عن عند غير في قال قبل قد كان كانت كل كما لا لكن لم لن له لها ليس ما مع من منذ هذا هذه هو هي و وقد وكان ولا التي الذي الذين',
  fa: 'از است اما آن این با باید بر برای بود بوده به تا تر چه خود در را شد شده شود که می نیز ها های هم هر همه هیچ و وی یا یک',
  hi: 'और का की के को है हैं था थे थी में से पर यह वह इस उस ने कि जो तो भी एक नहीं हो कर करने किया गया लिए साथ तक ही या अपने',
};

const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(' '))]),
);

const NONE: ReadonlySet<string> = new Set();
const NO_LANGUAGES: readonly string[] = [];

/** The function words of a language, by its primary subtag; empty when none are known. */
export function stopwordsOf(language: string | undefined): ReadonlySet<string> {
  if (language === undefined) return NONE;
  return SETS.get(primarySubtag(language)) ?? NONE;
}

const LANGUAGES: ReadonlyMap<string, readonly string[]> = invert();

/** Languages that use a word as a function word. */
export function languagesOfStopword(word: string): readonly string[] {
  return LANGUAGES.get(word) ?? NO_LANGUAGES;
}

function invert(): Map<string, string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, words] of SETS) {
    for (const word of words) languages.set(word, [...(languages.get(word) ?? []), language]);
  }
  return languages;
}

export function primarySubtag(language: string): string {
  const dash = language.indexOf('-');
  return (dash < 0 ? language : language.slice(0, dash)).toLowerCase();
}
