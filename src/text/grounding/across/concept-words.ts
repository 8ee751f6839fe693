/**
 * Concepts and the words for them, one a line: name | English | German | French | Spanish | Chinese | Japanese. A word
 * stands for every word that begins with it; a full stop behind it asks for the whole word. Chinese and Japanese words
 * are found anywhere.
 */
export const CONCEPT_LANGUAGES = ['en', 'de', 'fr', 'es', 'zh', 'ja'] as const;

/** Concepts that exclude each other in the same place. */
export const OPPOSITES: ReadonlyArray<readonly [string, string]> = [
  ['rise', 'fall'],
  ['more', 'less'],
  ['higher', 'lower'],
  ['before', 'after'],
  ['for', 'against'],
  ['approve', 'reject'],
  ['win', 'lose'],
  ['allow', 'forbid'],
  ['confirm', 'deny'],
  ['cheap', 'dear'],
  ['fast', 'slow'],
  ['long', 'short'],
  ['young', 'old'],
  ['warm', 'cold'],
  ['wet', 'dry'],
  ['big', 'small'],
  ['heavy', 'light'],
  ['deep', 'shallow'],
  ['twice', 'half'],
  ['all', 'none'],
  ['most', 'few'],
  ['always', 'never'],
  ['success', 'failure'],
  ['better', 'worse'],
  ['guilty', 'innocent'],
  ['buy', 'sell'],
  ['open', 'close'],
  ['hire', 'dismiss'],
  ['north', 'south'],
  ['east', 'west'],
  ['left', 'right'],
  ['man', 'woman'],
  ['father', 'mother'],
  ['son', 'daughter'],
  ['brother', 'sister'],
  ['married', 'divorced'],
  ['born', 'died'],
  ['refund', 'replacement'],
  ['free', 'paid'],
  ['public', 'secret'],
  ['early', 'late'],
  ['first', 'last'],
  ['import', 'export'],
  ['lend', 'borrow'],
  ['strong', 'weak'],
  ['optimist', 'pessimist'],
  ['safe', 'dangerous'],
  ['minimum', 'maximum'],
  ['above', 'below'],
  ['morning', 'evening'],
  ['profit', 'loss'],
  ['required', 'optional'],
  ['encrypt', 'plain'],
  ['plaintiff', 'defendant'],
  ['monthly', 'yearly'],
  ['delay', 'advance'],
];

