/** Countries and regions with the words for their people, in English. One country a line. */
const COUNTRIES = `
afghanistan afghan
albania albanian
algeria algerian
america american us usa states
angola angolan
argentina argentine argentinian
armenia armenian
australia australian
austria austrian
azerbaijan azerbaijani
bahrain bahraini
bangladesh bangladeshi
belarus belarusian
belgium belgian
bolivia bolivian
bosnia bosnian
botswana botswanan
brazil brazilian
britain british uk briton britons kingdom
bulgaria bulgarian
cambodia cambodian
cameroon cameroonian
canada canadian
chile chilean
china chinese prc
colombia colombian
congo congolese
croatia croatian croat
cuba cuban
cyprus cypriot
czechia czech
denmark danish dane
ecuador ecuadorian
egypt egyptian
england english
estonia estonian
ethiopia ethiopian
europe european eu
finland finnish finn
france french
georgia georgian
germany german
ghana ghanaian
greece greek
hungary hungarian
iceland icelandic
india indian
indonesia indonesian
iran iranian
iraq iraqi
ireland irish
israel israeli
italy italian
jamaica jamaican
japan japanese
jordan jordanian
kazakhstan kazakh
kenya kenyan
korea korean
kosovo kosovan
kuwait kuwaiti
latvia latvian
lebanon lebanese
libya libyan
lithuania lithuanian
luxembourg luxembourgish
malaysia malaysian
malta maltese
mexico mexican
moldova moldovan
mongolia mongolian
montenegro montenegrin
morocco moroccan
mozambique mozambican
myanmar burmese burma
namibia namibian
nepal nepali nepalese
netherlands dutch holland
nigeria nigerian
norway norwegian
oman omani
pakistan pakistani
palestine palestinian
panama panamanian
paraguay paraguayan
peru peruvian
philippines philippine filipino
poland polish pole
portugal portuguese
qatar qatari
romania romanian
russia russian
rwanda rwandan
scotland scottish scots
senegal senegalese
serbia serbian serb
singapore singaporean
slovakia slovak
slovenia slovenian
somalia somali
spain spanish spaniard
sudan sudanese
sweden swedish swede
switzerland swiss
syria syrian
taiwan taiwanese
tanzania tanzanian
thailand thai
tunisia tunisian
turkey turkish türkiye turk
uganda ugandan
ukraine ukrainian
uruguay uruguayan
venezuela venezuelan
vietnam vietnamese
wales welsh
yemen yemeni
zambia zambian
zimbabwe zimbabwean
africa african
asia asian
nordic scandinavia scandinavian
arctic
`;

const COUNTRY_OF = new Map<string, number>();
COUNTRIES.trim()
  .split('\n')
  .forEach((line, number) => {
    for (const word of line.split(' ')) {
      COUNTRY_OF.set(word, number);
      COUNTRY_OF.set(`${word}s`, number);
    }
  });

/** The number of the country that a lower-case word names, or whose people it names. */
export function countryOf(lower: string): number | undefined {
  return COUNTRY_OF.get(lower);
}
