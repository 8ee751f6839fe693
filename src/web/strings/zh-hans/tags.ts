import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';

export function zhHansTags(format: Formats): Strings['tags'] {
  const number = (count: number) => format.number(count);
  return {
    heading: '标签',
    add: '添加标签',
    edit: '编辑标签',
    input: '标签',
    inputHint: '按 Enter 添加，按 Esc 清除，按退格键移除最后一个。',
    done: '完成',
    alreadyAdded: (name) => `已有标签“${name}”。`,
    tooLong: (most, count) => `最多 ${most} 个字符，现在有 ${count} 个。`,
    notAName: '至少使用一个文字或数字。',
    newTag: (name) => `添加“${name}”`,
    leadsTo: (synonym) => `又名“${synonym}”`,
    remove: (name) => `移除标签 ${name}`,
    open: (name) => `显示带有标签 ${name} 的文章`,
    inRow: (names) => `标签：${names}`,

    suggest: '推荐标签',
    suggesting: (progress) =>
      progress === null || progress.total < 2
        ? '正在查找标签…'
        : `正在查找标签…（第 ${progress.done + 1} 部分，共 ${progress.total} 部分）`,
    abort: '中止',
    suggested: '推荐的标签',
    accept: (name) => `接受推荐的标签 ${name}`,
    acceptShort: '接受',
    dismiss: (name) => `忽略推荐的标签 ${name}`,
    acceptAll: '全部接受',
    dismissAll: '全部忽略',
    noSuggestions: '没有更多可推荐的标签。',
    notEnoughText: '这篇文章的正文太少，无法推荐标签。',
    failed: (reason) => `无法推荐标签：${reason}`,
    tryAgain: '重试',
    fromArticle: '原文',
    showPassage: '在文章中显示',
    passageGone: '文章已更改，不再包含这段文字。',

    all: '全部标签…',
    expand: '展开标签',
    collapse: '收起标签',
    gone: '这个标签已不存在。',
    goneHeading: '未知标签',
    goneNext: '它已被删除，或已合并到另一个标签。',
    unknown: (name) => `没有名为“${name}”的标签。`,
    unknownNext: '输入 tag: 即可从已有标签中选择。',
    emptyPlace: (name) => `没有带有标签 ${name} 的文章。`,
    emptyPlaceNext: '在文章标题下方即可添加标签。',

    auto: '自动标签',
    autoRules: { off: '关闭', suggest: '推荐标签', accept: '直接添加' },

    models: {
      heading: '推荐标签的模型',
      note: '推荐标签的默认做法，也用于订阅源和批量添加。',
      primary: '负责推荐标签的模型。离线模型从文章中选取关键词和名称。',
      fallback: '首选模型失败时请求。',
      template: '推荐标签所用的提示。自己的模板列在“模板”下。',
    },

    library: {
      note: '重命名、合并和删除标签。输入同义词即可添加或找到对应的标签。',
      search: '搜索标签',
      sort: '排序',
      sorts: { name: '名称', entries: '最常用' },
      entries: (count) => `${number(count)} 篇文章`,
      synonyms: (names) => `又名：${names}`,
      menu: (name) => `${name}的更多操作`,
      empty: '还没有标签。',
      emptyNext: '在文章标题下方添加标签，或让 Precis 推荐。',
      none: (query) => `没有匹配“${query}”的标签。`,
      create: '新建标签',
      rename: '重命名…',
      renameHeading: '重命名标签',
      renameTaken: (name) => `标签“${name}”已存在。`,
      takenNext: '请换一个名称，或合并这两个标签。',
      mergeInstead: (name, into) =>
        `将“${name}”合并到“${into}”？它的文章会移过去，“${name}”成为同义词。此操作无法撤销。`,
      merge: '合并到…',
      mergeHeading: (name) => `合并“${name}”`,
      mergeInto: '合并到',
      mergeNote: (name, into, count) =>
        `${number(count)} 篇文章会移到“${into}”，“${name}”成为同义词。此操作无法撤销。`,
      mergeYes: '合并',
      synonymsMenu: '同义词…',
      synonymsHeading: (name) => `“${name}”的同义词`,
      synonymsNote: '输入同义词，或推荐的标签是同义词时，会使用这个标签。',
      newSynonym: '新同义词',
      addSynonym: '添加',
      removeSynonym: (name) => `移除同义词 ${name}`,
      delete: '删除…',
      deleteSure: (name) => `删除标签“${name}”？`,
      deleteNote: (count) =>
        count === 0 ? '没有文章使用它。' : `会从 ${number(count)} 篇文章中移除；文章本身会保留。`,
      deleteYes: '删除',
      export: '导出',
      import: '导入',
      importing: '正在导入…',
      notTags: '这个文件不是导出的标签。',
      notTagsNext: '请选择从这里导出的文件。',
      imported({ tags, synonyms, entryTags, unknownEntries }) {
        const added = [
          ...(tags === 0 ? [] : [`标签库新增 ${number(tags)} 个标签`]),
          ...(synonyms === 0 ? [] : [`新增 ${number(synonyms)} 个同义词`]),
          ...(entryTags === 0 ? [] : [`文章新增 ${number(entryTags)} 个标签`]),
        ];
        return `${added.length === 0 ? '没有新内容可导入。' : `${added.join('，')}。`}${
          unknownEntries === 0 ? '' : `文件中有 ${number(unknownEntries)} 篇文章不在这里。`
        }`;
      },
    },

    batch: {
      menu: '批量添加标签…',
      menuShown: '为这些文章添加标签…',
      heading: '批量添加标签',
      of: (place) => `${place}中的全部文章`,
      ofShown: (place) => `${place}中显示的文章`,
      entries: '文章',
      skipped: (count) => `跳过 ${number(count)} 篇正文太少的文章`,
      isCut: '一次只能处理最新的部分文章。',
      tokens: '预计 token 数',
      cost: '预计费用',
      costFree: '免费：内置模型在本机运行。',
      costUnknown: '未知：模型配置没有填写价格。',
      model: '模型',
      mode: '如何处理标签',
      modes: { suggest: '推荐', accept: '添加' },
      modeNotes: {
        suggest: '推荐的标签需要你接受后才会添加。',
        accept: '直接添加标签，之后可以检查和撤销。',
      },
      start: '开始',
      nothing: '这里的文章正文都太少，无法添加标签。',
      progressHeading: '正在添加标签',
      progress: (done, total) => `${number(done)} / ${number(total)}`,
      indicator: (done, total) => `正在添加标签 ${number(done)} / ${number(total)}`,
      show: '显示添加标签的进度',
      status: { running: '进行中', done: '已完成', aborted: '已停止', undone: '已撤销' },
      failed: (count) => `${number(count)} 篇失败`,
      skippedCount: (count) => `${number(count)} 篇跳过`,
      added: (batch) =>
        [
          ...(batch.tags === 0
            ? []
            : [`${number(batch.taggedEntries)} 篇文章添加了 ${number(batch.differentTags)} 个标签`]),
          ...(batch.suggestions === 0
            ? []
            : [`${number(batch.suggestedEntries)} 篇文章有 ${number(batch.suggestions)} 个推荐`]),
        ].join('，'),
      emptyCount: (count) => `${number(count)} 篇没有新标签`,
      emptyEntries: (count) => `${number(count)} 篇文章没有新标签`,
      all: (count) => `${number(count)} 篇文章`,
      spent: (cost) => `已花费 ${cost}`,
      abort: '中止',
      resume: '继续',
      retryFailed: '重试失败项',
      review: '检查',
      hideReview: '收起检查',
      acceptAll: (count) => `接受全部 ${number(count)} 个推荐`,
      accepting: '正在接受…',
      selected: {
        entries: (count) => `${number(count)} 篇选中的文章`,
        search: (query) => `搜索“${query}”`,
        goneFeed: '已删除的订阅源',
        goneFolder: '已删除的文件夹',
        goneTag: '已删除的标签',
      },
      undo: '撤销…',
      undoSure: '撤销这一批标签？',
      undoNote: '会移除这一批添加的标签和推荐，包括一次性全部接受的；你自己添加或逐个接受的标签会保留。',
      undoYes: '撤销',
      undone(batch) {
        const removed = [
          ...(batch.tags === 0
            ? []
            : [`从 ${number(batch.taggedEntries)} 篇文章移除 ${number(batch.differentTags)} 个标签`]),
          ...(batch.suggestions === 0
            ? []
            : [`从 ${number(batch.suggestedEntries)} 篇文章移除 ${number(batch.suggestions)} 个推荐`]),
        ];
        return removed.length === 0 ? '没有可移除的标签。' : `已${removed.join('，')}。`;
      },
      close: '关闭',
      hide: '隐藏',
      finished: ({ mode, done, emptyEntries, failed }) =>
        done === emptyEntries
          ? failed === 0
            ? '没有找到新标签'
            : `${number(failed)} 篇文章添加标签失败`
          : mode === 'accept'
            ? `已为 ${number(done - emptyEntries)} 篇文章添加标签`
            : `已为 ${number(done - emptyEntries)} 篇文章推荐标签`,
      stopped: (done, total) => `已停止：${number(done)} / ${number(total)}`,
      noneYet: '还没有处理任何文章。',
      shown: '显示',
      shownDone: '已处理',
      shownFailed: '失败',
      nothingLeft: '没有需要检查的标签。',
      recent: '最近的批量添加',
    },
  };
}
