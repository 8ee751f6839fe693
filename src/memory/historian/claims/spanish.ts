import { spanishVerbs } from './other-verbs.ts';
import { mapForms, parseVerbs, readSpaced, type Verb } from './tongue.ts';
import verbs from './verbs.json' with { type: 'json' };

/** The verbs in -ar, by their stems. */
const regular = parseVerbs(verbs.spanish.regular);

const preterites: readonly Verb[] = [
  ...regular.map(([name, stems]): Verb => [name, '', withEndings(stems, 'é ó aron')]),
  ['add', '', 'añadí añadió añadieron'],
  ['write', '', 'escribí escribió'],
];

export const readSpanish = readSpaced({
  verbs: [...regular.map(conjugate), ...parseVerbs(verbs.spanish.irregular)],
  preterite: mapForms(preterites, 2),
  clauseEnd:
    /[,;:—–()]|\.\s|(?<!\p{L})(?:pero|luego)(?!\p{L})|(?<!\p{L})y (?=(?:yo|nosotros|voy|vamos)(?!\p{L}))/u,
  unreal:
    /(?<!\p{L})(?:voy|va|vamos|van|puedo|puede|podemos|podr\p{L}+|quier\p{L}+|deber\p{L}+|debo|debe|hay que|será|serán|si|no|nunca|nada|cuando|una vez|antes|después|propus\p{L}*|propon\p{L}*|propuest\p{L}+|sugir\p{L}*|suger\p{L}*|ofrec\p{L}*|previst\p{L}+)(?!\p{L})/u,
  unrealWhere: 'before',
  auxiliary:
    /(?<!\p{L})(?:he|has|ha|hemos|han|había|fue|fueron|está|están|quedó|quedaron|queda|quedan|sido)(?!\p{L})/u,
  determiner: null,
  offer:
    /(?<!\p{L})(?:voy a|vamos a|puedo|podemos|podría|podríamos|propongo|sugiero|quieres|quiere que|desea|mi plan|si (?:quieres|quiere|está de acuerdo|lo confirma|te parece)|una vez que|cuando (?:confirmes|confirme)|\p{L}+aré|\p{L}+aremos)(?!\p{L})/u,
  other: spanishVerbs,
  finished: /^\W*(?:listo|hecho|terminado|ya está|todo listo)(?!\p{L})|(?<!\p{L})con éxito(?!\p{L})/u,
});

function conjugate([name, stems]: Verb): Verb {
  return [
    name,
    withEndings(stems, 'ar aré aremos ará arán aría aríamos e es emos en ando'),
    withEndings(stems, 'ado ada ados adas'),
  ];
}

function withEndings(stems: string, endings: string): string {
  return stems
    .split(' ')
    .flatMap((stem) => endings.split(' ').map((ending) => stem + ending))
    .join(' ');
}
