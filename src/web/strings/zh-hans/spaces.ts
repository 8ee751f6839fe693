import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';
import { zhHansGrounding } from './grounding.ts';

export function zhHansSpaces(format: Formats): Strings['spaces'] {
  const compact = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent' });
  return {
    heading: '空间',
    back: '返回',
    resizeList: '列表宽度',
    resizeSummary: '摘要宽度',

    list: {
      heading: '空间与对话串',
      searchPlaceholder: '搜索消息',
      newSpace: '新建空间',
      newThread: '新建对话串',
      newThreadIn: (name) => `在${name}中新建对话串`,
      untitled: '新对话串',
      open: (name) => `展开${name}`,
      close: (name) => `收起${name}`,
      menu: (name) => `${name}的更多操作`,
      edit: '编辑空间…',
      delete: '删除空间…',
      noThreads: '还没有对话串。',
      results: '找到的对话串',
      noResults: (query) => `没有找到“${query}”。`,
      noResultsNext: '每个词都必须出现；输入词的开头即可。',
      deleteSure: (name) => `删除空间 ${name}？`,
      deleteNote: '其中的所有对话串及其消息和摘要都会被删除，且无法恢复。',
      deleteYes: '删除',
    },

    first: {
      heading: '进行长对话的地方',
      text: '一个空间里的对话串共用一个智能体和你的指令。对话变长后，较早的轮次会折叠成一份摘要，可供阅读、核对和编辑；不会丢失任何内容。',
      begin: '开始第一个对话串',
      name: '我的空间',
    },

    none: '选择一个对话串，或新建一个。',
    noneNext: '每个对话串都有记忆：较早的轮次成为摘要，最新的轮次逐字保留。',

    dialog: {
      create: '新建空间',
      edit: '编辑空间',
      name: '名称',
      instructions: '自定义指令',
      instructionsHint: '在此空间的每个对话串中，先于其他内容告诉智能体。',
      agent: '智能体',
      save: '保存',
      saving: '正在保存…',
      cancel: '取消',
    },

    thread: {
      heading: '对话串',
      agent: '此空间的智能体',
      agentDeleted: (id) => `${id}（已删除）`,
      agentMissing: '此空间的智能体已被删除',
      agentMissingNote: '请选择另一个智能体以继续。在此之前不会发送任何内容；选择之后，此对话串会发送给它。',
      chooseAgent: '选择智能体…',
      menu: '此对话串的更多操作',
      rename: '重命名…',
      title: '标题',
      editTitle: '编辑标题',
      exportMarkdown: '导出为 Markdown',
      exportJson: '导出为 JSON',
      delete: '删除…',
      deleteSure: (title) => `删除“${title}”？`,
      deleteNote: '它的消息和摘要会被删除，且无法恢复。',
      deleteYes: '删除',
      gone: '这个对话串已不存在。',
      goneNext: '它已被删除，或地址有误。',
      messages: '消息',
      older: '正在加载更早的消息…',
      jump: '跳到最新',
      folded: '已折叠到摘要中',
      live: (turns) => `实时窗口：${format.plural(turns, { other: '# 轮' })}`,
      empty: '写下第一条消息。',
      emptyNext: '未配置模型时，离线模型会引用你的资料库来回答。连接模型即可获得撰写的回答。',
      settings: '打开设置',
    },

    article: {
      about: '关于',
      untitled: '无标题文章',
      deleted: '这篇文章已被删除。',
      part: (count, total) => `${format.plural(total, { other: '# 段' })}中的 ${format.number(count)} 段`,
      partNote: '文章超出了模型一次能读取的长度。模型会读取开头以及与问题相符的段落。',
      passage: (number) => `第 ${format.number(number)} 段`,
      showPassage: '在文章中显示',
      open: '打开文章',
      changed: '此回答之后文章已更改。',
      empty: '就这篇文章提问。',
      emptyNext: '回答会注明所依据的段落。未配置模型时，离线模型会引用与问题相符的段落。',
    },

    read: {
      label: (tokens) => `读取 ${compact.format(tokens)} 个词元`,
      heading: '此回答读取的内容',
      article: '文章',
      articlePart: (count, total) =>
        `文章，${format.plural(total, { other: '# 段' })}中的 ${format.number(count)} 段`,
      summary: '较早消息的摘要',
      messages: (count) => format.plural(count, { other: '# 条消息，逐字' }),
      total: '词元',
      by: (model) => `由 ${model} 回答`,
      note: '由 Precis 计数，不含指令。',
    },

    message: {
      you: '你',
      offline: '由离线模型引自你的资料库',
      offlineArticle: '由离线模型引自文章',
      copy: '复制消息',
      code: '代码',
      copyCode: '复制代码',
      edit: '编辑消息',
      again: '重新回答',
      editLabel: '编辑你的消息',
      editNote: '原回答会被替换。',
      save: '保存并发送',
      cancel: '取消',
      stopped: '已由你停止',
    },

    queue: {
      label: '排队的消息',
      waits: '排队中：此回答结束后发送',
      remove: '移除排队的消息',
    },

    answer: {
      answering: '正在回答…',
      waiting: '正在等待模型…',
      folding: '正在总结较早的消息…',
      foldingPart: (part, total) =>
        `正在总结较早的消息… 第 ${format.number(part)} / ${format.number(total)} 部分`,
      done: '回答已完成。',
      stopped: '已停止，还没有回答。',
      kept: '已停止，原回答保持不变。',
      lost: '回答仍在进行，但这里收不到它的文本了。',
      unanswered: '这条消息还没有回答。',
      retry: '重试',
      details: '详情',
      incomplete: '此文本不完整，未保存。',
    },

    composer: {
      label: '消息',
      placeholder: '写消息',
      hint: '回车发送，Shift+回车换行',
      send: '发送',
      sending: '正在发送…',
      stop: '停止',
      stopping: '正在停止…',
      kept: '你的文字仍在这里。',
      skipped: '这条消息很长，摘要将在下一条消息时更新。',
    },

    summary: {
      heading: '到目前为止的摘要',
      show: '显示摘要',
      hide: '隐藏摘要',
      none: '还没有摘要。',
      noneNext: (turns) =>
        `最多 ${format.plural(turns, { other: '# 轮' })}逐字发送；超出后，较早的轮次会折叠成这里的摘要。`,
      byYou: '由你编辑',
      covers: (count, total) =>
        `涵盖 ${format.plural(total, { other: '# 条消息' })}中的前 ${format.number(count)} 条`,
      edit: '编辑',
      editLabel: '摘要文本',
      editNote: '智能体会读取这段文字来代替较早的消息。',
      save: '保存',
      saving: '正在保存…',
      cancel: '取消',
      conflict: '你编辑期间摘要已更改。',
      conflictNext: '你的文字仍在这里。可以复制需要的内容，或用它覆盖新的摘要。',
      overwrite: '保存我的',
      discard: '显示新的',
      rebuild: '重建',
      rebuildTitle: '根据摘要涵盖的全部消息重新生成',
      rebuildSure: '重建摘要？',
      rebuildNote: '你编辑过这份摘要。新摘要只根据消息生成。你可以在旧版本中恢复你的文字。',
      stop: '停止',
      failedTitle: '摘要未能更新。',
      failedNote: '对话可以继续。摘要和消息均未改变。',
      stopped: '摘要更新已停止，原摘要保持不变。',
    },

    versions: {
      heading: (count) => format.plural(count, { other: '# 个旧版本' }),
      reasons: { fold: '加入消息', edit: '由你编辑', rebuild: '重建', restore: '恢复', repair: '更正' },
      compared: '与当前摘要比较：',
      foldsAgain: '此版本之后总结的消息会由摘要模型重新加入。完成之前，当前摘要保持不变。',
      restore: '恢复此版本',
    },

    memory: {
      heading: '下一次提示的词元',
      details: '显示下一次提示的内容',
      parts: { instructions: '指令', article: '文章', summary: '摘要' },
      turns: (count) => format.plural(count, { other: '# 轮逐字' }),
      tokens: (count) => compact.format(count),
      next: (sent) => `下一次提示 ${compact.format(sent)} 个词元`,
      saved: (share, full) => `${compact.format(full)} 个词元节省 ${percent.format(share)}`,
      prompt: '下一次提示，不含你的消息',
      whole: '整个对话串',
      room: (turns) =>
        turns === 0
          ? '下一次回答之后，最早的轮次会折叠到摘要中。'
          : `最多还可容纳 ${format.plural(turns, { other: '# 轮' })}，之后较早的轮次会折叠到摘要中。`,
      summed: ({ tokens, roomTurns, sent, full, saved }) =>
        [
          `发送 ${format.number(full)} 中的 ${format.number(sent)} 个词元`,
          saved > 0 ? `节省 ${percent.format(saved)}` : '',
          tokens.article > 0 ? `文章 ${format.number(tokens.article)}` : '',
          tokens.summary > 0 ? `摘要 ${format.number(tokens.summary)}` : '',
          `逐字 ${format.number(tokens.verbatim)}`,
          `还可容纳 ${format.plural(roomTurns, { other: '# 轮' })}`,
        ]
          .filter((part) => part !== '')
          .join('，'),
    },

    folded: {
      heading: (count) => format.plural(count, { other: '# 条消息，已总结' }),
      show: '显示',
      hide: '隐藏',
    },

    policyCosts: {
      heading: '各记忆策略在此对话串的花费',
      policy: '策略',
      read: '读入',
      cached: '来自缓存',
      written: '写出',
      cost: '费用',
      chosen: '当前',
      usual: '默认',
      tokens: (count) => compact.format(count),
      note: '按此对话串至今的全部消息估算，以词元计，不含回答。没有调用模型。',
      change: '更改智能体的策略',
    },

    grounding: {
      ...zhHansGrounding(format, '消息'),
      sentences: '句子：方向键逐句移动，回车显示对应的消息',
      showPassage: '显示消息',
      shown: '已在消息中标出这段文字。',
      notFound: '找不到这条消息。',
      changed: '此次核对之后摘要已更改。',
      changedSince: '此次核对之后摘要已更改。',
    },
  };
}
