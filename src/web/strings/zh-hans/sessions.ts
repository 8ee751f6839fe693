import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';
import { zhHansGrounding } from './grounding.ts';
import { zhHansMemories } from './memories.ts';

export function zhHansSessions(format: Formats): Strings['sessions'] {
  return {
    heading: '编程会话',
    back: '返回时间线',
    resizeProjects: '项目栏宽度',
    resizeContext: '上下文栏宽度',

    projects: {
      heading: '项目',
      all: '全部项目',
      unnamed: '未指定项目',
      sessions: (count) => format.plural(count, { other: '# 个会话' }),
      counts: ({ prompts, observations, summaries }) =>
        `${format.number(prompts)} 条提示，${format.number(observations)} 条观察，${format.number(summaries)} 条摘要`,
      menu: '这些会话的更多操作',
      exportAll: '导出为 JSONL',
      importFile: '导入 JSONL…',
      failed: '操作失败',
      exclude: '停止记录此项目',
      include: '重新记录此项目',
      excluded: '不作记录',
      delete: '删除项目…',
      deleteSure: (name) => `删除“${name}”的全部内容？`,
      deleteNote: (sessions) =>
        `${format.number(sessions)} 个会话及其提示、观察和摘要都会删除，不再被记住。此操作无法撤销。`,
      deleteYes: '删除',
    },

    import: {
      heading: '导入会话',
      choose: '选择文件',
      hint: '每行一个 JSON，与导出的格式相同。已有的内容保持不变。',
      fromClients: '要导入本机上 Claude Code、Codex、OpenCode 或 claude-mem 以往的会话，请运行：',
      importing: '正在导入…',
      done: '完成',
      close: '关闭',
      report: ({ added, known }) => `新增 ${format.number(added)} 条记录，${format.number(known)} 条已存在。`,
      refused: (count) => `${format.number(count)} 行被拒绝：`,
      refusedLine: (line, reason) => `第 ${format.number(line)} 行：${reason}`,
    },

    first: {
      heading: '让 OpenCode 拥有记忆',
      text: '你提出的要求、完成的工作和得到的经验都保存在这里，逐轮摘要，并告知下一个会话。写在 <private> 与 </private> 之间的内容绝不保存。',
      steps: {
        serve: '运行 Precis（既然你看到了这个页面，它已在运行）：',
        install: '安装插件，对所有项目生效：',
        start: '照常工作。第一条提示会自动出现在这里：',
      },
      copy: (command) => `复制 ${command}`,
      copied: '已复制',
      past: '从已有的工作开始：导入 Claude Code、Codex、OpenCode 或 claude-mem 以往的会话。',
      or: '或者导入另一台机器上的会话：',
      importFile: '导入 JSONL…',
      memory: '告诉每个会话要遵守什么：',
      openMemory: '打开记忆',
    },

    timeline: {
      heading: '时间线',
      searchPlaceholder: '搜索会话',
      turn: (number) => (number === 0 ? '第一条提示之前' : `提示 ${format.number(number)}`),
      turns: (count) => format.plural(count, { other: '# 轮' }),
      span: (from, to) => `${from}–${to}`,
      openSession: '打开会话',
      privatePrompt: '私密内容，未保存',
      observations: '观察',
      showObservations: (count) => `再显示 ${format.number(count)} 条观察`,
      input: '输入',
      output: '输出',
      folder: '文件夹',
      nothing: '无',
      gone: '它已不存在。',
      showAll: '全部显示',
      showLess: '收起',
      summary: '会话摘要',
      openRun: '打开运行记录',
      empty: '这里没有保存任何内容。',
      emptyNext: '内容已被删除，或者还没有发生任何事。接下来发生的会自动出现。',
      emptyFiltered: '没有符合这些筛选条件的记录。',
      emptyFilteredNext: '请选择其他日期、类型或项目，或者清除筛选。',
      moreFailed: '无法读取更早的记录。',
    },

    activity: {
      heading: '活动',
      bars: '有记录的日期：用方向键移动',
      total: (count) => `最近 8 周有 ${format.number(count)} 条记录`,
      none: '最近 8 周没有记录',
      to: '至',
      bar: (days, counts) => `${days}：${counts}`,
    },

    fields: {
      request: '要求',
      investigated: '调查',
      learned: '收获',
      completed: '完成',
      next_steps: '后续步骤',
      notes: '备注',
    },

    changes: {
      files: (count) => format.plural(count, { other: '更改了 # 个文件' }),
      commands: (count) => format.plural(count, { other: '# 条命令' }),
      failed: (count) => `${format.number(count)} 条失败`,
      read: (count) => format.plural(count, { other: '读取了 # 个文件' }),
      root: '项目文件夹',
      actions: { created: '新建', changed: '更改', deleted: '删除' },
      lines: (added, removed) => `新增 ${format.number(added)} 行，删除 ${format.number(removed)} 行`,
      edit: (time) => `${time} 的编辑`,
      exit: (code) => `退出码 ${code}`,
      same: (count) => format.plural(count, { other: '# 行未更改' }),
      showLines: (count) => `再显示 ${format.number(count)} 行`,
      more: (count) => `再显示 ${format.number(count)} 个`,
      partial: '尚未包括更早的轮次。',
      loadOlder: '加载更早的轮次',
      none: '没有记录到更改。',
      noneNext: '工具编辑文件或运行命令后，会立即显示在这里。',
    },

    record: {
      delete: { prompt: '删除此提示', observation: '删除此观察', summary: '删除此摘要' },
      deleteSure: { prompt: '删除此提示？', observation: '删除此观察？', summary: '删除此摘要？' },
      deleteNote: '它将无法再被找到或记住。此操作无法撤销。',
      deleteYes: '删除',
    },

    session: {
      heading: '会话',
      title: (startedAt) => `${startedAt} 的会话`,
      status: { active: '进行中', completed: '已结束' },
      prompts: (count) => format.plural(count, { other: '# 条提示' }),
      gone: '此会话已不存在。',
      goneNext: '它已被删除，或者地址有误。',
      view: '显示',
      views: { turns: '轮次', changes: '更改' },
      delete: '删除会话…',
      deleteSure: '删除此会话？',
      deleteNote: '其提示、观察和摘要都会删除，不再被记住。此操作无法撤销。',
      deleteYes: '删除',
      summarize: '立即摘要',
      summarizing: '正在摘要…',
      stop: '停止',
      upToDate: '自上次摘要以来没有新内容。',
      skipped: {
        private: '最新的提示是私密的，这一轮不做摘要。',
        empty: '还没有可以摘要的内容。',
        summarized: '这一轮已有摘要。',
        excluded: '此项目不作记录。',
      },
      failed: '摘要失败。',
      openRun: '打开运行记录',
    },

    search: {
      type: '类型',
      types: { observations: '观察', sessions: '摘要', prompts: '提示' },
      anyType: '全部',
      project: '项目',
      from: '从',
      to: '到',
      clear: '清除筛选',
      results: '在会话中找到',
      none: '没有找到。',
      noneNext: '请减少或更换词语，或者换一个项目或时间。',
      unindexed: (count) => format.plural(count, { other: '还有 # 条较早的记录正在建立索引，未参与搜索。' }),
      meaning: {
        slow: '仅按词语查找：嵌入模型未及时回应。请再次搜索。',
        failed: '仅按词语查找：按含义搜索失败。请查看“设置”中的“模型”。',
        unavailable: '仅按词语查找：数据库无法比较向量。',
      },
    },

    kinds: { prompt: '提示', observation: '观察', summary: '摘要' },

    grounding: {
      ...zhHansGrounding(format, '会话'),
      sentences: '句子：方向键逐句移动',
    },

    memories: zhHansMemories,

    language: {
      choose: '摘要语言…',
      heading: '摘要语言',
      label: '语言',
      ofPrompts: '与提示相同',
      hint: '今后由模型为此项目撰写的摘要使用这种语言。离线模型摘录原句，保留原来的语言。',
      save: '保存',
      cancel: '取消',
    },

    context: {
      heading: '上下文',
      note: (project) => `“${project}”的下一个会话开始时得知的内容。`,
      noteAll: '未指定项目的会话开始时得知的内容。',
      tokens: (tokens, budget) => `${format.number(tokens)} / ${format.number(budget)} 个词元`,
      bar: (tokens, budget) => `词元预算：已用 ${format.number(tokens)} / ${format.number(budget)}`,
      parts: { memories: '记忆', summaries: '摘要', prompts: '尚无摘要的提示', frame: '说明与日期' },
      share: (part, tokens, percent) =>
        `${part}：${format.number(tokens)} 个词元，占预算的 ${format.number(percent)}%`,
      count: (tokens) => `${format.number(tokens)} 个词元`,
      free: '剩余',
      copy: '复制',
      copied: '已复制',
      copyFailed: '浏览器不允许在此复制，请手动选择文本。',
      empty: '目前没有可告知的内容。',
      emptyNext: '有了最初的提示和摘要后就会出现。',
      show: '显示上下文',
      hide: '隐藏上下文',
    },
  };
}
