import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';
import { zhHansAgents } from './agents.ts';
import { zhHansModels } from './models.ts';

export function zhHansSettings(format: Formats): Strings['settings'] {
  return {
    heading: '设置',
    sections: {
      models: '模型',
      agents: '智能体',
      summaries: '摘要',
      tags: '标签',
      templates: '模板',
      spending: '花费',
      storage: '存储',
      appearance: '外观',
      about: '关于',
    },
    edit: (name) => `编辑${name}`,
    editShort: '编辑',
    remove: (name) => `移除${name}`,
    removeShort: '移除',

    leave: {
      title: '不保存就离开？',
      note: '“设置”中有尚未保存的更改，离开后将丢失。',
      stay: '留在这里',
      go: '不保存，离开',
    },

    form: {
      save: '保存',
      saving: '正在保存…',
      saved: '已保存。',
      unsaved: '尚未保存',
      discard: '放弃更改',
      fix: '请修正标出的字段，然后再次保存。',
      about: (label) => `关于“${label}”`,
      required: '此项必填。',
      number: '请填写数字。',
      whole: '请填写整数。',
      address: '请填写以 http:// 或 https:// 开头的地址。',
      characters: '含有此处不允许的字符。',
      over: (least) => `请填写大于 ${format.number(least)} 的数。`,
      atLeast: (least) => `至少为 ${format.number(least)}。`,
      atMost: (most) => `至多为 ${format.number(most)}。`,
      tooLong: (most) => `至多 ${format.number(most)} 个字符。`,
    },

    key: {
      none: '无密钥',
      state: (key) => {
        if (key.kind === 'none') return '无密钥';
        if (key.kind === 'stored') return '密钥已存储';
        return `密钥来自 ${key.name}（${key.present ? '已设置' : '未设置'}）`;
      },
      enter: '输入密钥',
      replace: '换成另一个密钥',
      remove: '移除密钥',
      fromEnvironment: '来自环境变量',
      value: (label) => `${label}：内容`,
      variable: (label) => `${label}：变量名`,
      placeholder: '加密存储，不再显示。',
      waits: (origin) => `此密钥是为 ${origin} 提供的，不会发送到现在的地址。重新输入即表示允许。`,
    },

    models: zhHansModels(),

    agents: zhHansAgents(format),

    summaries: {
      heading: '摘要',
      note: '新摘要的默认做法；生成时可另行选择。',
      primary: '模型',
      fallback: '备用模型',
      noFallback: '无',
      ownTemplate: (id) => `${id}（自己的）`,
      help: {
        language: '摘要使用的语言，与原文语言无关。',
        detail: '摘要保留原文内容的多少。',
        primary: '首先请求的模型。模型设为“首选”的智能体也使用它。',
        fallback: '首选模型失败时请求。没有备用模型时，失败会照实显示。',
        template: '生成摘要所用的提示。自己的模板列在“模板”下。',
      },
      check: {
        heading: '用模型核对',
        note: '规则会将摘要的每个句子与原文核对。规则无法判定的内容，例如自由转述、因果关系或另一种语言的摘要，可由模型核对。',
        mode: '自动核对的句子',
        modes: { off: '关闭', undecided: '未判定的句子', all: '全部句子' },
        model: '核对模型',
        sameModels: '撰写摘要的模型',
        answers: '回答方式',
        answerKinds: { auto: '自动', list: '一次请求核对全部句子', 'yes-no': '逐句回答是或否' },
        recipe:
          '使用小型本地核对模型：安装 Ollama，运行“ollama pull bespoke-minicheck”，再为它添加模型配置。',
        recipeLink: '添加模型',
        repair: '自动更正矛盾的句子',
        repairModel: '更正模型',
        help: {
          mode: '模型核对每份新摘要的哪些句子。任何摘要都可随时手动核对。',
          model: '负责核对的模型。使用与撰写摘要不同的模型，能发现更多问题。',
          answers: 'MiniCheck 这类核对模型只回答是或否。“自动”按名称识别它们。',
          repair: '每份摘要一次。只有矛盾的句子减少时才采用更正，并可恢复之前的文本。',
          repairModel: '改写矛盾句子的模型。',
        },
      },
    },

    templates: {
      heading: '模板',
      note: 'Precis 发送的提示。在数据文件夹的“templates”文件夹中放入 YAML 文件，即可增加模板，或替换相同编号的内置模板。',
      origin: { builtin: '内置', user: '自己的' },
      refused: (file) => `${file} 未被采用`,
      version: (version) => `版本 ${version}`,
      versionLabel: '版本',
      hash: '内容哈希',
      file: '文件',
      required: '需要',
      optional: '可用',
      defaults: '默认值',
      reload: '重新读取',
      preview: '预览',
      previewNote: '用一段短示例文本时，发送给模型的内容。',
      previewFailed: '此模板目前无法使用',
      raw: '文件中的原文',
    },

    spending: {
      heading: '花费',
      note: '按模型配置中的价格计算，并非账单。',
      paused: '自动运行已暂停',
      pausedNote: '已达到上限。手动启动的运行不受影响；其余的到第二天或下个月，或提高上限后继续。',
      caps: '上限',
      spent: { dailyCapUsd: '今天', monthlyCapUsd: '本月' },
      ofCap: (spent, cap) => `${spent}，上限 ${cap}`,
      fields: { dailyCapUsd: '每日上限（美元）', monthlyCapUsd: '每月上限（美元）' },
      help: '花费达到此数时，自动摘要暂停；手动启动的运行从不停止。留空：无上限。',
      noCap: '无上限',
      over: '花费情况',
      scale: '时间范围',
      scales: {
        days: (count) => `${format.number(count)} 天`,
        months: (count) => `${format.number(count)} 个月`,
      },
      chart: (cost, when) => `花费柱状图。最高为 ${cost}（${when}）。下方表格列有全部数字。`,
      chartEmpty: '这段时间没有花费。',
      asTable: '以表格显示',
      columns: { when: '时间', runs: '运行', tokens: '词元', cost: '费用' },
      byModel: '按模型',
      byTask: '按任务',
      noModel: '没有模型作答',
      unknown: '未知',
      unpriced: (count) =>
        format.plural(count, { other: '有 # 次运行的模型没有价格，未计入。填写价格后，之后的运行会计入。' }),
      empty: '没有花费。',
      emptyNext: '离线模型免费。有价格的模型作答后，费用会显示在这里。',
    },

    storage: {
      heading: '存储',
      note: '一切都保存在你自己的一个数据库中。',
      size: (size, store) => `${size}，${store}`,
      kinds: {
        summaries: '摘要',
        runs: '运行',
        issues: '问题',
        entries: '文章',
        threads: '对话串',
        messages: '消息',
        tags: '标签',
        images: '图片',
      },
      clearShort: '清除…',
      clearYes: '清除',
      cleared: (count) => `已删除 ${format.number(count)} 项`,
      clear: {
        summaries: {
          action: '清除摘要…',
          sure: (count) => format.plural(count, { other: '删除全部 # 个摘要？' }),
          note: '文章会保留，对话串的摘要也会保留。此操作无法撤销。',
        },
        'finished-runs': {
          action: '清除已结束的运行…',
          sure: (count) => format.plural(count, { other: '共 # 次运行，删除其中已结束的？' }),
          note: '其记录将删除：请求了哪个模型、结果如何、费用多少（“花费”中也会删除）。摘要或回答仍保留的运行会一同保留。此操作无法撤销。',
        },
        issues: {
          action: '清除问题…',
          sure: (count) => format.plural(count, { other: '删除全部 # 个问题？' }),
          note: '此前出错的记录将不再列出。此操作无法撤销。',
        },
        images: {
          action: '清除图片…',
          sure: (count) => format.plural(count, { other: '删除全部 # 张图片？' }),
          note: '再次打开文章时会重新获取图片。',
        },
      },
      limits: '限制',
      fields: {
        summaryCap: '保留的摘要数',
        runRetentionDays: '运行保留天数',
        issueRetentionDays: '问题保留天数',
      },
      help: {
        summaryCap: '超过时，最旧的文章摘要会被删除。',
        runRetentionDays: '早于此天数的已结束运行会被删除，其摘要保留。',
        issueRetentionDays: '早于此天数的问题会被删除。',
      },
      sessions: '编程会话',
      sessionFields: { contextTokens: '上下文词元数', retentionDays: '会话保留天数' },
      sessionHelp: {
        contextTokens: '新会话开始时得知的以往内容最多占用这么多词元。',
        retentionDays: '超过这么多天未使用的会话会被删除。留空则永久保留。',
      },
      forever: '永久',
    },

    appearance: {
      heading: '外观与语言',
      note: '仅用于此浏览器。',
      articles: '文章',
      articlesNote: '适用于使用此服务器的所有浏览器。',
      pictures: '图片',
      pictureChoices: { on: '加载', off: '不加载' },
      picturesHelp: '滚动到图片时，由此服务器获取。网站看到的是服务器的地址，而不是你的浏览器。',
    },

    about: {
      heading: '关于与诊断',
      version: '版本',
      store: '数据库',
      stores: { sqlite: 'SQLite（内嵌）', postgres: 'PostgreSQL' },
      startedAt: '启动于',
      diagnosis: '诊断',
      login: '此浏览器',
      loginNote: '你已用服务器的令牌登录，有效期 30 天。要再次登录，请在地址中加上 ?token=… 打开 Precis。',
      signOut: '退出登录',
      signOutEverywhere: '在所有设备上退出',
      diagnosisNote: '检查数据文件夹、数据库、模板和网络，并向每个在用的模型请求一个词。',
      check: '开始检查',
      checkAgain: '再次检查',
      checking: '正在检查…',
      states: { ok: '正常', warning: '警告', failed: '失败' },
    },
  };
}
