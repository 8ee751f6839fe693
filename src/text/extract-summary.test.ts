import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countWords } from '#text/sentences/words.ts';
import { extractSummary } from './extract-summary.ts';
import { opensUnresolved } from './extraction/wording.ts';

const DETAILS = ['short', 'medium', 'detailed'] as const;

const ARTICLE = [
  'The city council of Avonport voted on Monday to close the old harbour bridge for repairs.',
  'Engineers found cracks in two of the bridge’s steel supports during an inspection in March.',
  'The weather was pleasant.',
  'The repairs of the bridge will cost 4.2 million dollars and take about nine months, the council said.',
  'He was not available for comment.',
  'Ferries will carry passengers across the harbour while the bridge is closed.',
  'But some shop owners near the harbour fear that the closure of the bridge will drive customers away.',
  'A spokesman said the council would offer them help with rents.',
].join(' ');

describe('extracting a summary', () => {
  test('quotes sentences of the source in reading order with their places', () => {
    const { sentences, text, language } = extractSummary(ARTICLE, { budget: { words: 50 } });
    expect(language).toBe('en');
    expect(sentences.length).toBeGreaterThan(1);
    for (const { text: quoted, start, end } of sentences) expect(ARTICLE.slice(start, end)).toBe(quoted);
    expect(sentences.map((s) => s.start)).toEqual(sentences.map((s) => s.start).toSorted((a, b) => a - b));
    expect(text).toBe(sentences.map((s) => s.text).join(' '));
    expect(text).toContain('voted on Monday');
    expect(text).not.toContain('weather');
  });

  test('keeps within a budget of words and of characters', () => {
    expect(countWords(extractSummary(ARTICLE, { budget: { words: 40 } }).text)).toBeLessThanOrEqual(40);
    expect(extractSummary(ARTICLE, { budget: { characters: 250 } }).text.length).toBeLessThanOrEqual(250);
  });

  test('gives one sentence when the budget is smaller than any', () => {
    expect(extractSummary(ARTICLE, { budget: { words: 1 } }).sentences).toHaveLength(1);
  });

  test('takes at most about half of a short source by default', () => {
    expect(countWords(extractSummary(ARTICLE).text)).toBeLessThanOrEqual(countWords(ARTICLE) / 2);
  });

  test.each([3, 4, 5, 8, 20, 240])('each level of detail has more sentences, of %i in all', (count) => {
    const sentences = Array.from({ length: 30 }, (_, i) => ARTICLE.replaceAll('bridge', `bridge ${i}`))
      .join(' ')
      .split(/(?<=\.) /u)
      .slice(0, count);
    const [short = 0, medium = 0, detailed = 0] = DETAILS.map(
      (detail) => extractSummary(sentences.join(' '), { detail }).sentences.length,
    );
    expect(short).toBeGreaterThan(0);
    expect(short).toBeLessThanOrEqual(4);
    expect(medium).toBeGreaterThan(short);
    expect(detailed).toBeGreaterThan(medium);
    if (count > 8) expect(detailed).toBeLessThan(count * 0.7);
  });

  test('levels differ even where every sentence points back to the one before', () => {
    const text = 'He went home early. She stayed there. They met again on Friday. But it rained all day.';
    expect(DETAILS.map((detail) => extractSummary(text, { detail }).sentences.length)).toEqual([1, 2, 3]);
  });

  test('a sentence that the source repeats is quoted once, also across list items and quoted mail', () => {
    const [first = '', , , fourth = ''] = ARTICLE.split(/(?<=\.) /u);
    const text = `${ARTICLE}\n\n${first}\n\n> ${first}\n> ${fourth}\n\n${ARTICLE}`;
    for (const detail of DETAILS) {
      const quoted = extractSummary(text, { detail }).sentences.map((sentence) => sentence.text);
      expect(new Set(quoted).size).toBe(quoted.length);
    }
  });

  test('no sentence opens with a reference whose antecedent stayed behind', () => {
    for (const words of [20, 40, 60, 80, 100]) {
      const { sentences } = extractSummary(ARTICLE, { budget: { words } });
      sentences.forEach((sentence, at) => {
        if (!opensUnresolved(sentence.text, 'en')) return;
        expect(sentences[at - 1]?.index).toBe(sentence.index - 1);
      });
    }
  });

  test('a title draws the summary to its topic', () => {
    const { text } = extractSummary(ARTICLE, {
      title: 'Ferries carry passengers across harbour',
      budget: { words: 30 },
    });
    expect(text).toContain('Ferries');
  });

  test('summarizes a dialog by whole turns with their speakers', () => {
    const dialog =
      'Ann: Hi!\nBob: Hello Ann.\nAnn: We decided to move the product launch to May because the tests are late.\nBob: OK. I will tell the customers about the new launch date.\nAnn: Thanks.';
    const { text } = extractSummary(dialog, { budget: { words: 35 } });
    expect(text).toContain('Ann: We decided to move the product launch to May');
    expect(text.split('\n').every((line) => /^(?:Ann|Bob): /.test(line))).toBe(true);
  });

  test('summarizes Chinese without inserting spaces', () => {
    const text =
      '市政府周一宣布关闭旧港大桥进行维修。工程师在三月的检查中发现两根钢梁有裂缝。天气很好。大桥维修将耗资四百万元，工期约九个月。';
    const { text: summary, language } = extractSummary(text, { budget: { words: 45 } });
    expect(language).toBe('zh');
    expect(summary).toContain('大桥');
    expect(summary).not.toContain(' ');
  });

  test.each(['(CNN)', 'LONDON, England (CNN) -- ', 'BERLIN (Reuters) – '])(
    'leaves out the dateline %s',
    (dateline) => {
      const text = dateline + ARTICLE;
      const [first] = extractSummary(text, { budget: { words: 50 } }).sentences;
      expect(first?.text).toMatch(/^The city council/);
      expect(first?.start).toBe(dateline.length);
    },
  );

  test('has nothing to say of empty text', () => {
    expect(extractSummary('')).toEqual({ text: '', sentences: [], pieces: [], language: undefined });
    expect(extractSummary(' \n\n ').sentences).toEqual([]);
  });

  test('takes a megabyte in seconds', () => {
    const started = process.cpuUsage();
    const { sentences } = extractSummary(`${ARTICLE}\n`.repeat(1_500), { detail: 'detailed' });
    expect(sentences.length).toBeGreaterThan(0);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(8_000);
  });

  test('keeps a first sentence whole that has a short name in brackets', () => {
    const first = 'We present Newtonian Monte Carlo (NMC), a method that improves the speed of sampling.';
    expect(extractSummary(`${first} It was tested.`, { detail: 'detailed' }).text).toContain(first);
    expect(extractSummary('Avonport (CNN) -- The bridge is closed.').text).toBe('The bridge is closed.');
    expect(extractSummary('The World Bank (IBRD) Director resigned.').text).toContain('The World Bank');
  });

  test('lines without an end stand on lines of their own', () => {
    const lines = [
      'today we are going to talk about how to bake bread at home',
      'you need flour water salt and a little yeast and that is all',
      'bake the bread for forty minutes in the hot oven',
    ];
    expect(extractSummary(lines.join('\n\n'), { detail: 'detailed' }).text).toBe(lines.join('\n'));
  });

  test('Thai is cut at its spaces, which stay between neighbours', () => {
    const text =
      'สภาเมืองประกาศปิดสะพานท่าเรือเป็นเวลาสามเดือนเมื่อวันจันทร์ วิศวกรพบสนิมในคานเหล็กสิบเอ็ดจากสี่สิบคานเมื่อปีที่แล้ว เรือข้ามฟากจะให้บริการทุกสิบนาทีระหว่างปิดสะพานเก่า';
    const summaries = DETAILS.map((detail) => extractSummary(text, { detail }));
    expect(summaries.map(({ sentences }) => sentences.length)).toEqual([1, 2, 3]);
    expect(summaries[2]?.text).toBe(text);
  });

  test('a list whose every line has a hash is summarized by its lines, not by its title', () => {
    const text =
      '## Changes\n\n- The reader keeps the last line of files (a1b2c3d)\n- Slow clients can finish their requests (9f8e7d6)\n- Dates before 1970 have the right weekday (c0ffee1)';
    expect(extractSummary(text, { detail: 'detailed' }).sentences).toHaveLength(3);
    expect(extractSummary(text, { detail: 'detailed' }).text).not.toContain('## Changes');
  });

  test('a short message of a chat may be chosen as well as a long one', () => {
    const text = [
      '[14:02] <ann> did anybody look at the failing nightly build?',
      '[14:05] <cat> we should add an alert at eighty percent so that this does not happen again',
      '[14:07] <ann> I will open an issue for the alert and assign it to cat',
    ].join('\n');
    expect(extractSummary(text, { detail: 'detailed' }).sentences).toHaveLength(3);
  });

  test('never throws, quotes truly and answers the same twice, whatever the text', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom(
          'Ann: Yes. ',
          '\n',
          '。',
          'He said it. ',
          '- item\n',
          '# Head\n',
          '> quoted\n',
          'The U.S. won. ',
        ),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(pieces, fc.integer({ min: 0, max: 60 }), (parts, words) => {
        const text = parts.join('');
        const first = extractSummary(text, { budget: { words } });
        for (const { text: quoted, start, end } of first.sentences)
          expect(text.slice(start, end).replace(/[\s>]/gu, '')).toBe(quoted.replace(/[\s>]/gu, ''));
        expect(first.pieces.join('')).toBe(first.text);
        expect(first.pieces).toHaveLength(first.sentences.length);
        expect(extractSummary(text, { budget: { words } })).toEqual(first);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what a kind of text is read for', () => {
  test('minutes tell what was resolved, not who opened and closed the meeting', () => {
    const minutes = [
      'MINUTES OF THE GARDEN CLUB',
      'The Chair opened the meeting at 7 p.m. and welcomed the members.',
      '1.1 Ms Alder presented her report on the pond.',
      '1.2 Mr Birk asked whether the pond could be drained in the autumn instead of the spring.',
      '1.3 RESOLVED: that the pond be drained and lined before 1 March at a cost of £900.',
      'ACTION: Mr Birk to hire a pump by 15 February.',
      '2.1 Several members spoke about the state of the fence along the northern path.',
      '2.2 The paint of the shed was discussed at length without a result.',
      'There being no further business, the Chair closed the meeting at 8.10 p.m.',
    ].join('\n\n');
    const { text } = extractSummary(minutes);
    expect(text).toContain('RESOLVED');
    expect(text).toContain('ACTION');
    expect(text).not.toMatch(/opened the meeting|closed the meeting/);
  });

  test('a read-me says what the thing is, even at the shortest', () => {
    const readme = [
      '# Lintel',
      'Every week somebody sends us forms of forty pages with three kinds of dates in them.',
      'Lintel is a command-line tool that reads such forms and lists the fields that nobody filled in.',
      'The list is sorted by page, and a page may be left out with an option of its own.',
      'Dates are compared in the order of the year, the month and the day of the form.',
      'A form of forty pages with all its fields takes about two seconds on a small computer.',
    ].join('\n\n');
    expect(extractSummary(readme, { detail: 'short' }).text).toContain('Lintel is a command-line tool');
  });

  test('a meeting tells what was settled, not how the call began', () => {
    const meeting = [
      'Bo: I see a red light, and my picture of the garden looks rather dark to me today.',
      "Ann: Let's start with the opening of the library on the third floor.",
      'Bo: The carpenter needs two more weeks for the shelves in the reading room.',
      'Ann: So the ninth of June it is, and I will tell the council about the opening.',
      'Bo: The shelves come on the second of June, and the books a day later.',
      'Ann: The painter has finished the stairs and the hall on the ground floor.',
      'Bo: The hall looks much larger now than it did before the winter.',
    ].join('\n');
    const { text } = extractSummary(meeting);
    expect(text).toContain('the ninth of June it is');
    expect(text).not.toContain('red light');
  });

  test('a sentence that leans on another brings it along or stays out', () => {
    const story = [
      'The old mill of Harrow burned down in 1902 with all its grain.',
      'Since then the weir has been held open by a chain of iron.',
      'The council now wants to rent the site to a company that makes electricity for 300 houses.',
      'Walkers ask for a bridge.',
    ].join(' ');
    const alone = [15, 30, 45, 60].filter((words) => {
      const { text } = extractSummary(story, { budget: { words } });
      return text.includes('Since then') && !text.includes('burned down');
    });
    expect(alone).toEqual([]);
  });
});

describe('a level of detail', () => {
  test('has all the sentences of the level below it', () => {
    const [short, medium, detailed] = DETAILS.map((detail) =>
      extractSummary(ARTICLE, { detail }).sentences.map(({ text }) => text),
    );
    expect(medium).toEqual(expect.arrayContaining(short ?? ['']));
    expect(detailed).toEqual(expect.arrayContaining(medium ?? ['']));
  });
});
