import type { Strings } from '#web/strings/en/en.ts';
import type { Finding } from '#web/strings/en/grounding.ts';
import type { Formats } from '#web/strings/formats.ts';

const kinds: Record<Exclude<Finding['kind'], 'claim'>, string> = {
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
};

const others: Partial<Record<Finding['kind'], string>> = {
  number: '但说的是别的事',
  date: '但说的是别的事',
  name: '但说的是别的事',
  role: '但属于别人',
};

export function zhHansGrounding(format: Formats, source = '文章'): Strings['grounding'] {
  function describe({ kind, reason, detail, said }: Finding): string {
    if (kind === 'claim')
      return reason === 'missing' ? `${source}中找不到“${detail}”` : `“${detail}”与${source}矛盾`;
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

    strip: (covered) => `摘要的出处：用到了${source}的 ${format.number(Math.round(covered * 100))}%`,
    stripMark: (verdict, passage) => `${verdict}：“${passage}”`,

    check: `与${source}核对`,
    line: {
      supported: (count, sentences) => `${format.number(sentences)} 句中 ${format.number(count)} 句有依据`,
      contradicted: (count) => `${format.number(count)} 句矛盾`,
      'not-found': (count) => `${format.number(count)} 句未找到`,
      undecided: (count) => `${format.number(count)} 句未判定`,
    },
    wrong: {
      number: (count) => format.plural(count, { other: '# 个数字有误' }),
      date: (count) => format.plural(count, { other: '# 个日期有误' }),
      name: (count) => format.plural(count, { other: '# 个名称有误' }),
    },
    counts: {
      supported: (count) => format.plural(count, { other: '# 句有依据' }),
      contradicted: (count) => format.plural(count, { other: `# 句与${source}矛盾：` }),
      'not-found': (count) => format.plural(count, { other: `# 句有${source}中找不到的细节：` }),
      undecided: (count) => format.plural(count, { other: '# 句未判定' }),
    },

    aModel: '模型',
    checkedBy: {
      rules: () => '由规则核对',
      'rules-only': (model) => `由规则核对；${model} 无法判定`,
      model: (model) => `由 ${model} 核对`,
      both: (model) => `由规则和 ${model} 核对`,
    },
    said: {
      supported: '有依据',
      contradicted: `与${source}矛盾`,
      'not-found': `${source}中找不到`,
      undecided: '未判定',
    },
    disagree: ({ model, rules, opinion }) => `规则：${rules}。${model}：${opinion}`,
    because: (told, reason) => `${told}（“${reason}”）`,
    namedBy: (model) => `${model} 指出的原文`,

    checkWithModel: '用模型核对',
    checkAgain: '再次核对',
    checking: '正在核对…',
    checkingPart: (part, total) => `正在核对第 ${format.number(part)} 句，共 ${format.number(total)} 句…`,
    fix: (count) => format.plural(count, { other: '更正 # 句' }),
    fixing: '正在更正…',
    stopping: '正在停止…',
    tryAgain: '再试一次',
    openRun: '详情',
    failed: {
      check: '核对失败',
      repair: '更正失败',
      state: '无法载入核对结果',
      undo: '无法恢复原来的文本',
    },
    failedBecause: (what, reason) => `${what}：${reason}`,
    cannot: {
      check: '离线模型不能核对句子。',
      repair: '离线模型不能更正句子。',
    },
    connect: '连接模型',
    ended: {
      check: { succeeded: '核对完成。', failed: '核对失败。', cancelled: '核对已停止。' },
      repair: { succeeded: '更正完成。', failed: '更正失败。', cancelled: '更正已停止。' },
    },

    correctedBy: (model) => `由 ${model} 更正`,
    showBefore: '显示更正前',
    hideBefore: '隐藏更正前',
    bringBack: '恢复原文本',
    beforeNote: '更正的内容',
    usage: {
      check: (model, amounts) => `${model} 核对：${amounts}`,
      repair: (model, amounts) => `${model} 更正：${amounts}`,
    },
    costUnknown: '费用未知',
  };
}
