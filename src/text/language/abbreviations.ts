/** Words whose full stop does not end a sentence, whatever follows. */
const ALWAYS = new Set(
  (
    'adm al apt approx bros capt cf cmdr col comdr cpl dept dist dr ed eds eg ens esp fig figs fr gen gov hon ie insp ' +
    'lt maj mme mmes mlle mr mrs ms mt mx no nos op pp prof pvt rep reps rev sen sens sgt sr st supt vol vols vs ' +
    'assoc ave blvd dir ext gal lb messrs min pres rd ref refs sec viz eq eqs ca bzw bspw evtl ggf inkl mio mrd nr str tel usw vgl zb dh ' +
    'sra srta dra ing lic art cap núm pág sig dott sigra им тел ул др тыс млн млрд'
  ).split(' '),
);

/** Words whose full stop often ends a sentence too: they join only what goes on in lower case or a digit. */
const SOMETIMES = new Set(
  'am pm etc inc ltd corp co jr jan feb mar apr jun jul aug sep sept oct nov dec us uk eu un dc phd md ba ma bc ad est mph'.split(
    ' ',
  ),
);

const LAST_WORD = /([\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*)\.["'”’)\]]*\s*$/u;
const INITIAL = /(?:^|[\s("“‘.])\p{Lu}\.\s*$/u;
const BARE_NUMBERING = /^\s*[([]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[.)]\s*$/u;

// "am 14. April", "im 19. Jahrhundert": an ordinal number in German and the Nordic languages.
const ORDINAL_NUMBER = /(?:^|[\s(–-])\d{1,2}\.\s*$/u;
const AFTER_ORDINAL =
  /^\s*(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Quartal)/u;

/** Whether a piece ending in a full stop goes on in the next one. */
export function continuesAfter(piece: string, next: string): boolean {
  if (!/\.["'”’)\]]*\s*$/u.test(piece.slice(-8)) && piece.length > 8) return false;
  if (BARE_NUMBERING.test(piece)) return true;
  const tail = piece.length > 40 ? piece.slice(-40) : piece;
  if (ORDINAL_NUMBER.test(tail) && AFTER_ORDINAL.test(next)) return true;
  const match = LAST_WORD.exec(tail);
  if (match?.[1] === undefined) return false;
  const raw = match[1];
  const word = raw.replaceAll('.', '').toLowerCase();
  if (ALWAYS.has(word)) return !(word === 'no' && raw === 'No' && !/^[\s#]*\d/.test(next));
  if (INITIAL.test(tail) && raw !== 'I' && /^\s*\p{Lu}/u.test(next)) return true;
  if (SOMETIMES.has(word) || raw.includes('.')) return /^\s*[\p{Ll}\d$€£(]/u.test(next);
  return false;
}
