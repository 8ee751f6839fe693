/** The start of each paragraph of the sample article, and its translation. One number is wrong. */
const paragraphs: readonly [start: string, text: string][] = [
  ['The Harbour Bridge Closes', 'Die Hafenbrücke wird für zwei Jahre gesperrt'],
  [
    'The Lindhaven harbour bridge',
    'Die Hafenbrücke von Lindhaven wird am ersten Montag im März für den gesamten Verkehr gesperrt und bleibt sechsundzwanzig Monate lang geschlossen. Das beschloss der Stadtrat am Dienstagabend mit neun zu vier Stimmen. Es ist die längste Sperrung seit der Eröffnung der Brücke im Jahr 1931, und sie kommt drei Jahre früher als geplant.',
  ],
  [
    'The reason is rust',
    'Der Grund ist Rost, den niemand sehen konnte. Im Oktober ließen Prüfer eine Kamera in die hohlen Stahlsäulen des östlichen Pfeilers hinab und stellten fest, dass in zwei der sechs Säulen seit Jahrzehnten Wasser stand. An der schlimmsten Stelle maß der Stahl, einst zweiunddreißig Millimeter dick, noch elf. „Sie wird nicht gleich einstürzen“, sagte die Stadtingenieurin Marta Oyelaran. „Aber wir können nicht mehr berechnen, wie lange sie nicht einstürzt, und das ist für eine Ingenieurin dasselbe.“',
  ],
  [
    'Repair instead of',
    'Die Reparatur statt eines Neubaus kostet schätzungsweise 181 Millionen Kronen. Der Staat zahlt 60 Prozent, die Stadt den Rest. Eine neue Brücke hätte fast das Dreifache gekostet und hätte nach den heutigen Vorschriften elf Meter höher sein müssen, damit Containerschiffe hindurchfahren können. Auch der Denkmalausschuss des Rates sprach sich für die alte Brücke aus, deren genietete Bögen im Stadtwappen stehen.',
  ],
  [
    'About 31,000 people',
    'Etwa 31.000 Menschen überqueren die Brücke an einem gewöhnlichen Werktag, ein Drittel davon zu Fuß oder mit dem Fahrrad. Für sie setzt die Stadt zwei elektrische Fähren ein, alle acht Minuten von fünf Uhr morgens bis Mitternacht, kostenlos. Autos müssen die Ringstraße nehmen, einen Umweg von vierzehn Kilometern. Busse enden an beiden Ufern.',
  ],
  [
    'Not everyone is',
    'Nicht alle sind überzeugt. Die Besitzer von dreiundvierzig Läden am Ropewalk, der Straße, die auf der Nordseite zur Brücke hinaufführt, haben eine Entschädigung verlangt; während einer sechswöchigen Sperrung im Jahr 2019 verloren sie nach eigener Rechnung ein Viertel ihres Umsatzes. Ratsmitglied Pieter Aksel, der gegen den Plan stimmte, sagte, die Stadt hätte eine Spur für Busse und Krankenwagen offen halten sollen. Oyelaran antwortete, die Säulen müssten entlastet werden, bevor man sie aufschneiden könne, und eine einzige Spur hätte die Arbeiten auf fünf Jahre verlängert.',
  ],
  [
    'The fire brigade',
    'Die Feuerwehr stationiert für die gesamte Zeit eine Mannschaft und ein Fahrzeug am Nordufer. Das Krankenhaus, das im Süden liegt, verhandelt mit dem Fährunternehmen über eine nächtliche Überfahrt für Patienten; eine Einigung gibt es noch nicht.',
  ],
  [
    'If the work stays',
    'Wenn die Arbeiten im Zeitplan bleiben, wird die Brücke im Mai des übernächsten Jahres wieder geöffnet. Der Vertrag sieht eine Strafe von 40.000 Kronen für jeden Tag Verzug vor und eine Prämie in gleicher Höhe für jeden gewonnenen Tag.',
  ],
];

export function translateBridge(markup: string): string {
  return paragraphs.find(([start]) => markup.startsWith(start))?.[1] ?? markup;
}
