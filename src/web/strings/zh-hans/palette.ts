import type { Strings } from '#web/strings/en/en.ts';

export function zhHansPalette(): Strings['palette'] {
  return {
    sections: { recent: '最近使用', here: '当前屏幕', anywhere: '全局', places: '前往' },
    current: '当前',
    choice: (name, value) => `${name}：${value}`,
    addKind: (kind) => `添加：${kind}`,
    model: '摘要模型',
    autoOn: '开启自动摘要',
    autoOff: '关闭自动摘要',
    abortTranslation: '中止翻译',
    dockBeside: '将摘要移到正文旁边',
    dockBelow: '将摘要移到正文下方',
    print: '打印文章',
    printWithSummary: '打印文章及摘要',
    failed: '无法切换模型。',
    words: {
      summary: '总结 summary summarize',
      copy: '摘要 copy',
      abort: '停止 取消 摘要 abort',
      dock: '面板 侧边 底部 dock',
      read: '已读 未读 read',
      star: '收藏 star',
      original: '网页 链接 original',
      tags: '标签 tags',
      add: '新建 订阅 导入 add',
      refresh: '更新 refresh',
      help: '按键 帮助 help',
      print: 'PDF print',
      theme: '外观 深色模式 theme',
      model: '切换 模型 model',
      language: '摘要 语言 language',
      detail: '长度 摘要 detail',
      goTo: '打开 显示 go',
      settings: '偏好 选项 settings',
    },
  };
}
