import { describe, expect, test } from 'vitest';
import { mergeTags, readTags } from './read-tags.ts';
import { chooseLibrary, suggestTags } from './suggest-tags.ts';

const text = [
  'The harbour bridge of Lunde will close on 3 March for repairs that cost 310 million kroner.',
  'The city council voted for the closure after engineers found rust in four of its nine pillars.',
  'Ferries will carry pedestrians across the harbour every twenty minutes until the bridge opens again.',
].join(' ');

describe('the tags of an answer', () => {
  test('have the words of the article that justify them, also where the model changed their punctuation', () => {
    const found = readTags(
      text,
      [
        { name: 'Lunde', quote: 'The harbour bridge of Lunde will close' },
        { name: 'ferries', quote: '“Ferries will carry pedestrians, across the harbour”' },
        {
          name: 'city council',
          quote: 'The city council voted for closure after the engineers found rust in its nine pillars',
        },
      ],
      7,
    );
    expect(found.map(({ name }) => name)).toEqual(['Lunde', 'ferries', 'city council']);
    for (const { start, end, quote } of found) expect(text.slice(start, end)).toBe(quote);
    expect(found[1]?.quote).toBe('Ferries will carry pedestrians across the harbour');
  });

  test('without a passage are left out, unless the article has the name itself', () => {
    const given = [
      { name: 'space travel', quote: 'The rocket reached Mars' },
      { name: 'harbour', quote: 'nothing like it' },
    ];
    expect(readTags(text, given, 7).map(({ name }) => name)).toEqual(['harbour']);
  });

  test.each([
    ['the', 'space travel'],
    ['.', 'space travel'],
    ['…', 'space travel'],
    ['of its', 'space travel'],
    ['3', 'space travel'],
    ['bridge', 'space travel'],
    ['the harbour', 'space travel'],
    ['of its', 'the'],
  ])('are not justified by the quotation “%s”', (quote, name) => {
    expect(readTags(text, [{ name, quote }], 7)).toEqual([]);
  });

  test.each([
    [
      'the',
      'ferries',
      'Ferries will carry pedestrians across the harbour every twenty minutes until the bridge opens again.',
    ],
    ['bridge', 'bridges', 'bridge'],
    ['found rust in four', 'corrosion', 'found rust in four'],
  ])('by “%s” are shown with words that say something of %s', (quote, name, shown) => {
    expect(readTags(text, [{ name, quote }], 7)).toMatchObject([{ name, quote: shown }]);
  });

  test('of a text without spaces need words of the tag or a longer passage too', () => {
    const chinese = '伦德港的大桥将于三月三日关闭，维修费用为三亿一千万克朗。市议会投票赞成关闭大桥。';
    const found = (quote: string, name: string) => readTags(chinese, [{ name, quote }], 7).length;
    expect([found('的', '航天'), found('大桥', '航天'), found('将于', '航天')]).toEqual([0, 0, 0]);
    expect([found('大桥', '大桥维修'), found('市议会投票赞成', '政治')]).toEqual([1, 1]);
  });

  test('are at most as many as asked for, each once in any spelling', () => {
    const quote = 'Ferries will carry pedestrians';
    const spellings = ['Ferries', 'ferry', 'FERRY', '#ferries', 'Ferry '].map((name) => ({ name, quote }));
    expect(readTags(text, spellings, 7)).toHaveLength(1);
    const many = Array.from({ length: 5000 }, (_, at) => ({ name: `tag ${'x'.repeat(at % 40)}a`, quote }));
    expect(readTags(text, many, 7)).toHaveLength(7);
  });

  test('of a text read in parts begin with those that most parts have', () => {
    const tag = (name: string) => ({ name, quote: '' });
    const merged = mergeTags([
      [tag('a1'), tag('b1')],
      [tag('c1'), tag('B1')],
    ]);
    expect(merged.map(({ name }) => name)).toEqual(['b1', 'a1', 'c1']);
  });
});

describe('the library in a prompt', () => {
  const tag = (name: string, entries: number) => ({ name, key: name.toLowerCase(), synonyms: [], entries });

  test('begins with names that stand in the text, and ends where the tokens end', () => {
    const library = [tag('cooking', 90), tag('rust', 1), tag('football', 50), tag('stone bridge', 2)];
    expect(chooseLibrary(text, library, { maxTokens: 100 })).toEqual([
      'rust',
      'stone bridge',
      'cooking',
      'football',
    ]);
    expect(chooseLibrary(text, library, { maxTokens: 3 })).toEqual(['rust']);
  });
});

describe('key terms as tags', () => {
  const names = (title: string, body: string, library: Parameters<typeof suggestTags>[1]['library'] = []) =>
    suggestTags(body, { title, library, limit: 7 }).map(({ name }) => name);

  test.each([
    [
      'en',
      'OpenAI releases a new model',
      'OpenAI released a language model on Thursday with a context window of a million tokens. Sam Altman said the language model was trained on more data. The context window lets developers load whole books. Critics say the language model still makes things up. Sam Altman disagreed, and OpenAI declined to comment.',
      ['language model', 'context window', 'Sam Altman', 'OpenAI'],
    ],
    [
      'de',
      'Bundestag beschließt Gesetz zur Wärmeplanung',
      'Der Bundestag hat am Freitag das Gesetz zur Wärmeplanung beschlossen. Die Wärmeplanung soll Gemeinden helfen. Klara Geywitz verteidigte das Gesetz im Bundestag. Gemeinden müssen ihre Wärmeplanung vorlegen. Klara Geywitz kündigte Hilfen für die Gemeinden an.',
      ['Wärmeplanung', 'Bundestag', 'Klara Geywitz'],
    ],
    [
      'fr',
      'La réforme des retraites devant le Conseil constitutionnel',
      'Le Conseil constitutionnel examine la réforme des retraites ce vendredi. Les syndicats appellent à la grève contre la réforme des retraites. Emmanuel Macron souhaite une promulgation rapide. Emmanuel Macron a invité les syndicats. Les syndicats refusent. Le Conseil constitutionnel rendra sa décision.',
      ['Conseil constitutionnel', 'réforme des retraites', 'Emmanuel Macron'],
    ],
    [
      'zh',
      '深度学习模型压缩进展',
      '清华大学的研究人员提出了一种新的模型压缩方法。该方法可以将大型语言模型的参数量减少一半。研究人员在三个数据集上测试了这种模型压缩方法。大型语言模型在手机上的推理速度提高了两倍。',
      ['大型语言模型', '模型压缩方法'],
    ],
  ])('are found in %s', (_, title, body, expected) => {
    expect(names(title, body)).toEqual(expect.arrayContaining(expected));
  });

  test('have the sentence they stand in, and none is a part of another', () => {
    const suggested = suggestTags(text, { title: 'The harbour bridge of Lunde closes', limit: 7 });
    expect(suggested.length).toBeGreaterThan(0);
    for (const { name, quote } of suggested) {
      expect(text).toContain(quote);
      expect(quote.toLowerCase()).toContain(name.toLowerCase());
    }
  });

  test('take the names of the library, also by a synonym', () => {
    const library = [{ name: 'Ferry traffic', key: 'ferry traffic', synonyms: ['ferries'], entries: 3 }];
    expect(names('', text, library)).toContain('Ferry traffic');
  });

  test('are none in a text without words', () => {
    expect(names('', '')).toEqual([]);
    expect(names('', '1 2 3 — 4 5 6')).toEqual([]);
    expect(names('', '🎈'.repeat(500))).toEqual([]);
  });
});
