/** A UUID or a hash, a mark with a number, or letters mixed with digits: no word and no plain number. */
const idLike = [
  /(?<![\p{L}\p{N}])[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}(?![\p{L}\p{N}])/giu,
  /#\d{3,}/gu,
  /(?<![\p{L}\p{N}_-])[A-Za-z]{1,12}[-_](?=[A-Za-z0-9]*\d{2})[A-Za-z0-9]{3,40}(?![\p{L}\p{N}_-])/gu,
  /(?<![\p{L}\p{N}_-])(?=[A-Za-z0-9]*\d[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{8,64}(?![\p{L}\p{N}_-])/gu,
];
/** Shorter numbers occur in every text. */
const leastDigits = 3;

/** The check answers the ids in a summary that neither its source nor the conversation knows. */
export function createIdCheck(source: string, ids: readonly string[]): (summary: string) => string[] {
  const known = `${source}\n${ids.join('\n')}`.toLowerCase();
  return (summary) => {
    const found = idLike.flatMap((pattern) => summary.match(pattern) ?? []);
    return [...new Set(found)].filter((id) => !isKnown(id.toLowerCase(), known));
  };
}

/** "Order 4711" may be written as #4711. */
function isKnown(id: string, known: string): boolean {
  if (known.includes(id)) return true;
  const digits = /(?<!\d)\d+$/u.exec(id)?.[0] ?? '';
  return /^(?:#|[a-z]+[-_])\d+$/u.test(id) && digits.length >= leastDigits && known.includes(digits);
}
