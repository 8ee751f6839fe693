/** Common characters with two forms: the simplified one first, then the traditional one. */
const PAIRS =
  '个個们們这這来來时時说說国國会會过過对對为為学學发發后後么麼没沒还還见見问問样樣开開经經头頭动動长長两兩点點从從' +
  '实實现現业業东東车車电電机機关關进進种種应應当當书書话話与與义義间間体體给給样樣无無万萬门門马馬员員张張报報声聲' +
  '条條战戰难難议議结結设設总總认認决決运運军軍则則变變将將华華办辦带帶组組务務联聯层層权權类類约約选選虽雖连連远遠' +
  '单單亲親达達转轉该該术術记記观觀论論热熱帮幫严嚴题題显顯济濟计計线線数數产產区區响響标標证證护護环環规規视視领領' +
  '众眾众衆团團际際导導习習写寫买買卖賣边邊让讓请請识識谁誰课課调調谈談谢謝质質费費资資赛賽银銀钱錢错錯铁鐵阳陽' +
  '阴陰队隊随隨险險项項顺順须須预預风風飞飛饭飯馆館验驗鱼魚鸟鳥麦麥黄黃龙龍龟龜齐齊兴興农農冲衝减減划劃刘劉创創' +
  '别別剧劇劳勞势勢医醫协協双雙台臺号號听聽启啟员員园園围圍图圖圣聖场場坏壞块塊坚堅处處备備复復够夠奖獎妇婦孙孫宁寧' +
  '宝寶审審宪憲宽寬尔爾尽盡届屆属屬岁歲岛島币幣师師广廣庆慶库庫归歸录錄态態怀懷恶惡惊驚愿願戏戲户戶扩擴扫掃担擔据據' +
  '损損换換摄攝敌敵断斷旧舊显顯晓曉极極构構枪槍桥橋检檢楼樓欢歡残殘毕畢气氣汉漢汤湯沟溝泽澤洁潔测測湾灣湿濕满滿灵靈' +
  '灾災炉爐烟煙爱愛牵牽独獨狱獄猎獵玛瑪疗療盐鹽监監盖蓋码碼础礎确確离離积積称稱稳穩穷窮竞競笔筆签簽简簡粮糧红紅纪紀' +
  '纳納纸紙细細织織终終绍紹绕繞统統继繼绩績续續维維综綜绿綠编編缓緩缘緣罗羅胜勝脑腦脚腳艺藝节節苏蘇荣榮药藥获獲营營' +
  '补補装裝览覽触觸订訂训訓讲講许許访訪评評诉訴词詞试試诗詩诚誠详詳误誤读讀谓謂象象贝貝负負贡貢责責贤賢败敗货貨贫貧' +
  '购購贯貫贵貴贸貿赏賞赵趙跃躍车車轮輪软軟较較载載输輸辞辭迁遷迟遲适適递遞遗遺邮郵释釋针針钟鐘锁鎖镇鎮闭閉闻聞阶階陆陸';

const SIMPLIFIED = new Set<string>();
const TRADITIONAL = new Set<string>();
const characters = [...PAIRS];
for (let i = 0; i + 1 < characters.length; i += 2) {
  const simplified = characters[i] ?? '';
  const traditional = characters[i + 1] ?? '';
  if (simplified === traditional) continue;
  SIMPLIFIED.add(simplified);
  TRADITIONAL.add(traditional);
}
// 后 and 台 are also traditional characters of their own; 干 and 面 likewise.
for (const shared of '后台里只系准') SIMPLIFIED.delete(shared);

/** Counts the characters of a text that are only simplified, and those that are only traditional. */
export function countChineseForms(text: string): { simplified: number; traditional: number } {
  let simplified = 0;
  let traditional = 0;
  for (const character of text) {
    if (SIMPLIFIED.has(character)) simplified++;
    else if (TRADITIONAL.has(character)) traditional++;
  }
  return { simplified, traditional };
}
