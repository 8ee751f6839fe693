import type { Measure } from './quantity.ts';

// Dimension, unit, size in base units, words. Base units: metre, square metre, litre, gram, second, degree Celsius,
// kilometre per hour, joule, watt, byte.
const UNITS = `
length|millimetre|0.001|mm millimetre millimetres millimeter millimeters millimètres milímetro milímetros millimetri 毫米 ミリメートル ミリ миллиметров мм
length|centimetre|0.01|cm centimetre centimetres centimeter centimeters zentimeter zentimetern centimètre centimètres centímetro centímetros centimetri 厘米 センチ センチメートル сантиметров см
length|metre|1|metre metres meter meters metern mètre mètres metro metros metri 米 メートル метр метра метров
length|kilometre|1000|km kms kilometre kilometres kilometer kilometers kilometern kilomètre kilomètres kilómetro kilómetros chilometro chilometri quilômetro quilômetros quilómetros 公里 千米 キロメートル километр километра километров км
length|mile|1609.344|mile miles meile meilen mille milles milla millas miglio miglia milha milhas mijl 英里 マイル миль мили
length|foot|0.3048|ft foot feet fuß pied pieds piede piedi pé pés voet 英尺 フィート футов
length|inch|0.0254|inch inches zoll pouce pouces pulgada pulgadas pollice pollici polegadas 英寸 インチ дюймов
length|yard|0.9144|yd yard yards 码
area|square metre|1|m² m2 sqm square_metre square_metres square_meter square_meters quadratmeter quadratmetern mètres_carrés metros_cuadrados metro_cuadrado metri_quadrati metros_quadrados vierkante_meter 平方米 平米 平方メートル квадратных_метров
area|square kilometre|1000000|km² km2 square_kilometre square_kilometres square_kilometer square_kilometers quadratkilometer quadratkilometern kilomètres_carrés kilómetros_cuadrados chilometri_quadrati quilômetros_quadrados 平方公里 平方千米 平方キロメートル 平方キロ
area|square foot|0.09290304|sqft square_foot square_feet 平方英尺
area|square mile|2589988|square_mile square_miles 平方英里
area|hectare|10000|ha hectare hectares hektar hectárea hectáreas ettaro ettari 公顷 ヘクタール гектаров гектар гектара
area|acre|4046.856|acre acres acri 英亩 エーカー
area|mu|666.667|亩
mass|milligram|0.001|mg milligram milligrams milligramm 毫克 ミリグラム
mass|gram|1|gram grams gramme grammes gramm gramo gramos grammo grammi grama gramas 克 グラム грамм граммов
mass|kilogram|1000|kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos chilo chili chilogrammi quilo quilos quilogramas 公斤 千克 キログラム килограмм килограммов кг
mass|tonne|1000000|tonne tonnes ton tons tonnen tonelada toneladas tonnellata tonnellate 吨 トン тонн тонны тонна
mass|pound|453.592|lb lbs 磅
mass|ounce|28.3495|oz ounce ounces unze unzen onza onzas 盎司 オンス
mass|jin|500|斤
volume|millilitre|0.001|ml millilitre millilitres milliliter milliliters mililitros millilitri 毫升 ミリリットル
volume|centilitre|0.01|cl centilitre centilitres zentiliter
volume|decilitre|0.1|dl decilitre decilitres deciliter deciliters dezilitre
volume|litre|1|litre litres liter liters litern litro litros litri 升 公升 リットル литров литра литр
volume|cubic metre|1000|m³ m3 cubic_metre cubic_metres cubic_meter cubic_meters kubikmeter mètres_cubes metros_cúbicos metri_cubi 立方米 立方メートル
volume|gallon|3.785|gallon gallons gallonen galones 加仑 ガロン
volume|barrel|158.987|barrel barrels barils barriles barili 桶 バレル баррелей
time|second|1|seconds sekunde sekunden seconde secondes segundos secondi 秒 秒钟 秒間 секунд секунды
time|minute|60|min mins minute minutes minuten minuto minutos minuti 分钟 分鐘 分間 минут минуты минута
time|hour|3600|hr hrs hour hours hour's hours' stunde stunden heure heures hora horas ore uur 小时 小時 个小时 個小時 時間 час часа часов
time|day|86400|day days working_day working_days business_day business_days werktage werktagen jours_ouvrables días_hábiles day's days' tag tage tagen tages jour jours día días dia dias giorno giorni dag dagen 天 日間 个工作日 工作日 день дня дней
time|week|604800|week weeks week's weeks' woche wochen semaine semaines semana semanas settimana settimane weken 周 星期 个星期 個星期 礼拜 週 週間 неделя недели недель
time|fortnight|1209600|fortnight fortnights
time|month|2629800|month months month's months' monat monate monaten monats mois mes meses mese mesi mês maand maanden 个月 個月 か月 ヶ月 カ月 ケ月 月間 месяц месяца месяцев
time|year|31557600|year years year's years' year-old years-old yr yrs jahr jahre jahren jahres jährige jähriger ans année années año años anno anni ano anos jaar 岁 歲 歳 年间 年間 周年 год года лет
time|decade|315576000|decade decades jahrzehnt jahrzehnte jahrzehnten décennie décennies década décadas decennio decenni
time|century|3155760000|century centuries jahrhundert jahrhunderte siècle siècles siglo siglos secolo secoli 世纪
temperature|degree|1|degree degrees grad degré degrés grado grados gradi graus graden 度 градусов
temperature|degree Celsius|1|°c ℃ °_c degrees_celsius degree_celsius degrees_c grad_celsius degrés_celsius grados_celsius gradi_celsius celsius 摄氏度 攝氏度 °
temperature|degree Fahrenheit|0.5555555556|°f ℉ °_f degrees_fahrenheit degrees_f grad_fahrenheit grados_fahrenheit fahrenheit 华氏度
speed|kilometre per hour|1|km/h kmh kph kilometres_per_hour kilometers_per_hour kilometres_an_hour kilometers_an_hour stundenkilometer km/u 公里/小时
speed|mile per hour|1.609344|mph miles_per_hour miles_an_hour
speed|knot|1.852|knots knoten nœuds nudos nodi ノット
speed|metre per second|3.6|m/s
energy|joule|1|joule joules
energy|kilojoule|1000|kj kilojoule kilojoules
energy|kilocalorie|4184|kcal kilocalories calories kalorien calorías 千卡 卡路里
energy|kilowatt hour|3600000|kwh kilowatt-hour kilowatt-hours kilowatt_hours kilowattstunde kilowattstunden kilowattheures 千瓦时 度电 キロワット時
energy|megawatt hour|3600000000|mwh megawatt-hours megawatt_hours megawattstunden 兆瓦时
power|watt|1|watt watts 瓦
power|kilowatt|1000|kw kilowatt kilowatts 千瓦 キロワット
power|megawatt|1000000|mw megawatt megawatts mégawatts megavatios 兆瓦 メガワット мвт мегаватт
power|gigawatt|1000000000|gw gigawatt gigawatts gigavatios 吉瓦 ギガワット
data|kilobyte|1000|kb kilobyte kilobytes
data|megabyte|1000000|mb megabyte megabytes メガバイト
data|gigabyte|1000000000|gb gigabyte gigabytes ギガバイト
data|terabyte|1000000000000|tb terabyte terabytes テラバイト`;

export type Unit = { dimension: Measure['dimension']; unit: string; size: number };

const BY_WORD: ReadonlyMap<string, Unit> = new Map(
  UNITS.trim()
    .split('\n')
    .flatMap((line) => {
      const [dimension = '', unit = '', size = '', words = ''] = line.split('|');
      const entry = { dimension: dimension as Measure['dimension'], unit, size: Number(size) };
      return words.split(' ').map((word): [string, Unit] => [word.replaceAll('_', ' '), entry]);
    }),
);

// Symbols of one letter count only in lower case and behind a blank: "28 m", not "28m" (million) or "5G".
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['m', 'metre'],
  ['g', 'gram'],
  ['t', 'tonne'],
  ['l', 'litre'],
  ['h', 'heure'],
]);

/** The unit that a word names. */
export function unitOf(word: string): Unit | undefined {
  return BY_WORD.get(word.toLowerCase());
}

export function unitOfSymbol(symbol: string): Unit | undefined {
  return BY_WORD.get(SYMBOLS.get(symbol) ?? '');
}

export function measureOf(value: number, { dimension, unit, size }: Unit): Measure {
  const base = unit === 'degree Fahrenheit' ? (value - 32) * size : value * size;
  return { dimension, base, unit };
}
