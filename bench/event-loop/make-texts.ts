import { createRandom } from '#tests/fixtures/create-random.ts';

const words =
  'the bridge harbour council voted money river ship engineer report closed opened built since winter summer city people road plan cost euro million ferry traffic mayor said that it would not be ready before spring of next year because of delays in steel deliveries'.split(
    ' ',
  );

export function repeatTo(sentence: string, characters: number): string {
  return sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters);
}

/** Makes sentences of 8 to 25 words in paragraphs of six. One word in twelve is rare. */
export function makeVariedText(characters: number): string {
  const random = createRandom(12);
  const upTo = (most: number) => Math.floor(random() * most);
  const sentences: string[] = [];
  for (let length = 0; length < characters; ) {
    const chosen = Array.from({ length: 8 + upTo(18) }, () =>
      random() < 1 / 12 ? `w${upTo(50_000).toString(36)}` : (words[upTo(words.length)] ?? ''),
    );
    const body = chosen.join(' ');
    const sentence = `${body.charAt(0).toUpperCase()}${body.slice(1)}.${sentences.length % 6 === 5 ? '\n\n' : ' '}`;
    sentences.push(sentence);
    length += sentence.length;
  }
  return sentences.join('').slice(0, characters);
}
