const table = (words: string): ReadonlyMap<string, number> =>
  new Map(
    words.split(' ').flatMap((forms, at) => forms.split('/').map((word): [string, number] => [word, at + 1])),
  );

/** Months by language, in lower case, with forms that are common in running text. */
export const MONTHS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map([
  [
    'en',
    table(
      'january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sept/sep october/oct november/nov december/dec',
    ),
  ],
  ['de', table('januar/jänner februar märz april mai juni juli august september oktober november dezember')],
  ['fr', table('janvier février mars avril mai juin juillet août/aout septembre octobre novembre décembre')],
  [
    'es',
    table(
      'enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre',
    ),
  ],
  [
    'it',
    table('gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'),
  ],
  ['pt', table('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro')],
  ['nl', table('januari februari maart april mei juni juli augustus september oktober november december')],
  [
    'ru',
    table(
      'января/январь/январе февраля/февраль/феврале марта/март/марте апреля/апрель/апреле мая/май/мае июня/июнь/июне июля/июль/июле августа/август/августе сентября/сентябрь/сентябре октября/октябрь/октябре ноября/ноябрь/ноябре декабря/декабрь/декабре',
    ),
  ],
]);

/** Weekdays by language; 1 is Monday. */
export const WEEKDAYS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map([
  ['en', table('monday tuesday wednesday thursday friday saturday sunday')],
  ['de', table('montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag')],
  ['fr', table('lundi mardi mercredi jeudi vendredi samedi dimanche')],
  ['es', table('lunes martes miércoles jueves viernes sábado domingo')],
  ['it', table('lunedì martedì mercoledì giovedì venerdì sabato domenica')],
  ['pt', table('segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo')],
  ['nl', table('maandag dinsdag woensdag donderdag vrijdag zaterdag zondag')],
  [
    'ru',
    table('понедельник вторник среду/среда четверг пятницу/пятница/пятницы субботу/суббота воскресенье'),
  ],
]);
