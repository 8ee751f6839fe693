import { sample } from './sample.ts';
import { flatten } from './support.ts';

const gramWords = 6;
const gramCharacters = 12;
/** A summary may repeat a phrase of its instructions; an echo repeats whole sentences. */
const mostOfInstructions = 0.3;
/** The marks around the texts of a prompt. */
const fences = /<\/?(?:sourceText|previousSummary)\b/u;

/** Whether a text repeats the instructions that it was asked with. */
export function echoesInstructions(
  candidate: string,
  { instructions, covered, said }: { instructions: string; covered: string; said: string },
): boolean {
  if (fences.test(candidate) && !fences.test(covered)) return true;
  const own = gramsOf(sample(candidate));
  const known = new Set(gramsOf(instructions));
  if (own.length === 0 || known.size === 0) return false;
  const foreign = new Set([...new Set(own)].filter((gram) => known.has(gram) && !said.includes(gram)));
  return own.filter((gram) => foreign.has(gram)).length > own.length * mostOfInstructions;
}

/** Shorter texts are as short as the template asks for: 350 words, or 700 characters in scripts without spaces. */
const shortestCopy = { spaced: 2500, unspaced: 1200 };
const leastLength = 0.8;
const leastCopied = 0.7;
const probes = 60;
const probeCharacters = 40;

/** Whether a text is a copy of what it should summarize: nearly as long and mostly word for word. */
export function copiesCovered(candidate: string, said: string): boolean {
  const text = flatten(candidate);
  const shortest = isUnspaced(text) ? shortestCopy.unspaced : shortestCopy.spaced;
  if (text.length < shortest || text.length < said.length * leastLength) return false;
  let copied = 0;
  for (let probe = 0; probe < probes; probe += 1) {
    const at = Math.floor((probe * (text.length - probeCharacters)) / (probes - 1));
    if (said.includes(text.slice(at, at + probeCharacters))) copied += 1;
  }
  return copied >= probes * leastCopied;
}

function gramsOf(text: string): string[] {
  const flat = flatten(text);
  if (isUnspaced(flat)) {
    const solid = flat.replaceAll(' ', '');
    return Array.from({ length: Math.max(0, solid.length - gramCharacters + 1) }, (_, at) =>
      solid.slice(at, at + gramCharacters),
    );
  }
  const words = flat.trim().split(' ');
  return Array.from({ length: Math.max(0, words.length - gramWords + 1) }, (_, at) =>
    words.slice(at, at + gramWords).join(' '),
  );
}

function isUnspaced(text: string): boolean {
  const found = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return found * 3 > text.length;
}
