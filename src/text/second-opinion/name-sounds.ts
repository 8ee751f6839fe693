import { nameSkeleton } from '#text/grounding/across/name-skeleton.ts';
import sounds from './sounds.json' with { type: 'json' };

const soundOf: ReadonlyMap<string, string> = new Map(
  [...sounds.chinese, ...sounds.kana].flatMap((line) => {
    const [sound = '', characters = ''] = line.split(' ');
    return [...characters].map((character): [string, string] => [character, sound === '-' ? '' : sound]);
  }),
);

const latinName = /(?<![\p{L}\d])\p{Lu}\p{Script=Latin}{2,}/gu;
const eastAsian = /[\u3041-\u30ff\u3400-\u9fff]/u;
const shortest = 3;
const longestName = 6;

/** How the names in a text sound, in a form that Latin, Chinese and Japanese spellings share: Bergen, 卑尔根, ベルゲン. */
export function findSounds(text: string): Set<string> {
  const sounds = new Set<string>();
  const add = (sound: string): void => {
    if (sound.length >= shortest) sounds.add(sound);
  };
  for (const [name] of text.matchAll(latinName)) {
    const sound = levelled(nameSkeleton(name));
    add(sound);
    // Chinese and Japanese often leave out an r that no vowel follows.
    add(levelled(nameSkeleton(name.replace(/r(?![aeiouyáéíóúäöü])/giu, ''))));
  }
  if (eastAsian.test(text)) for (const sound of spelledSounds(text)) add(sound);
  return sounds;
}

/** Names are not set off by blanks or capitals: every stretch of such characters may be one. */
function* spelledSounds(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += 1) {
    let sound = '';
    for (let to = from; to < text.length && to < from + longestName + 2; to += 1) {
      const next = soundOf.get(text.charAt(to));
      if (next === undefined) break;
      sound = levelled(sound + next);
      if (to > from) yield sound;
    }
  }
}

function levelled(sound: string): string {
  return sound.replaceAll('L', 'R').replace(/(.)\1+/g, '$1');
}
