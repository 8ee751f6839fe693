import { describe, expect, test } from 'vitest';
import { groundSummary } from '#text/ground-summary.ts';

const REST: Record<string, string> = {
  en: 'The weather in the old town was mild that week, and the streets were full.',
  de: 'Das Wetter in der Altstadt war in dieser Woche mild, und die Straßen waren voll.',
  fr: 'Le temps était doux cette semaine dans la vieille ville, et les rues étaient pleines.',
  es: 'El tiempo fue suave esta semana en la ciudad vieja, y las calles estaban llenas.',
  zh: '本周老城区天气温和，街上人很多。',
  ja: '今週、旧市街の天気は穏やかで、通りには人が多かった。',
};

/** Writes a sentence with the cut part in braces, and says whether the sentence without it is quoted. */
function isQuotedWithout(language: string, marked: string): boolean {
  const source = `${marked.replace(/[{}]/gu, '')} ${REST[language]}`;
  const cut = marked.replace(/\{[^}]*\}/gu, '').trim();
  const summary = cut.charAt(0).toUpperCase() + cut.slice(1);
  const { sentences } = groundSummary(source, summary, { language, summaryLanguage: language });
  return sentences.every(({ state }) => state === 'quoted');
}

describe('a sentence is quoted without', () => {
  test.each([
    ['a time of an event', 'en', 'The mill burned down{ on Sunday}.'],
    ['a time in the middle', 'de', 'Ein Brand zerstörte {am Sonntag }das Dach der Mühle.'],
    ['a period at the start', 'fr', '{La semaine dernière, }deux plongeurs ont trouvé une cloche.'],
    ['a day at the start', 'zh', '{上周，}两名潜水员在沉船附近找到一口铜钟。'],
    ['a day at the start', 'ja', '{昨日、}市議会は自転車道の案を可決した。'],
    ['what it came after', 'en', 'Ann Lee resigned on Friday{ after a long dispute with the board}.'],
    ['what it came after', 'de', 'Das Gericht wies {nach kurzer Beratung }zwei der drei Klagen ab.'],
    ['what happened then', 'es', 'El comité aplazó la votación{ cuando el presidente enfermó}.'],
    ['what happened then', 'de', 'Der Ausschuss vertagte die Abstimmung{, als der Vorsitzende erkrankte}.'],
    ['a setting', 'es', 'El puerto vendió el martes la vieja grúa{ en una subasta pública}.'],
    ['a setting of something planned', 'en', 'The next meeting is on 11 April{ in the same room}.'],
    ['the start of something planned', 'fr', 'Le vélo sera vendu aux enchères{ à partir de lundi}.'],
    [
      'a contrast to another subject',
      'en',
      'The museum bought the maps{, but the archive kept the letters}.',
    ],
    ['a concession', 'de', 'Die Jury lobte den Entwurf{, obwohl er teuer ist}.'],
    ['a second deed', 'en', 'Ann Lee sold the farm to her neighbour{ and moved to the coast}.'],
    ['a form of address', 'fr', '{Mme }Hanna Vorst a démissionné vendredi.'],
    ['a connective', 'en', 'Ann Lee {then }sold the farm to her neighbour.'],
    ['a remark between dashes', 'es', 'La panadería {–un negocio familiar– }abrió una tienda en Orliz.'],
    ['a remark in brackets', 'zh', '面包店{（一家家族企业）}在奥利镇开了分店。'],
    ['an aim', 'zh', '{为改善采光，}工人更换了灯塔的全部玻璃。'],
    ['an aim', 'ja', '学校は、{創立100年を祝うため、}画集を出した。'],
    ['a reason', 'zh', '{由于大厅没有暖气，}乐团取消了两场音乐会。'],
    ['a name beside its role', 'zh', '仓储主管{王芳}询问新仓库能否在春节前启用。'],
    ['a time of an event, whatever follows', 'en', '{In June, }the firm bought a mill that is not for sale.'],
    ['words of time', 'fr', '{Dans la nuit de samedi à dimanche, }un incendie a détruit la grange.'],
    ['a year', 'es', '{En 1998, }la ciudad compró el molino.'],
    ['a time before two clauses', 'zh', '{去年十月，}公司收购了隔壁的仓库，花费三百万元。'],
    ['a month before two clauses', 'ja', '{3月には、}市が古い倉庫を買い、12の部屋に分けた。'],
    ['since when', 'fr', '{Depuis lundi, }des bénévoles nettoient la plage.'],
    ['more about a time', 'es', 'La empresa vendió el barco en mayo{, cuando los precios eran altos}.'],
    ['what came shortly after', 'fr', 'La société a vendu le pré en mai{, peu avant la hausse des prix}.'],
    ['a reason of what is denied', 'fr', "La société n'a pas vendu le bateau{, faute d'acheteur}."],
    [
      'a reason with a verb of saying',
      'de',
      'Die Brücke ist gesperrt{, weil sich der Beton nicht prüfen ließ}.',
    ],
    ['a reason with "not" in it', 'en', 'The bridge will stay closed{, as the steel has not arrived}.'],
    ['a reason', 'ja', '農家は、{雨が続いたため、}収穫を延ばした。'],
    ['a ground', 'ja', '市は、{屋根が傷んだとして、}古い倉庫を閉じた。'],
    ['an aim with "not" in it', 'de', 'Die Brücke bleibt gesperrt{, um die Pfeiler nicht zu belasten}.'],
    ['an aim', 'en', 'The firm closed the mill{ in order to cut costs}.'],
    ['a concession', 'fr', 'La guilde a publié les chiffres{ malgré plusieurs demandes}.'],
    ['a concession at the start', 'zh', '{尽管下雨，}学校举办了运动会。'],
    ['a second deed', 'de', 'Der Trainer verließ den Platz{ und sprach mit der Presse}.'],
    ['a second deed', 'fr', 'Le maire a signé la convention{ et visité le chantier}.'],
    ['an amount with "almost"', 'es', 'El concejo vendió el terreno{, por casi dos millones de euros}.'],
    ['what is told of one thing', 'de', 'Die Stadt kaufte das Gelände{, auf dem früher ein Kino stand}.'],
    ['what is told of a named person', 'ja', '{3年前に店を開いた}料理人の田中美香さんは、賞を受けた。'],
  ])('%s (%s: %s)', (_, language, marked) => {
    expect(isQuotedWithout(language, marked)).toBe(true);
  });
});

