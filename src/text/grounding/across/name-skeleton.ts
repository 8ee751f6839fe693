import { foldAccents } from '#text/sentences/words.ts';

const SOUNDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/sch|sh|[sz]/g, 'S'],
  [/gn|[mn]/g, 'N'],
  [/ch|[ckqgx]/g, 'K'],
  [/ph|[fvw]/g, 'F'],
  [/[bp]/g, 'P'],
  [/th|[dt]/g, 'T'],
  [/l/g, 'L'],
  [/r/g, 'R'],
];
const SHORTEST_FUZZY = 4;

/** The consonants of a name by sound, which its forms in other languages share: Gand, Ghent; Wien, Vienna. */
export function nameSkeleton(name: string): string {
  let sounds = foldAccents(name.toLowerCase()).replaceAll('ß', 'ss');
  for (const [letters, sound] of SOUNDS) sounds = sounds.replace(letters, sound);
  return sounds.replace(/[^SNKFPTLR]/g, '').replace(/(.)\1+/g, '$1');
}

/** Whether two skeletons are of the same name: equal, or one sound apart in a longer name. */
export function isSameName(left: string, right: string): boolean {
  if (left === right) return true;
  if (Math.min(left.length, right.length) < SHORTEST_FUZZY || Math.abs(left.length - right.length) > 1)
    return false;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  const rest = [left.slice(at), right.slice(at)] as const;
  return (
    rest[0].slice(1) === rest[1].slice(1) || rest[0].slice(1) === rest[1] || rest[0] === rest[1].slice(1)
  );
}
