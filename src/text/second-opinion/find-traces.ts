import { findKeys } from '#text/grounding/across/find-keys.ts';
import { findQuantities, type Quantity } from '#text/grounding/quantities.ts';
import { splitWords, type WordForms } from '#text/sentences/words.ts';
import { findSounds } from './name-sounds.ts';

/** What each kind of trace tells beside a word; from the even half of the planted set, where little hangs on them. */
const weights = {
  word: 1,
  cognate: 0.3,
  concept: 0.9,
  country: 0.9,
  sound: 0.3,
  number: 1.2,
  smallNumber: 0.4,
  roundedNumber: 0.3,
  measure: 0.6,
  year: 0.8,
  dayOfYear: 1.2,
  month: 0.5,
  weekday: 0.4,
};
const weightOfKey = new Map(
  Object.entries<number>({
    w: weights.cognate,
    c: weights.concept,
    r: weights.country,
  }),
);
const shortestSound = 2;

interface TraceOptions {
  language: string;
  forms: WordForms;
  /** Names sound alike between languages; within one they are spelled alike. */
  isAcross: boolean;
}

/** What of a text can be found again in another text, also in another language, with how much each tells. */
export function findTraces(text: string, { language, forms, isAcross }: TraceOptions): Map<string, number> {
  const traces = new Map<string, number>();
  const add = (trace: string, weight: number): void => {
    if ((traces.get(trace) ?? 0) < weight) traces.set(trace, weight);
  };
  for (const { term, light } of splitWords(text, language, 0, forms))
    if (!light) add(`t:${term}`, weights.word);
  for (const { key } of findKeys(text, language)) add(key, weightOfKey.get(key.charAt(0)) ?? 1);
  if (isAcross)
    for (const sound of findSounds(text)) add(`s:${sound}`, weights.sound * (sound.length - shortestSound));
  for (const quantity of findQuantities(text, language)) addQuantity(quantity, add);
  return traces;
}

function addQuantity({ value, weak, date, measure }: Quantity, add: (trace: string, weight: number) => void) {
  if (date !== undefined) {
    const { year, month, day, weekday } = date;
    if (year !== undefined) add(`n:${year}`, weights.year);
    if (month !== undefined && day !== undefined) add(`d:${month}-${day}`, weights.dayOfYear);
    if (month !== undefined) add(`d:${month}`, weights.month);
    if (weekday !== undefined) add(`d:w${weekday}`, weights.weekday);
    return;
  }
  add(`n:${rounded(value, 6)}`, weak ? weights.smallNumber : weights.number);
  if (!weak) add(`n2:${rounded(value, 2)}`, weights.roundedNumber);
  if (measure !== undefined) add(`m:${measure.dimension}:${rounded(measure.base, 2)}`, weights.measure);
}

function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
