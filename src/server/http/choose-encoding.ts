export type Encoding = 'br' | 'gzip';

/**
 * Returns the encodings that a client accepts, best first. Of two equal ones, the one with the smaller result comes
 * first. Encodings that the client likes less than the plain file are left out.
 */
export function chooseEncodings(header: string | undefined): Encoding[] {
  const qualities = readQualities(header ?? '');
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0;
  const plain = qualities.get('identity') ?? 0;
  const accepted = (['br', 'gzip'] as const).filter(
    (name) => qualityOf(name) > 0 && qualityOf(name) >= plain,
  );
  return accepted.toSorted((a, b) => qualityOf(b) - qualityOf(a));
}

function readQualities(header: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = weight === undefined ? 1 : Number(weight.slice(2));
    // An encoding with an invalid weight is not used.
    if (name !== '') qualities.set(name, quality >= 0 && quality <= 1 ? quality : 0);
  }
  return qualities;
}
