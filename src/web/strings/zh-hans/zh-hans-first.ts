import type { FirstStrings } from '#web/strings/en/en-first.ts';
import type { Formats } from '#web/strings/formats.ts';
import { zhHansErrors } from './errors.ts';
import { zhHansOffline } from './offline.ts';
import { zhHansPalette } from './palette.ts';
import { zhHansReader } from './reader.ts';
import { zhHansSearch } from './search.ts';
import { zhHansTags } from './tags.ts';
import { zhHansTranslation } from './translation.ts';

export function zhHansFirst(format: Formats): FirstStrings {
  return {
    productName: 'Precis',
    separator: ' · ',
    none: '–',
    loading: '正在加载…',
    showMore: '显示更多',

    shell: {
      skip: '跳到正文',
      navigation: '主导航',
      reader: '阅读器',
      read: '阅读',
      more: '更多',
      spaces: '空间',
      conversations: '对话',
      sessions: '编程会话',
      runs: '运行与问题',
      issueCount: (count) => format.plural(count, { other: '# 个问题' }),
      settings: '设置',
      appearance: '外观',
      serverAway: 'Precis 没有响应。',
      serverAwaySince: (at) => `Precis 自 ${format.hour(at)} 起没有响应。`,
      serverAwayRemedy: '请确认它正在运行（precis serve）。本页会自动重新连接。',
      offline: '您已离线。',
      offlineRemedy: '无法连接到 Precis。本页会自动重新连接。',
      lookNow: '立即重试',
      looking: '正在尝试…',
      serverBack: '已重新连接。',
      notFound: '没有这个页面。',
      notFoundRemedy: '前往阅读器',
      crashed: '无法显示此页面。',
      notLoaded: '无法加载此页面。',
      notLoadedNext: 'Precis 没有响应，或刚刚更新过。一旦 Precis 有响应，页面就会重新加载。',
      reload: '重新加载',
    },

    appearance: {
      parts: {
        theme: '主题',
        font: '字体',
        size: '字号',
        leading: '行距',
        measure: '行宽',
        align: '对齐',
        density: '列表布局',
      },
      choices: {
        theme: { system: '跟随系统', light: '浅色', sepia: '米色', dark: '深色', black: '纯黑' },
        font: { serif: '衬线', sans: '无衬线', system: '系统', easy: '易读' },
        size: { smallest: '最小', small: '小', medium: '中', large: '大', largest: '最大' },
        leading: { tight: '紧', normal: '标准', loose: '松' },
        measure: { narrow: '窄', normal: '标准', wide: '宽' },
        align: { start: '标准', justify: '两端对齐' },
        density: { compact: '紧凑', comfortable: '舒适', cards: '卡片' },
      },
      text: '文字与主题',
      language: '语言',
      automatic: '跟随浏览器',
    },

    problem: {
      describe: (code, message) => {
        const { summary, remedy } = zhHansErrors[code];
        return { title: summary, detail: message === '' ? null : message, remedy };
      },
      reason: (code, message) =>
        message === '' ? zhHansErrors[code].summary : `${zhHansErrors[code].summary}（${message}）`,
      reference: (reference) => `参考编号：${reference}`,
      retryIn: (ms) => `${format.duration(ms)}后可再试。`,
      retry: '重试',
      dismiss: '关闭',
    },

    languages: {
      other: '其他…',
      otherHeading: '其他语言',
      name: '语言',
      nameHint: '名称或代码，例如希伯来语、Svenska、vi 或 pt-PT。',
      unknown: '找不到此语言。',
      choose: '选择',
      cancel: '取消',
      close: '关闭',
    },

    panel: {
      heading: '摘要',
      targetLanguage: '目标语言',
      detailLevel: '详细程度',
      detail: { short: '简短', medium: '适中', detailed: '详细' },
      detailInitial: { short: '短', medium: '中', detailed: '详' },
      summary: '摘要',
      abort: '中止',
      copy: '复制',
      copied: '已复制',
      copyFailed: '浏览器不允许在此复制，请手动选择文本。',
      receipts: '附核对凭据',
      copyReceipt: '复制并附核对凭据',
      exportReceipt: '导出并附核对凭据',
      receiptFormats: { md: 'Markdown', html: '网页 (HTML)', json: 'JSON' },
      anyway: '仍然摘要',
      sampleSummary: '带错误的示例',
      sampleExplained: '为示例订阅手写，其中一个数字是错的。',
      offlineExtract: '离线摘录',
      offlineExplained: '由内置模型选取原文句子而成；没有任何内容离开本机。',
      starting: '正在开始…',
      queued: '正在排队…',
      running: '正在处理…',
      progress: ({ phase, done, total }) => {
        const part = `${format.number(Math.min(done + 1, total))} 部分，共 ${format.number(total)} 部分`;
        if (phase === 'reading') return `正在阅读第 ${part}`;
        if (phase === 'merging') return `正在合并第 ${part}`;
        if (phase === 'folding') return `正在折叠第 ${part}`;
        return phase === 'writing' ? '正在撰写…' : '正在检查语言…';
      },
      retrying: (code, waitMs) => `${zhHansErrors[code].summary}${format.duration(waitMs)}后重试。`,
      aborting: '正在停止…',
      aborted: '已停止，未保存任何内容。',
      incomplete: '此文本不完整。',
      previousKept: '之前的摘要保持不变。',
      otherLanguage: (name) => `输出的语言是${name}。`,
      partsRead: (read, total) => `已读 ${format.number(read)}/${format.number(total)} 部分`,
      tokens: (input, output) => `读入 ${format.number(input)} 个词元，写出 ${format.number(output)} 个`,
      cachedTokens: (count) => `其中 ${format.number(count)} 个来自服务商缓存`,
      tokensCounted: '由本机计数；服务商没有报告用量。',
      costUnknown: '无费用数据：模型配置没有价格。',
      usage: '词元与费用',
      expand: '显示摘要',
      collapse: '隐藏摘要',
      resize: '摘要栏高度',
      resizeWidth: '摘要栏宽度',
      dockBeside: '移到文章旁边',
      dockBelow: '移到文章下方',
      exists: '已有摘要。',
      clear: '清除',
      cleared: '已清除。',
      undo: '撤销',
      clearThis: '清除此摘要',
      clearAll: '清除这篇文章的全部摘要',
      auto: '自动摘要',
      autoShort: '自动',
      autoCost: (model) => `自动摘要使用 ${model}，会产生费用。`,
      autoCostNote: '停留阅读且还没有摘要的文章会发送给它。',
      autoKeep: '保持开启',
      autoOff: '关闭',
      stale: { article: '文章已有变化', template: '模板已有变化', model: '已改用其他模型' },
      fallback: ({ answered, failed, reason }) => `${failed} 失败，改由 ${answered} 回答：${reason}`,
      fallingBack: (failed, next) => `${failed} 失败，正在请求 ${next}…`,
      slot: (language, detail) => `${language}，${detail}`,
      shownSlot: (slot) => `当前显示：${slot}。`,
      selectedSlot: (slot) => `当前选中：${slot}。`,
      wantedSlot: (slot) => `您的选择：${slot}`,
      elsewhere: (language, detail) => `正在生成${language}、${detail}的摘要…`,
      details: '详情',
      advanced: '高级',
      template: '模板',
      systemPrompt: '系统提示',
      prompt: '实际提示',
      override: '仅用于下一次运行的系统提示',
      overridePlaceholder: '留空则使用模板自带的系统提示。',
      emptySlot: (language, detail) => `还没有${language}、${detail}的摘要。`,
      emptyNext: '点击“摘要”即可生成。',
      emptyOffline: '点击“摘要”即可生成。离线即可使用；要获得撰写的摘要，请在“设置”中连接模型。',
      emptyUnused: (name) => `点击“摘要”即可生成，离线可用：“${name}”已连接，但未在设置中选用于摘要。`,
    },

    reader: zhHansReader(format),
    tags: zhHansTags(format),
    translation: zhHansTranslation(format),
    search: zhHansSearch(),
    palette: zhHansPalette(),
    offline: zhHansOffline(format),
  };
}
