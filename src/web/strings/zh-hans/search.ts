import type { Strings } from '#web/strings/en/en.ts';

export function zhHansSearch(): Strings['search'] {
  return {
    heading: '搜索全部',
    open: '搜索',
    shortcut: (isMac) => (isMac ? '⌘K' : 'Ctrl K'),
    placeholder: '搜索文章、会话串、对话和编程会话',
    close: '关闭',
    results: '搜索结果',
    kinds: { entries: '文章', threads: '会话串', conversations: '对话', sessions: '编程会话' },
    searching: '正在搜索…',
    failed: (kind) => `无法搜索${kind}。`,
    none: (query) => `没有找到“${query}”。`,
    noneNext: '每个词都必须出现；输入词的开头即可。',
    hint: '你读过、讨论过和构建过的一切。',
    keys: { move: '移动', open: '打开', close: '关闭' },
    foundIn: { summary: '见于摘要：', translation: '见于译文：' },
    untitled: '无标题',
    count: (count) => `${count} 条结果`,
  };
}
