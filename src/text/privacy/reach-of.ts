/**
 * How many characters from the beginning of a match decide it, with those that are only looked at: a text that is the same
 * so far has the same match there. Infinite where a repetition has no bound.
 */
export function reachOf({ source, unicode }: RegExp): number {
  if (unicode) throw new RangeError(`characters of two lengths: ${source}`);
  const groups: number[] = [];
  let at = 0;

  function readChoices(): number {
    let longest = readSequence();
    while (source[at] === '|') {
      at += 1;
      longest = Math.max(longest, readSequence());
    }
    return longest;
  }

  function readSequence(): number {
    let length = 0;
    while (at < source.length && source[at] !== '|' && source[at] !== ')')
      length += repeated(readAtom(), readMost());
    return length;
  }

  function readAtom(): number {
    const first = source[at];
    at += 1;
    if (first === '(') return readGroup();
    if (first === '[') {
      while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
      at += 1;
    } else if (first === '\\') {
      const escaped = source[at] ?? '';
      at += 1;
      if (/[1-9]/.test(escaped)) return groups[Number(escaped) - 1] ?? Number.POSITIVE_INFINITY;
      if (/[a-z]/i.test(escaped) && !/[bBdDsSwWrnt]/.test(escaped))
        throw new RangeError(`not understood: \\${escaped} in ${source}`);
    }
    // A boundary and an end look at one character too.
    return 1;
  }

  function readGroup(): number {
    const [mark = ''] = /^\?(?:[:=!]|<[=!])/.exec(source.slice(at, at + 3)) ?? [];
    at += mark.length;
    const number = mark === '' ? groups.push(0) - 1 : null;
    const length = readChoices();
    at += 1;
    if (number !== null) groups[number] = length;
    return mark.startsWith('?<') ? 0 : length;
  }

  /** Of the repetition that stands here, if any. */
  function readMost(): number {
    const [whole = '', sign = '', least = '', comma = '', most = ''] =
      /^(?:([?*+])|\{(\d{1,5})(?:(,)(\d{0,5}))?\})\??/.exec(source.slice(at, at + 20)) ?? [];
    at += whole.length;
    if (whole === '' || sign === '?') return 1;
    if (sign !== '') return Number.POSITIVE_INFINITY;
    if (comma === '') return Number(least);
    return most === '' ? Number.POSITIVE_INFINITY : Number(most);
  }

  return readChoices();
}

function repeated(length: number, most: number): number {
  return length === 0 ? 0 : length * most;
}
