/**
 * A pattern with signs of three characters. Every match contains one of them, so without them the pattern is not
 * tried.
 */
export type Shape = [pattern: RegExp, ...signs: string[]];

/**
 * These characters are distinguished. Digits are one class, and everything else, including white space, is another.
 */
const marks = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.:=/?&';
const bitsOfClass = 6;
const windowMask = (1 << (3 * bitsOfClass)) - 1;
const classes = createClasses();

/** The signs that are in a text, each by its number. */
type FoundSigns = Uint8Array;

/**
 * Looks for many short literals in one pass over a text. A single expression takes as long, and there are dozens of
 * them. A sign has three characters. `0` stands for any digit, and a space for white space or anything beyond ASCII.
 * A sign may be reported where it is not, but is never missed.
 */
export function createSignFinder() {
  const table = new Uint8Array(windowMask + 1);
  let signs = 0;

  return {
    /** Adds a sign and returns its numbers. A text with the sign has at least one of them. */
    add(sign: string, { ignoreCase }: { ignoreCase: boolean }): number[] {
      if (sign.length !== 3) throw new RangeError(`not three characters: ${sign}`);
      let windows = [0];
      for (const character of sign) {
        const cases = ignoreCase ? [character.toLowerCase(), character.toUpperCase()] : [character];
        const own = new Set(cases.map((one) => classOf(one.charCodeAt(0))));
        windows = windows.flatMap((window) => [...own].map((one) => (window << bitsOfClass) | one));
      }
      const numbers = new Set<number>();
      let own = 0;
      for (const window of windows) {
        if (table[window] === 0) {
          if (own === 0) signs += 1;
          own = signs;
          if (own > 255) throw new RangeError('too many signs');
          table[window] = own;
        }
        numbers.add(table[window] ?? 0);
      }
      return [...numbers];
    },
    find(text: string): FoundSigns {
      const found = new Uint8Array(signs + 1);
      let window = 0;
      for (let at = 0; at < text.length; at += 1) {
        window = ((window << bitsOfClass) | classOf(text.charCodeAt(at))) & windowMask;
        found[table[window] ?? 0] = 1;
      }
      return found;
    },
    /** Finds where the first of these signs may begin; -1 means that the text has none of them. */
    firstOf(numbers: readonly number[], text: string): number {
      let window = 0;
      for (let at = 0; at < text.length; at += 1) {
        window = ((window << bitsOfClass) | classOf(text.charCodeAt(at))) & windowMask;
        const sign = table[window] ?? 0;
        if (sign !== 0 && numbers.includes(sign)) return Math.max(0, at - 2);
      }
      return -1;
    },
  };
}

function classOf(code: number): number {
  return classes[code] ?? 0;
}

function createClasses(): Uint8Array {
  const created = new Uint8Array(128);
  for (const [at, mark] of [...marks].entries()) created[mark.charCodeAt(0)] = at + 1;
  for (const digit of '0123456789') created[digit.charCodeAt(0)] = marks.length + 1;
  return created;
}