describe('a sentence is not quoted without', () => {
  test.each([
    ['the time of a state', 'en', '{In May, }the pool is free.'],
    ['the time of a state', 'es', 'La piscina{, los domingos,} es gratuita.'],
    ['the time of an amount', 'en', 'Sales rose {on Monday }by 4 percent.'],
    ['the time of a habit', 'zh', '商店九点开门{，周日则十一点开门}。'],
    ['the group that a rule is for', 'de', 'Der Eintritt ist frei{ (für Mitglieder)}.'],
    ['the place of a rule', 'fr', 'La ville a interdit les voitures{ dans le centre}.'],
    ['what chooses among several', 'en', 'The bank closed its branches{ near the stations of the north}.'],
    ['what chooses among all', 'en', 'Every pupil passed the test{ in the morning group}.'],
    ['the best of what', 'en', 'The film won the first prize{ in a small town festival}.'],
    ['one of two times', 'en', 'The crates left Gothmere on Tuesday and the pallets{ on Friday}.'],
    ['what is compared', 'de', 'Der Preis war höher{, als die Stadt erwartet hatte}.'],
    ['what a verb needs', 'en', 'The firm named the ship{ after the late queen}.'],
    [
      'a contrast that takes it back',
      'fr',
      'La cour a relaxé la firme{, mais la relaxe ne vaut que pour un chef}.',
    ],
    ['a reason that "not" may deny', 'es', 'El alcalde no dimitió{ porque lo pidiera la oposición}.'],
    ['a condition', 'ja', '電池は、{明るさを下げると、}9時間もつ。'],
    ['a way that makes it possible', 'ja', '会員は、{事前に予約して、}無料で利用できる。'],
    ['an exception', 'ja', '会社は、{北部の店を除いて、}営業を始めた。'],
    ['a subject', 'zh', '姐姐留在村里，{妹妹搬到城里，}在工厂做工。'],
    ['days that come again', 'es', '{De lunes a viernes, }la verja se cerró a las seis.'],
    ['since when something is counted', 'en', '{Since 2010, }the club has won four titles.'],
    ['since when something is denied', 'fr', "{Depuis 2019, }la société n'a jamais payé."],
    ['the day of a state', 'fr', 'La piscine est gratuite{, le dimanche}.'],
    ['the time of a rule', 'en', 'Members pay nothing{, during the first three months}.'],
    [
      'a reason that "nicht" may deny',
      'de',
      'Der Trainer ist nicht gegangen{, weil die Presse es verlangte}.',
    ],
    ['who says so', 'es', 'La empresa cerró{ debido a la huelga según el sindicato}.'],
    ['who says so', 'de', 'Das Bad wurde verkauft{, weil die Pumpen alt sind, sagte die Sprecherin}.'],
    ['what something is allowed for', 'de', 'Hunde dürfen hinein{, um Blinde zu führen}.'],
    ['whom something is for', 'es', 'La entrada es libre{, para los niños menores de seis años}.'],
    ['what it was tested in', 'en', '{In a study of mice, }the drug helped.'],
    ['an amount', 'de', 'Der Umsatz sank im vergangenen Jahr{ um 4 Prozent}.'],
    ['what a need is for', 'fr', 'Une ferme doit acheter 35 tonnes{ pour passer la saison}.'],
    ['an hour', 'en', 'The owner admitted guests{ after nine}.'],
    ['the time of what was ordered', 'en', 'The judge ordered the firm to pay{ after the appeal}.'],
    ['what takes it back', 'fr', "Le conseil a adopté le plan{ et l'a retiré en mai}."],
    ['what chooses among several', 'de', 'Der Arzt half den Patienten{, die Fieber hatten}.'],
    ['a question', 'ja', '{跡地を売るのかと問われ、}町長は「そのつもりはない」と答えた。'],
    ['what chooses among several', 'ja', '{県外に住む}会員の年間費用は、3千円だ。'],
    ['that somebody is it no more', 'ja', '{引退した}選手の山田隆は、町を訪れた。'],
    ['days that come again', 'zh', '图书馆开放到九点{，周末到五点}。'],
    ['a limit', 'zh', '门票免费{，限前一百名}。'],
  ])('%s (%s: %s)', (_, language, marked) => {
    expect(isQuotedWithout(language, marked)).toBe(false);
  });
});
