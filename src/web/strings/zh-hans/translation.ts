import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';

export function zhHansTranslation(format: Formats): Strings['translation'] {
  return {
    heading: '翻译',
    translate: '翻译',
    into: (language) => `翻译成${language}`,
    show: '显示译文',
    hide: '隐藏译文',
    language: '翻译成',
    stored: '已翻译',
    cannot: '离线模型不能翻译。连接一个模型即可翻译文章。',
    addModel: '添加模型',
    sameLanguage: (language) => `这篇文章已是${language}，请选择其他语言。`,
    anyway: '仍要翻译',
    notYet: (language) => `尚未翻译成${language}。`,
    layout: '排版',
    noRoom: '需要更宽的窗口',
    layouts: { under: '下方', beside: '并排', alone: '仅译文' },
    progress: (done, total) => `正在翻译：${format.number(done)} / ${format.number(total)}`,
    ended: {
      finished: (done, total) => `翻译完成：共 ${format.number(total)} 段，已译 ${format.number(done)} 段。`,
      aborted: (done, total) => `翻译已中止：共 ${format.number(total)} 段，已译 ${format.number(done)} 段。`,
    },
    partly: (done, total) => `共 ${format.number(total)} 段，已译 ${format.number(done)} 段。`,
    rest: '翻译其余段落',
    kept: '已译的段落会保留。',
    cost: (amount) => `本次翻译花费 ${amount}。`,
    costAtLeast: (amount) => `至少 ${amount}`,
    costUnknown: '费用未知',
    costAborted: '被中止的调用花费未知。',
    marked: (count) => format.plural(count, { other: '# 段待核对' }),
    nextMark: '转到下一处',
    markedNote: '规则会逐段对照原文。点选段落边缘的圆点，查看发现了什么。',
    more: '译文的更多操作',
    again: '重新翻译',
    copy: { translation: '复制译文', both: '复制原文和译文' },
    export: '导出',
    text: '文本',
    texts: { translation: '译文', both: '原文和译文', original: '原文' },
    format: '格式',
    download: '下载',
    formats: { md: 'Markdown', html: 'HTML', txt: '纯文本' },
    clear: '清除译文',
    note: '关于此段',
    translateParagraph: '重新翻译此段',
    marks: {
      number: ({ words, side }) =>
        side === 'source' ? `译文中没有数字 ${words}。` : `原文中没有数字 ${words}。`,
      date: ({ words, side }) =>
        side === 'source' ? `译文中没有日期 ${words}。` : `原文中没有日期 ${words}。`,
      name: ({ words, side }) =>
        side === 'source' ? `译文中没有名称“${words}”。` : `原文中没有名称“${words}”。`,
      negation: ({ side }) =>
        side === 'source' ? '原文有否定，请核对译文是否也有。' : '译文有否定，请核对原文是否也有。',
      untranslated: ({ words }) => (words === '' ? '有部分内容未翻译。' : `“${words}”未翻译。`),
      language: () => '译文可能是其他语言。',
      length: () => '此段译文的长度不寻常，可能有遗漏或增添。',
      glossary: ({ words, expected }) =>
        expected === undefined ? `术语表要求“${words}”保持原样。` : `术语表要求“${words}”译作“${expected}”。`,
      markup: () => '原文中的链接或强调在译文中缺失。',
    },
    problems: {
      missing: '未翻译：模型漏掉了此段。',
      refused: '未翻译：模型拒绝回答。',
      language: '未翻译：模型用其他语言作答。',
      misplaced: '未翻译：模型给出了另一段的译文。',
      form: '未翻译：无法读取模型的回答。',
    },
    titles: {
      menu: '列表的更多操作',
      translate: (language) => `把标题翻译成${language}`,
      hide: '隐藏标题译文',
      show: '显示标题译文',
      translating: '正在翻译标题…',
    },
    summaryOf: {
      menu: '摘要依据的文本',
      choices: { original: '摘要原文', translation: '摘要译文' },
      translation: '依据译文',
      partial: '请先翻译文章的其余段落。',
      empty: '将摘要译文，而不是原文。',
    },
  };
}
