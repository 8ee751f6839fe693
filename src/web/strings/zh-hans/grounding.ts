import type { Strings } from '#web/strings/en/en.ts';
import type { Finding } from '#web/strings/en/grounding.ts';
import type { Formats } from '#web/strings/formats.ts';

const kinds: Record<Finding['kind'], string> = {
  number: '数字',
  unit: '单位',
  currency: '货币',
  date: '日期',
  name: '名称',
  role: '身份',
  quantifier: '数量',
  negation: '否定',
  polarity: '方向',
  quote: '引语',
  hedge: '确定程度',
  condition: '条件',
  comparison: '比较',
  order: '先后顺序',
  claim: '说法',
};

const others: Partial<Record<Finding['kind'], string>> = {
  number: '但说的是别的事',
  date: '但说的是别的事',
  name: '但说的是别的事',
  role: '但属于别人',
};

export function zhHansGrounding(format: Formats, source = '文章'): Strings['grounding'] {
  function describe({ kind, reason, detail, said }: Finding): string {
    if (reason === 'reversed') {
      const what = kind === 'negation' ? '意思' : kinds[kind];
      return `${what}相反：“${detail}”；${source}${said === null ? '的说法相反' : `写的是“${said}”`}`;
    }
    const subject = `${kinds[kind]}“${detail}”`;
    if (said !== null) return `${subject}：${source}写的是“${said}”`;
    if (reason === 'missing') return `${source}中找不到${subject}`;
    const other = others[kind];
    return other === undefined ? `${subject}与${source}不符` : `${subject}在${source}中，${other}`;
  }

  return {
    sentences: '逐句：用方向键在句子间移动，按 Enter 在文章中显示出处',
    sentence: '本句的核对结果',
    state: {
      supported: `${source}中有依据`,
      contradicted: `与${source}矛盾`,
      'not-found': `${source}中找不到`,
      undecided: '未判定',
    },
    readPassage: '未判定：请看原文',
    finding: describe,
    fromArticle: `${source}原文`,
    closest: `${source}中最接近的内容`,
    showPassage: '在文章中显示',
    shown: '已在文章中标出该段。',
    notFound: '在当前显示的文章中找不到这一段。',
    changed: '文章已有变化，因此不显示出处。',
    changedSince: '核对之后文章已有变化。',

    check: `与${source}核对`,
    line: {
      supported: (count, sentences) => `${format.number(sentences)} 句中 ${format.number(count)} 句有依据`,
      contradicted: (count) => `${format.number(count)} 句矛盾`,
      'not-found': (count) => `${format.number(count)} 句未找到`,
      undecided: (count) => `${format.number(count)} 句未判定`,
    },
    counts: {
      supported: (count) => format.plural(count, { other: '# 句有依据' }),
      contradicted: (count) => format.plural(count, { other: `# 句与${source}矛盾：` }),
      'not-found': (count) => format.plural(count, { other: `# 句有${source}中找不到的细节：` }),
      undecided: (count) => format.plural(count, { other: '# 句未判定' }),
    },
  };
}