export const POLAR_WORDS = `
rise|rose. rise. rises. risen. rising. increas grew. grow. grown. growing growth climb gain. gained gains. jump surge surged soar went_up grew. widened|stieg. stiegen. steig gestiegen zunahm nahm_zu wuchs. wachs gewachsen erhöh zulegt kletter anstieg zunahme gewinn.n|augment. augmenté augmentation hausse. progress croissance croît grimp accru|aument subió. subieron. subir. suben. sube. crec increment alza. alzas. subida|增长 上升 上涨 增加 提高 攀升 升至 增至 上调 涨|増加 増え 上昇 伸び 高まっ 上がっ 値上
fall|fell. fall. falls. fallen. falling. decreas declin drop. dropped drops. dropping dropp shrank shrunk sank. slid. slump plung reduc cut. cuts. halved lower. lowered dip. dipped|sank. sanken. sink gesunken fiel. fielen. gefallen rückgang abnahm abgenommen schrumpf verring nahm_ab reduzier gesenkt senk halbiert|baiss chute chuté diminu recul réduit réduc tomb baissé|baj. bajó. bajar. bajan. cay. cayó cayeron caíd disminu descend descen redu redujo caer|下降 下跌 减少 降低 降至 减至 跌 缩减 下滑 下调 减半|減少 減っ 減り 低下 下落 下がっ 落ち込 減益 減収 半減
more|more. greater.|mehr. größer|plus. davantage|más. mayor.|更多 多于 多出 多了|より多 上回
less|less. fewer. smaller.|weniger. kleiner. geringer|moins.|menos. menor.|更少 少于 少了 不如|より少 下回
higher|higher. highest.|höher höchst|élevé haut. hauts.|alto. alta. altos. superior|更高 高于 高出 走高 最高|高い 高く 最高
lower|lower. lowest.|niedriger. niedrig. niedrigst tiefer.|faible. bas. basse. inférieur|bajo. baja. bajos. inferior|更低 低于 走低 最低|低い 低く 最低
before|before. ahead_of prior_to earlier.|vor. bevor. vorher zuvor.|avant. auparavant|antes.|之前 以前 前 事先|前に まで 以前
after|after. since. following. afterwards|nach. nachdem danach|après. ensuite|después. tras.|之后 以后 后 随后|後に 以降 のち
for|in_favour in_favor voted_for vote_for support. supported supports. backed. backs. is_for endors favour|dafür. stimmte_für stimmten_für für_die unterstütz befürwort zugestimmt|voté_pour favorable soutien soutenu soutient appuy|a_favor apoy respald favorable|支持 赞成 拥护|賛成 支持
against|against. oppos voted_against objected|dagegen. gegen. lehn abgelehnt ablehn|contre. oppos|contra. opon opus oposi rechaz|反对 反對|反対
approve|approv upheld. uphold adopt passed. accept. accepted agreed. agree.|genehmig gebilligt billig angenommen stattgegeben bestätigt|approuv adopt accept valid confirmé|aprob acept adopt ratific|批准 通过 同意 接受 维持|承認 可決 受け入れ 認め
reject|reject refus turned_down dismissed. denied. declin overturn struck_down|abgelehnt lehnte lehnten verweiger zurückgewiesen abgewiesen aufgehoben verworfen|rejet refus repouss débouté|rechaz neg. negó deneg desestim|拒绝 否决 驳回 推翻 回绝|拒否 否決 却下 棄却 断っ
win|won. win. wins. winning. victor defeated. beat.|gewann. gewonnen. gewinnt. gewinnen. sieg. siegte|gagn remport victoire|gan. ganó ganaron victoria|赢 获胜 胜 夺冠|勝 優勝
lose|lost. lose. loses. losing. defeat.|verlor. verloren. verliert. verlieren. unterlag. niederlage|perd défaite|perd derrota|输 失利 败|敗 負け 失う 失っ
allow|allow permit let. lets. permission|erlaub darf. dürfen. gestatt zulässig|autoris permet permis peuvent.|permit autoriz pueden.|允许 准许 可以|許可 認められ できる
forbid|forbid ban. banned bans. prohibit bar. barred not_allowed|verbot verbiet untersagt|interdi|prohíb prohib vet|禁止 不得 不准|禁止
confirm|confirm admit acknowledg|bestätig gab_zu zugegeben|confirm admis reconn|confirm admit recono|承认 证实 确认|認めた 確認
deny|denied. deny. denies. denying.|bestritt. bestreit leugn dementier|nié. nie. démenti|neg. negó niega desmint|否认|否定 否認
cheap|cheap|billig. billiger günstig preiswert|bon_marché moins_cher|barat económic|便宜 廉价|安い 安く 安価
dear|expensive dearer pric|teuer. teurer kostspielig|coûteux coûteuse cher. chère plus_cher|caro. cara. caros. costos|昂贵 更贵 贵|高価 高い
fast|fast. faster. fastest. quick|schnell|vite. rapid|rápid|更快 快 迅速|速い 速く 早い
slow|slow|langsam|lent|lent. lento. lenta. lentamente despacio|慢|遅い 遅く
long|long. longer. longest.|lang. länger. längst lange.|long. longs. longue|larg|更长 长|長い 長く
short|short|kurz. kürzer|court|corto. corta. cortos|更短 短|短い 短く
young|young|jung. jünger|jeune|joven jóvenes|年轻 更小|若い 若く
old|older. oldest. elder|älter|âgé vieux|mayor. viej|更老 年长|年上 高齢
warm|warm hot. hotter heat|warm. wärm heiß|chaud|cálid calient calor|温暖 暖 炎热 高温|暖か 温か 暑
cold|cold cool|kalt. kält kühl|froid frais.|frí|寒冷 冷|寒 冷た
wet|wet. rain|nass feucht regen|humide pluie|húmed lluv|潮湿 下雨|湿 雨
dry|dry. drought|trocken dürre|sec. sèche sécheresse|sec. seca sequía|干燥 干旱|乾燥 干ばつ
big|bigger biggest large larger largest|groß größer|grand plus_grand|grand. grande mayor.|更大 大型 最大|大き 最大
small|smaller smallest small tiny|klein|petit|pequeñ menor.|更小 小型 最小|小さ 最小
heavy|heav|schwerer schwer.|lourd|pesad|更重 重|重い 重く
light|lighter.|leichter.|léger légère|liger|更轻 轻|軽い 軽く
deep|deep|tief. tiefer|profond|profund|更深 深|深い 深く
shallow|shallow|flach seicht|peu_profond|poco_profund|更浅 浅|浅い 浅く
twice|twice. double. doubled doubling two_times|doppelt zweimal verdoppel|deux_fois double|doble. dos_veces duplic|两倍 翻番 加倍|2倍 二倍 倍増
half|half. halved halving|halb hälfte halbier|moitié|mitad|一半 减半 半数|半分 半減 半数
all|all. every. everyone each. entire whole both.|alle. allen. aller. jede sämtlich beide|tous. toutes. tout. chaque|todos. todas. todo. cada|全部 所有 一致 都 全体|すべて 全て 全員 全部
none|none. nobody no_one|kein keine niemand|aucun personne_n|ningún ninguna nadie|没有一 无人 没有任何 毫无|誰も 一つも 全くな
most|most. majority mostly|meisten. mehrheit überwiegend|plupart majorité|mayoría|大多数 多数 大部分|大半 ほとんど 多く
few|few. minority little|wenige. minderheit|peu. minorité|pocos. pocas. minoría|少数 很少|少数 わずか
always|always|immer. stets|toujours|siempre|总是 一直 始终|常に いつも
never|never|nie. niemals|jamais|nunca jamás|从未 从不 从来没有|決して 一度も
success|succe|erfolg gelang gelungen|réuss succès|éxito logr|成功|成功
failure|fail|gescheitert scheiter misslang|éche échoué|fracas|失败 未能|失敗
better|better. best. improv|besser verbesser|mieux meilleur amélior|mejor|改善 更好 好转|改善 良く
worse|worse. worst. worsen deteriorat|schlechter verschlechter schlimmer|pire aggrav détérior|peor empeor|恶化 更差 更糟|悪化 悪く
guilty|guilty convict|schuldig verurteilt|coupable condamn|culpable conden|有罪 定罪|有罪
innocent|innocent acquit not_guilty|unschuldig freigesprochen freispruch|innocent acquitt|inocente absuel|无罪|無罪
buy|bought. buy. buys. buying. acquir purchas|kauft. kaufen. gekauft. kaufte erwarb erworben übernahm übernommen|achet acquis rachet|compr adquir|收购 购买 买|買収 購入 買っ
sell|sold. sell. sells. selling. sale.|verkauf|vend. vendu vente|vend. vendi venta|出售 卖|売却 売っ 販売
open|open. opened opens. opening|öffne eröffn offen.|ouvr ouvert|abr. abrió abier abrir|开放 开业 开幕 启用|開業 開い 開設 開か
close|clos shut|schließ geschlossen schloss. schließung|ferm|cerr cierr cierre|关闭 停业 关停|閉鎖 閉店 閉じ 閉ま
hire|hired. hire. hiring recruit employ. new_jobs|einstell eingestellt|embauch recrut|contrat|招聘 雇用 聘用|採用 雇用
dismiss|dismissed fired. sacked laid_off lose_their_jobs redundan job_cuts|entlass entließ kündig|licenci congédi|despid despid|解雇 裁员 裁掉 失业 开除|解雇 失業 職を失
north|north|nord|nord. septentrional|norte|北|北
south|south|süd|sud. méridional|sur. sureste meridional|南|南
east|east. eastern|ost. östlich osten|est. oriental|este. oriental|东|東
west|west. western|west|ouest. occidental|oeste. occidental|西|西
left|left_side left-hand|links. linke|gauche|izquierd|左|左
right|right_side right-hand|rechts. rechte_seite|droite.|derecha.|右侧 右边|右
man|man. men. male.|mann. männer|homme|hombre varón|男|男
woman|woman. women. female|frau. frauen|femme|mujer|女|女
father|father|vater|père|padre.|父亲|父
mother|mother|mutter|mère|madre.|母亲|母
son|son. sons.|sohn söhne|fils|hijo.|儿子|息子
daughter|daughter|tochter töchter|fille.|hija.|女儿|娘
brother|brother|bruder brüder|frère|hermano.|兄弟 哥哥 弟弟|兄 弟
sister|sister|schwester|sœur|hermana.|姐姐 妹妹|姉 妹
married|married. wedding|heirat|épous mari.|cas. casó|结婚|結婚
divorced|divorc|geschieden scheidung|divorc|divorci|离婚|離婚
born|born.|geboren|né. née.|nac. nació nacid|出生|生まれ
died|died. dies. dead. death|starb. gestorben. tod. tot.|mort. mourut décéd|muri falleci|去世 死亡 逝世|死亡 死去 亡くな
refund|refund money_back reimburs|erstatt geld_zurück|rembours|reembols devol|退款|返金
replacement|replacement exchange.|ersatz umtausch|remplacement échange|reemplaz cambio.|换货 更换|交換
free|free. free_of_charge at_no_cost|kostenlos gratis kostenfrei|gratuit sans_frais|gratis gratuit|免费|無料 無償
paid|fee. charge.|gebühr kostenpflichtig|payant|pago.|收费 付费|有料
public|public. publicly|öffentlich|public|públic|公开|公開
secret|secret confidential|geheim vertraulich|secret confidentiel|secret confidencial|秘密 保密|秘密
early|early. earlier. premature|früh|tôt. précoce|tempran pront|提前 较早 早|早く 早期
late|late. later.|spät|tard. tardi|tard. tarde|推迟 较晚 太迟|遅く 遅れ
first|first.|erste|premi|primer|第一 首次 首|最初 第一 初
last|last.|letzte|derni|últim|最后|最後
import|import|import einfuhr|import|import|进口|輸入
export|export|export ausfuhr|export|export|出口|輸出
lend|lend. lent. loaned|verleih|prêt|prest|借出 贷款给|貸し
borrow|borrow|leih. borg|emprunt|pid_prestado|借入|借り
strong|strong|stark. stärk|fort. forte|fuerte|强|強
weak|weak|schwach schwäch|faible|débil|弱|弱
optimist|optimis confident|optimis zuversicht|optimis confian|optimis|乐观|楽観
pessimist|pessimis doubt sceptic skeptic|pessimis skept|pessimis doute|pesimis dud|悲观 怀疑|悲観
safe|safe.|sicher. ungefährlich|sûr. sans_danger|segur. seguro. segura|安全|安全
dangerous|danger unsafe|gefährlich|danger|peligr|危险|危険
minimum|at_least minimum|mindest wenigstens|au_moins minim|al_menos mínim|至少 最少|少なくとも 最低
maximum|at_most up_to maximum no_more_than|höchstens maximal bis_zu|au_plus maxim jusqu|como_máximo máxim hasta.|最多 至多 不超过|最大 最高 以内
above|above. exceed|über. oberhalb übersteig|au-dessus dépass|encima super|超过 高于 以上|超え 以上
below|below. under.|unter. unterhalb|sous. au-dessous|debajo bajo.|低于 以下 不到|下回 以下 未満
morning|morning|morgen. morgens vormittag|matin|mañana|上午 早上 早晨|午前 朝
evening|evening afternoon night|abend nachmittag nacht|soir après-midi nuit|tarde. noche|晚上 下午 傍晚|夕方 午後 夜
profit|profit|gewinn|bénéfice profit|benefici gananc|利润 盈利|利益 黒字
loss|loss. losses.|verlust|perte|pérdida|亏损 损失|損失 赤字
required|must. required. mandatory obligat have_to has_to need_to needs_to compuls|muss. müssen. pflicht erforderlich nötig|doit. doivent. obligatoire faut|debe. deben. obligatori tien_que|必须 需要 强制 必需|必要 なければ 義務 必須
optional|optional voluntar needn't need_not don't_need|freiwillig optional braucht_nicht|facultati volontaire pas_besoin|opcional voluntari no_necesit|不必 不需要 无需 自愿|任意 不要 必要はな 必要がな
encrypt|encrypt|verschlüssel|chiffr|cifr|加密|暗号
plain|unencrypted plain_text|unverschlüssel klartext|en_clair|sin_cifrar|未加密 明文|平文
plaintiff|plaintiff claimant|kläger|plaignant demandeur|demandante|原告|原告
defendant|defendant|beklagte angeklagte|défendeur prévenu|demandado acusado|被告|被告
monthly|month. monthly|monatlich|mensuel|mensual|每月 按月|毎月 月額
yearly|yearly annual|jährlich|annuel|anual|每年 按年|毎年 年額
delay|delay postpon put_off push_back|verschob verschoben verzöger|report. reporté retard|aplaz retras|推迟 延期 延迟|延期 遅れ
advance|brought_forward|vorgezogen|avancé|adelant|提前|前倒し`;
