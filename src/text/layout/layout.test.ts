import { describe, expect, test } from 'vitest';
import { rewrapText } from '#tests/fixtures/rewrap-text.ts';
import { extractSummary } from '#text/extract-summary.ts';
import { flatten } from '#text/sentences/blocks.ts';
import { splitSentences } from '#text/sentences/sentences.ts';

const read = (text: string): string[] =>
  splitSentences(text, 'en').map(
    ({ kind, text: quoted }) => `${kind}: ${flatten(quoted, kind === 'quoted')}`,
  );
const summarize = (text: string): string => extractSummary(text, { detail: 'detailed' }).text;

const PARAGRAPH =
  'The council of the city voted on Monday to close the old Harbour Bridge for nine months. Ferries will run every ten minutes.';

describe('the layout of a text', () => {
  test('quoted mail that is wider than the reply does not make the lines of the reply look short', () => {
    const quoted =
      '> Nobody in the whole of the city council had asked the owners of the shops beside the\n> bridge what the closure would mean for them, or whether the rents could be lowered for\n> as long as it lasts.';
    const reply = `${rewrapText(PARAGRAPH, { width: 50, lineEnd: '\n' })}\n\nI installed the new pumps today beside\nConstruction-Site (the northern one).`;
    expect(read(`${quoted}\n\n${reply}`)).toContain(
      'prose: I installed the new pumps today beside Construction-Site (the northern one).',
    );
  });

  test('a time that wrapping put at the beginning of a line belongs to its sentence', () => {
    expect(
      read('The last ferry of the night left on Sunday,\n08:49:37 by the clock of the harbour.'),
    ).toEqual(['prose: The last ferry of the night left on Sunday, 08:49:37 by the clock of the harbour.']);
    expect(
      read(
        'The power of the whole city failed at 10:36 a.m.\n(3:36 a.m. in New York) on Tuesday morning.',
      )[0],
    ).toContain('10:36 a.m. (3:36 a.m. in New York)');
  });

  test('a turn with a time goes on in its further lines', () => {
    const text =
      '[00:00:03] Ann: The roof of the library costs forty thousand more than\nthe council had planned.\n[00:00:17] Bob: Then drop the reading room.\n[00:00:31] Ann: No.';
    expect(read(text)[0]).toBe(
      'turn: [00:00:03] Ann: The roof of the library costs forty thousand more than the council had planned.',
    );
  });

  test('times, settings and voices of subtitles are no part of what is said', () => {
    const cues = [
      'The council closes the Harbour Bridge',
      'Engineers found rust in eleven',
      'Ferries run every ten',
    ];
    const text = cues
      .map((cue, at) => `0${at}:01.000 --> 0${at}:04.000 align:start\n<v Anna>${cue}\nuntil the end of May.`)
      .join('\n\n');
    expect(summarize(`WEBVTT\n\n${text}`)).toBe(cues.map((cue) => `${cue} until the end of May.`).join(' '));
  });

  test('a signature may be wrapped into many lines, and two dashes alone are no heading', () => {
    const signature = Array.from({ length: 15 }, (_, at) => `Line ${at} of Ann Berg`).join('\n');
    expect(
      new Set(
        read(`We meet on Monday.\n\n--\n${signature}`)
          .slice(1)
          .map((line) => line.slice(0, 9)),
      ),
    ).toEqual(new Set(['signature']));
    expect(read(`Monday.\n\n--\n${'The text goes on for long after that. '.repeat(30)}`)).toContain(
      'code: --',
    );
  });

  test('a telephone number and an enumeration inside a sentence begin no list', () => {
    const office =
      'Everybody who wants to know more about the plan\ncan reach the office of the city council at Fax:\n(425) 936-7329 on every working day of the week.';
    expect(read(office)).toHaveLength(1);
    const stated =
      'After all that was said about it the inspection\nof the Harbour Bridge in March found two things:\n(1) rust in eleven of the beams and (2) a crack.';
    expect(read(stated)).toHaveLength(1);
  });

  test('two dashes of wrapped prose are no list, a dash after the end of a sentence is an item', () => {
    const prose =
      'Men came from Egypt, Turkey, Mali and Georgia\n- countries that were on the list of the court\nin the capital - and from Pakistan and Bhutan\n- where nobody had looked for them until then.';
    expect(read(prose)).toHaveLength(1);
    expect(read('Identify yourselves and the proposed solution.\n- Jim Gettys')).toEqual([
      'prose: Identify yourselves and the proposed solution.',
      'item: - Jim Gettys',
    ]);
  });

  test('backticks in mid-paragraph are no code', () => {
    expect(
      read('In this paper we propose an adaptive way to use\n``````"Structural Prints" of a graph.'),
    ).toHaveLength(1);
  });

  test('a colon in the words of a speaker names no other speaker, wherever the line ends', () => {
    const turns = [
      'Ann: The council has met for three hours. Can I remind everyone again: short questions and answers?',
      'Bob: Yes.',
      'Ann: Good.',
      'Bob: Then let us begin.',
    ].join('\n\n');
    const wrapped = rewrapText(turns, { width: 42, lineEnd: '\n' });
    expect(wrapped).toContain('\nCan I remind everyone again:');
    expect(new Set(splitSentences(wrapped).map(({ speaker }) => speaker))).toEqual(new Set(['Ann', 'Bob']));
  });

  test('a comment with a licence above a text is no part of it', () => {
    const text = `/*\n * Licensed to the city.\n * Ask the council for the key of the gate.\n */\n\n${PARAGRAPH} Rust was found in eleven beams.`;
    expect(summarize(text)).not.toContain('Ask the council');
  });
});
