import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';
import { zhHansConversations } from './conversations.ts';
import { zhHansErrors } from './errors.ts';
import { zhHansGrounding } from './grounding.ts';
import { zhHansOffline } from './offline.ts';
import { zhHansPalette } from './palette.ts';
import { zhHansReader } from './reader.ts';
import { zhHansSearch } from './search.ts';
import { zhHansSessions } from './sessions.ts';
import { zhHansSettings } from './settings.ts';
import { zhHansSpaces } from './spaces.ts';
import { zhHansTags } from './tags.ts';
import { zhHansTranslation } from './translation.ts';

export function zhHans(format: Formats): Strings {
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

    grounding: zhHansGrounding(format),

    settings: zhHansSettings(format),

    reader: zhHansReader(format),

    tags: zhHansTags(format),

    spaces: zhHansSpaces(format),

    translation: zhHansTranslation(format),

    conversations: zhHansConversations(format),

    sessions: zhHansSessions(format),

    search: zhHansSearch(),
    palette: zhHansPalette(),

    offline: zhHansOffline(format),

    runs: {
      heading: '运行与问题',
      tabRuns: '运行',
      tabIssues: '问题',
      filter: '状态',
      all: '全部',
      status: { queued: '排队中', running: '运行中', succeeded: '成功', failed: '失败', cancelled: '已取消' },
      task: {
        summary: '摘要',
        fold: '对话串摘要',
        reply: '回答',
        title: '标题',
        'turn-summary': '一句话概括回复',
        'history-narrative': '对话叙述',
        session: '编程会话摘要',
        check: '核对',
        repair: '更正',
        translation: '翻译',
        'title-translation': '标题翻译',
        'text-translation': '文本翻译',
        tagging: '标签',
      },
      sourceKind: {
        text: '文本',
        entry: '文章',
        thread: '会话串',
        conversation: '对话',
        session: '编程会话',
      },
      untitled: '无标题文本',
      columns: {
        time: '时间',
        task: '任务',
        source: '来源',
        model: '模型',
        status: '状态',
        duration: '用时',
        tokens: '词元',
        cost: '费用',
      },
      empty: '还没有运行记录。',
      emptyNext: '每次摘要都会列在这里，包括作答的模型和费用。',
      emptyAction: '前往阅读器',
      emptyFiltered: (status) => `没有“${status}”的运行。`,
      showAll: '显示全部运行',
      detail: '运行',
      close: '关闭',
      retry: '重试',
      cancel: '取消',
      gone: '此运行记录已不再保留。',
      fields: {
        task: '任务',
        created: '创建',
        started: '开始',
        finished: '结束',
        trigger: '发起者',
        attempt: '尝试次数',
        source: '来源',
        language: '语言',
        detailLevel: '详细程度',
        model: '作答的模型',
        route: '模型顺序',
        coverage: '覆盖',
        usage: '词元',
        cost: '费用',
        duration: '用时',
        id: '运行编号',
      },
      triggers: { manual: '你', auto: '自动' },
      routeArrow: ' → ',
      characters: (count) => format.plural(count, { other: '# 个字符' }),
      templateVersion: (id, version) => `${id}，版本 ${version}`,
      prompt: '提示',
      template: '模板',
      templateOrigin: '模板来源',
      templateHash: '内容哈希',
      furtherTemplates: '还使用了',
      systemPrompt: '系统提示',
      systemPromptOwn: '来自模板',
      systemPromptReplaced: '本次运行已替换',
      parameters: '参数',
      maxOutputTokens: '最大输出词元数',
      temperature: '温度',
      temperatureDefault: '服务商默认值',
      summary: '摘要',
      summaryReplaced: '同一来源的后续运行已替换此摘要。',
      events: '最后的事件',
      showEvents: '显示最后的事件',
    },

    issues: {
      kind: {
        'run-failed': '运行失败',
        'run-cancelled': '已停止',
        'template-refused': '模板未采用',
        'feed-failed': '订阅更新失败',
        'answer-refused': '回答未采用',
      },
      filter: '类型',
      emptyFiltered: (kind) => `没有“${kind}”的问题。`,
      showAll: '显示全部问题',
      openEntry: '打开文章',
      openThread: '打开对话串',
      openConversation: '打开对话',
      openSession: '打开编程会话',
      openFeed: '打开订阅源',
      columns: { time: '时间', source: '关于', kind: '类型', task: '任务', model: '模型', message: '原因' },
      stopped: '在完成之前已停止。',
      empty: '没有问题。',
      emptyNext: '运行失败或停止、模板无法使用、订阅源无法获取时，会在这里说明。',
      detail: '问题',
      gone: '此问题记录已不再保留。',
      openRun: '打开运行',
      clear: '清除问题',
      clearSure: (count) => format.plural(count, { other: '删除全部 # 个问题？' }),
      clearYes: '删除',
      clearNo: '保留',
      details: '详情',
      code: '代码',
    },

    event: {
      'run-start': ({ attempt }) => `第 ${format.number(attempt)} 次尝试开始`,
      'model-start': (model) => `请求 ${model}`,
      'model-retry': ({ errorCode, waitMs }) =>
        `${zhHansErrors[errorCode].summary}等待 ${format.duration(waitMs)}`,
      'model-failed': (model, message) => `${model} 失败：${message}`,
      progress: ({ phase, done, total }) =>
        `${{ reading: '阅读', merging: '合并', folding: '折叠', writing: '撰写', checking: '检查', translating: '翻译' }[phase]} ${done}/${total}`,
      'text-reset': ({ reason }) =>
        `文本重新开始（${{ fallback: '换用下一个模型', retry: '再试一次', restart: '重新尝试', 'language-repair': '语言不符' }[reason]}）`,
      'fold-skipped': ({ characters, needed }) =>
        `未折叠：新摘要只有 ${format.number(characters)} 个字符，至少需要 ${format.number(needed)} 个。下次折叠会包含这些轮次。`,
      verdict: ({ opinion: { state, reason } }) =>
        `本句${{ supported: '有依据', contradicted: '与原文矛盾', 'not-found': '在原文中找不到', undecided: '未判定' }[state]}${reason === '' ? '' : `：${reason}`}`,
      paragraph: ({ text }) => (text === null ? '段落未翻译' : `段落：${text}`),
      'text-delta': ({ text }) => `文本：${text}`,
      'run-end': ({ errorCode }) =>
        errorCode === null ? '结束' : `结束：${zhHansErrors[errorCode].summary}`,
    },
  };
}
