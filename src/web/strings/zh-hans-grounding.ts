import type { Strings } from './en.ts';
import type { Formats } from './formats.ts';

export function zhHansGrounding(format: Formats): Strings['grounding'] {
  const missing = {
    number: '# 个数字未找到',
    date: '# 个日期未找到',
    name: '# 个名称未找到',
    quote: '# 处引语未找到',
    term: '# 个词语未找到',
    negation: '# 处说法未找到',
    unit: '# 个单位未找到',
    currency: '# 种货币未找到',
    polarity: '# 处说法未找到',
    quantifier: '# 处说法未找到',
    hedge: '# 处说法未找到',
    comparison: '# 处说法未找到',
    order: '# 处说法未找到',
    condition: '# 处说法未找到',
    role: '# 处说法未找到',
    opposite: '# 处说法未找到',
  };

  return {
    sentences: '逐句：用方向键在句子间移动，按 Enter 在文章中显示出处',
    sentence: '本句的核对结果',
    state: {
      supported: '文章中有依据',
      'not-verifiable': '无法核实：经过改写或使用了另一种语言',
      unsupported: '文章中没有依据',
    },
    flag: (reason, detail) =>
      ({
        missing: `“${detail}”不在文章中`,
        elsewhere: `“${detail}”在文章中，但说的是别的事`,
        reversed: `“${detail}”：文章的说法相反`,
      })[reason],
    fromArticle: '文章原文',
    closest: '文章中最接近的内容',
    showPassage: '在文章中显示',
    shown: '已在文章中标出该段。',
    notFound: '在当前显示的文章中找不到这一段。',
    changed: '文章已有变化，因此不显示出处。',
    changedSince: '核对之后文章已有变化。',

    check: '与文章核对',
    line: ({ sentences, supported, notVerifiable }) =>
      notVerifiable === sentences
        ? '无法核实'
        : `${format.number(sentences)} 句中 ${format.number(supported)} 句有依据`,
    doubts: ({ count, kind, reason }) => {
      if (reason === 'missing' && kind !== null) return format.plural(count, { other: missing[kind] });
      if (reason === 'elsewhere') return format.plural(count, { other: '# 处细节张冠李戴' });
      if (reason === 'reversed') return format.plural(count, { other: '# 处说法相反' });
      return format.plural(count, { other: '# 处细节存疑' });
    },
    and: '，',
    counts: {
      supported: (count) => format.plural(count, { other: '# 句有依据' }),
      'not-verifiable': (count) =>
        format.plural(count, { other: '# 句无法核实：经过改写或使用了另一种语言' }),
      unsupported: (count) => format.plural(count, { other: '# 句有存疑的细节：' }),
    },
  };
}
