/** Common words of reports, in the form of concept-words.ts. They only help to find the passage. */
export const TOPIC_WORDS = `
company|company firm business compan|unternehmen firma betrieb|entreprise société|empresa compañía|公司 企业|会社 企業
factory|factory plant bakery works. site|werk fabrik bäckerei|usine boulangerie|fábrica planta panader|工厂 面包厂 厂|工場
job|job jobs. post position employ staff worker employee|stelle arbeitsplatz arbeitsplätze beschäftigt mitarbeiter|emploi poste salari employé|empleo puesto trabajador emplead|员工 就业 岗位 职位 工人|従業員 雇用 社員 職
union|union|gewerkschaft|syndicat|sindicato|工会|組合
strike|strike|streik|grève|huelga|罢工|ストライキ
vote|vote voting ballot|stimm abstimm wahl|vot scrutin|vot|投票 表决|投票
council|council|rat. stadtrat gemeinderat|conseil|ayuntamiento concejo consejo|议会 委员会 市政|議会 市議会
mayor|mayor|bürgermeister|maire|alcald|市长|市長
government|government minist|regierung minist|gouvernement minist|gobierno minist|政府 部长|政府 大臣
party|party|partei|parti.|partido|党|党
court|court tribunal|gericht|cour. tribunal|tribunal corte|法院 法庭|裁判所
judge|judge|richter|juge|juez jueza|法官|裁判官 判事
ruling|ruling verdict judgment judgement|urteil|jugement arrêt verdict|sentencia fallo|判决 裁决|判決
appeal|appeal|berufung revision|appel.|apel recurr|上诉|控訴 上告
lawyer|lawyer solicitor barrister attorney|anwalt anwält|avocat|abogad|律师|弁護士
landlord|landlord landlady|vermieter|propriétaire bailleur|casero propietari arrendador|房东|家主 大家
tenant|tenant|mieter|locataire|inquilin arrendatari|租户 租客|借主 賃借
rent|rent.|miete|loyer|alquiler|租金|家賃
compensation|compensation damages|entschädig schadenersatz|indemnis dommages|indemniza compensación|赔偿|賠償 補償
pay|pay paid.|zahl bezahl|pay|pag|支付 付款|支払
price|price cost|preis kosten kostet|prix coût|precio cost|价格 成本 费用|価格 費用 料金
invoice|invoice bill.|rechnung|facture|factura|发票|請求書
order|order|bestell auftrag|command|pedido|订单|注文
discount|discount|rabatt|remise réduction|descuento|折扣|割引
revenue|revenue sales turnover|umsatz|chiffre_d'affaires revenu ventes|ingreso ventas facturación|营收 收入 销售|売上 収益
share|shares. stock|aktie|action.|acción acciones|股价 股票|株価 株
bank|bank|bank|banque|banco|银行|銀行
tax|tax|steuer|impôt taxe|impuesto|税|税
money|money fund|geld|argent fonds|dinero fondos|资金 钱|資金 お金
green|green|grün|vert. verts. verte|verde|绿|緑
year|year|jahr|an. ans. année|año|年|年
study|study research|studie forsch|étude recherch|estudio investiga|研究|研究 調査
scientist|researcher scientist|forscher wissenschaftler|chercheur scientifique|investigador científic|研究人员 科学家|研究者 科学者
university|universit|universität|université|universidad|大学|大学
fish|fish char.|fisch|poisson|pez peces pescado|鱼|魚
lake|lake|see. seen.|lac.|lago|湖|湖
ice|ice.|eis.|glace|hielo|冰|氷
age|age. aged lifespan|alter lebensdauer|âge vie|edad vida|年龄 寿命|年齢 寿命
weight|heav weigh weight|gewicht schwer|poids lourd|peso pesad|重|重 体重
temperature|temperature warm|temperatur|températur|temperatura|温度 气温|温度 気温
water|water|wasser|eau.|agua|水|水
river|river|fluss|rivière fleuve|río|河 江|川
house|house home building|haus gebäude wohn|maison bâtiment logement|casa edificio vivienda|房 住宅 建筑|家 住宅 建物
city|city town|stadt|ville|ciudad|城市 市|市 都市
school|school|schul|école|escuela colegio|学校|学校
child|child|kind.|enfant|niñ|儿童 孩子|子ども 子供
hospital|hospital|krankenhaus klinik|hôpital|hospital|医院|病院
doctor|doctor physician|arzt ärzt|médecin|médic|医生|医師
patient|patient|patient|patient|paciente|患者 病人|患者
disease|disease illness|krankheit|maladie|enfermedad|疾病 病|病気
police|police|polizei|police.|policía|警方 警察|警察
accident|accident crash|unfall|accident|accidente|事故|事故
fire|fire.|feuer brand|incendie|incendio|火灾|火災
train|train. railway|zug. bahn|train.|tren|火车 列车|列車 電車
car|car. vehicle|auto fahrzeug|voiture véhicule|coche vehículo|汽车 车|車
flight|flight airline|flug|vol. avion|vuelo|航班|便 航空
ship|ship. ferry|schiff fähre|navire bateau|barco buque|船|船
parcel|parcel package shipment|paket sendung|colis envoi|paquete envío|包裹 货|荷物 小包
deliver|deliver arriv|liefer ankomm|livr arriv|entreg lleg|送达 交付 到达|配達 届
send|send sent. shipped|schick gesendet versandt|envoy expédi|envi|寄 发送|送っ 送付 発送
return|return|zurück|renvoy retour|devol|寄回 退回|返送 返品
broken|broken damaged defect faulty|kaputt defekt beschädigt|défectueu cassé|rot. roto defectuos dañad|损坏|壊れ 破損 故障
headset|headset headphone|kopfhörer headset|casque|auricular|耳机|ヘッドセット
account|account|konto|compte|cuenta|账户|口座 アカウント
customer|customer client|kunde|client|client|客户 顾客|顧客 客
product|product|produkt|produit|producto|产品|製品 商品
production|production produce make makes made_ turns_out|produktion herstell produzier stellt_her|produ fabri|produc fabric|生产 制造 投产|生産 製造
move|move. moved relocat shift|verleg verlager|déplac transf|traslad|迁 转移|移転 移す
announce|announc said. say. says. told|sagte. kündigte teilte erklär|annonc déclar a_dit|anunci dijo. declar|宣布 表示 说 称|発表 述べ 語っ
decide|decid decision|beschloss beschlossen entschied entscheid|décid décision|decid decisión|决定|決定 決め
plan|plan. plans. planned|plan. plant. geplant vorhaben|prévoi prévu projet plan.|plane prevé previst proyecto plan.|计划 拟|計画 予定
expect|expect|erwart rechnet|attend prév|esper prevé|预计 预期|予想 見込 見通
warn|warn|warn|averti alert mis_en_garde|advirt advert|警告 提醒|警告
blame|blam|begründ|accus imput|culp|归咎 归因|原因 責任
offer|offer|angebot bot_ bietet angeboten|offre offert propos|ofert ofreci propuesta|提供 报价|提案 申し出
agree|agreement deal contract|vertrag vereinbar abkommen|contrat accord|contrato acuerdo|合同 协议|契約 合意
sign|sign. signed|unterzeich unterschr|sign|firm|签署 签|署名 調印
member|member|mitglied|membre|miembro|成员 会员|会員 メンバー
director|director manag chief_executive head_of|geschäftsführ direktor leiter chef|direct dirigeant patron|director directora gerente|总经理 董事 主任|社長 取締役 代表
chair|chair|vorsitzend|présiden|presiden|董事长 主席|会長 議長
founder|found|gründ|fond|fund|创始 创办 成立|創業 設立
analyst|analyst|analyst analysten|analyst|analista|分析师|アナリスト
investor|invest|invest|invest|invers invert|投资|投資
land|land. site. plot ground|gelände grundstück areal|terrain site.|terreno solar|土地 地块|土地 敷地 用地
pool|pool.|freibad schwimmbad bad.|piscine|piscina|泳池|プール
renovate|renovat refurbish|sanier|rénov|renov|翻新 改造|改修
night|night|nacht|nuit|noche|夜|夜
building|build|bau|constru bâti|constru|建设 建造|建設 建て
report|report|bericht|rapport|informe|报告|報告
energy|energy power. electric|energie strom|énergie électri|energía eléctric|能源 电|エネルギー 電力 電気
environment|environment|umwelt|environnement|medio_ambiente ambiental|环境 环保|環境
save|sav.  save. saved saves. saving|spar|économis épargn|ahorr|节省|節約 削減
team|team|mannschaft team|équipe|equipo|球队 团队|チーム
player|player|spieler|joueur|jugador|球员|選手
match|match game|spiel|match|partido|比赛|試合
season|season|saison|saison|temporada|赛季|シーズン
book|book|buch|livre.|libro|书|本
film|film movie|film|film|película|电影|映画
award|award prize|preis|prix|premio|奖|賞
software|software version|software version|logiciel version|software versión|软件 版本|ソフト バージョン
user|user|nutzer benutzer|utilisat|usuari|用户|ユーザー 利用者
data|data|daten|données|datos|数据|データ
letter|letter|brief schreiben|lettre|carta|信|手紙
friend|friend|freund|ami.|amig|朋友|友人
life|life live|leben|vie.|vida|生命 生活|人生 生活
law|law. statute|gesetz|loi.|ley.|法律|法律
right|right. rights.|recht|droit|derecho|权利|権利
week|week|woche|semaine|semana|周 星期|週
training|training|schulung training|formation|formación|培训|研修 訓練
supermarket|supermarket|supermarkt|supermarché|supermercado|超市|スーパー
housing|housing|wohnungen wohnungsbau|logements|viviendas|住宅 住房|住宅
industry|industr|industrie|industri|industri|工业|工業 産業
slap|slap|schlag ohrfeige|gifle|bofetada|耳光|平手
talks|talks negotiat|gespräch verhand|négocia|negocia|谈判|交渉 協議
wage|wage salar pay.|lohn löhn gehalt|salaire|salario sueldo|工资 薪|賃金 給料
building_work|repair|reparat|répara|repara|维修 修理|修理
damp|damp mould mold|feucht schimmel|humid moisiss|humed moho|潮湿 霉|湿気 カビ
deposit|deposit|kaution|caution dépôt|depósito fianza|押金|敷金 保証金
flat|flat. apartment|wohnung|appartement|piso apartamento|公寓 住房|アパート 部屋
evidence|evidence proof|beweis beleg|preuve|prueba|证据|証拠
expert|expert|gutachter experte sachverständig|expert|expert perit|专家|専門家
witness|witness|zeug|témoin|testig|证人|証人
journal|journal|fachzeitschrift zeitschrift|revue|revista|期刊 杂志|誌 雑誌
spring|spring.|frühling frühjahr|printemps|primavera|春|春
summer|summer|sommer|été.|verano|夏|夏
autumn|autumn|herbst|automne|otoño|秋|秋
winter|winter|winter|hiver|invierno|冬|冬
food|food feed|futter nahrung lebensmittel|nourriture aliment|aliment comida|食物 食品|食べ物 食品 餌
number|number|zahl anzahl|nombre|número|数量 人数|数
result|result find finding found.|ergebnis|résultat|resultado|结果 发现|結果
start|start begin began begun launch|beginn begann begonnen start|commenc début lanc|comenz empez inici|开始 启动|始ま 開始
end|end. ended ends. finish complet|end. endet beendet abgeschlossen|termin fini achev|termin finaliz acab|结束 完成|終了 終わ 完了
participate|participa took_part take_part involved|teilnehm teilgenommen beteilig|particip|particip|参与 参加|参加
design|design|entwurf entworfen gestalt|conce conçu|diseñ|设计|設計 デザイン
arrest|arrest detained|festgenommen verhaft festnahm|arrêté arrest|deten arrest|逮捕 拘留|逮捕
injure|injur hurt. wounded|verletz|bless|herid|受伤 伤|けが 負傷 怪我
kill|kill|getötet tötet|tué tuer|mat. mató muert|丧生 遇难|死亡
driver|driver|fahrer|conduct chauffeur|conductor|司机|運転手
road|road street|straße|route rue.|carretera calle|道路 公路 街|道路 通り
bridge|bridge|brücke|pont.|puente|桥|橋
bus|bus. buses. shuttle|bus. busse|bus. autobus navette|autobús autobuses|巴士 公交|バス
station|station|bahnhof station|gare. station|estación|车站 站|駅
sleep|sleep slept|schlaf|somm dorm|sueño dorm|睡眠|睡眠
effect|effect|wirkung effekt|effet|efecto|效果 影响|効果 影響
trial|trial|studie versuch|essai procès|ensayo juicio|试验 审判|試験 裁判
participant|participant volunteer|teilnehmer freiwillig|participant volontaire|participante voluntari|参与者 志愿者|参加者 ボランティア
medicine|drug. medicine medication|medikament arznei|médicament|medicamento fármaco|药|薬
group|group|gruppe|groupe|grupo|组 集团|グループ 組
adult|adult|erwachsene|adulte|adult|成年人 成人|成人 大人
goal|goal|tor. tore.|but. buts.|gol.|进球|ゴール
shot|shot|schuss schüsse|tir. tirs.|tiro|射门|シュート
referee|referee|schiedsrichter|arbitre|árbitro|裁判员 主裁|審判
coach|coach trainer manager|trainer|entraîneur|entrenador|主教练 教练|監督 コーチ
league|league table.|liga tabelle|ligue championnat classement|liga clasificación|联赛 积分榜|リーグ 順位
fine|fine. fined|geldstrafe bußgeld|amende|multa|罚款|罰金
penalty|penalty|elfmeter strafe|pénalty peine|penalti pena|点球 处罚|罰 ペナルティ
damage|damage|schaden schäden beschädigt|dommage dégât endommag|daño|损坏 损害|損害 被害
test|test|test prüf|test|prueba test|测试 检测|検査 テスト
shop|shop store. bookshop|laden geschäft buchhandlung|magasin librairie|tienda librería|商店 书店|店 書店
restaurant|restaurant café cafe|restaurant café|restaurant café|restaurante cafetería|餐厅 咖啡|レストラン カフェ
owner|owner|besitzer eigentümer inhaber|propriétaire|dueñ propietari|业主 老板|所有者 オーナー
resident|resident inhabitant|bewohner einwohner anwohner|habitant résident|residente habitante vecin|居民|住民
visitor|visitor tourist guest|besucher gäste tourist|visiteur touriste|visitante turista|游客 访客|観光客 訪問者
island|island|insel|île|isla|岛|島
lighthouse|lighthouse|leuchtturm|phare|faro|灯塔|灯台
sea|sea. ocean|meer.|mer. océan|mar. océano|海|海
weather|weather storm|wetter sturm|temps. tempête|tiempo tormenta|天气 风暴|天気 嵐
flood|flood|überschwemm hochwasser|inond crue|inund|洪水 淹|洪水 浸水
animal|animal|tier.|animal animaux|animal|动物|動物
bird|bird|vogel vögel|oiseau|ave. aves. pájaro|鸟|鳥
tree|tree|baum bäume|arbre|árbol|树|木
university_staff|professor lecturer|professor|professeur|profesor|教授|教授
student|student pupil|student schüler|étudiant élève|estudiante alumn|学生|学生 生徒
teacher|teacher|lehrer|enseignant professeur|maestr profesor|老师 教师|教師 先生
husband|husband|ehemann mann.|mari. époux|marido esposo|丈夫|夫
wife|wife|ehefrau|femme épouse|esposa mujer|妻子|妻
family|family|familie|famille|familia|家庭 家人|家族
president|president|präsident|président|president|总统 主席|大統領 会長
election|election|wahl|élection|eleccion elección|选举|選挙
parliament|parliament|parlament|parlement|parlamento|议会|議会
budget|budget|haushalt etat|budget|presupuesto|预算|予算
loan|loan. debt|kredit darlehen schulden|prêt dette|préstamo deuda|贷款 负债|融資 負債 借金
machine|machine robot device|maschine gerät roboter|machine appareil robot|máquina aparato robot|机器 设备|機械 装置 ロボット
battery|batter|akku batterie|batterie|batería|电池|電池 バッテリー
phone|phone|telefon handy|téléphone|teléfono|电话 手机|電話 携帯
update|update|update aktualisier|mise_à_jour|actualiza|更新|更新 アップデート
password|password|passwort kennwort|mot_de_passe|contraseña|密码|パスワード
file|file. files.|datei|fichier|archivo fichero|文件|ファイル
subscription|subscription plan.|abo. abonnement tarif|abonnement|suscripción|订阅 套餐|購読 プラン
support|support. service|kundendienst support|service assistance|servicio soporte|客服 支持|サポート
safety|safety|sicherheit|sécurité|seguridad|安全|安全
permission|permit licence license permission|genehmig erlaubnis|permis autorisation|permiso licencia|许可 执照|許可 免許
construction|construction|bauarbeiten bau.|construction travaux|construcción obras|施工 建设|工事 建設
noise|noise|lärm|bruit|ruido|噪音|騒音
museum|museum|museum|musée|museo|博物馆|博物館
church|church|kirche|église|iglesia|教堂|教会
music|music concert|musik konzert|musique concert|música concierto|音乐|音楽
painting|painting|gemälde|tableau peinture|cuadro pintura|画|絵
garden|garden|garten|jardin|jardín|花园|庭
oven|oven bake|ofen back|four. cuire cuisson|horno horne|烤箱 烤|オーブン 焼
sugar|sugar|zucker|sucre|azúcar|糖|砂糖
flour|flour|mehl|farine|harina|面粉|小麦粉
butter|butter|butter|beurre|mantequilla|黄油|バター
diet|vegetarian vegan|vegetari vegan|végétari végan|vegetarian vegan|素食|菜食
signature|signature|unterschrift|signature|firma.|签名|署名
proposal|proposal motion|antrag vorschlag|proposition motion|propuesta moción|提案 建议|提案
opinion|consult opinion|einbezogen konsult befragt|consult|consult|征求 意见 咨询|相談 意見
imposed|impos levy tariff|zoll zölle verhäng|impos droits_de_douane|impon impuso arancel|加征 关税 征收|関税 課`;
