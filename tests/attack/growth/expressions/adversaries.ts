const everywhere = [' ', '\n', 'a', 'A', '0', '.', '-', '<', '"', '(', 'é', '漢'];
/** The endings after a long run, which force a nearly complete match to fail. */
const ends = ['', '\u0001'];

/**
 * Makes texts of one length that stress a backtracking engine. They are runs of every character in the expression, of
 * pairs of characters, and of its words. Each comes also with an ending that matches nothing, and there are long runs
 * after each prefix.
 */
export function* adversariesOf(source: string, length: number): Generator<string> {
  const named = [...new Set(source.replace(/\\[pP]\{[^}]*\}/g, 'é').replace(/\\[a-zA-Z]/g, ' a0'))];
  const characters = [...new Set([...everywhere, ...named])].slice(0, 40);
  const words = [...new Set(source.match(/[\p{L}\d<>&;:=/!-]{2,}/gu) ?? [])].slice(0, 12);
  for (const unit of [...characters, ...pairsOf(named.slice(0, 6)), ...words.flatMap(wordRuns)]) {
    const run = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
    for (const end of ends) yield run + end;
  }
  for (const start of [...named.slice(0, 16), ...words.slice(0, 6)]) {
    for (const unit of [' ', 'a', '0']) yield start + unit.repeat(length);
  }
}

function pairsOf(characters: string[]): string[] {
  return characters.flatMap((first) =>
    characters.filter((other) => other !== first).map((other) => first + other),
  );
}

function wordRuns(word: string): string[] {
  return [word, `${word} `, `${word}a`];
}
