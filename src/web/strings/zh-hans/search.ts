import type { Strings } from '#web/strings/en/en.ts';

export function zhHansSearch(): Strings['search'] {
  return {
    heading: '搜索与命令',
    open: '搜索',
    shortcut: (isMac) => (isMac ? '⌘K' : 'Ctrl K'),
    placeholder: '搜索全部内容，或输入命令',
    close: '关闭',
    results: '搜索结果',
    kinds: { entries: '文章', threads: '会话串', conversations: '对话', sessions: '编程会话' },
    searching: '正在搜索…',
    failed: (kind) => `无法搜索${kind}。`,
    none: (query) => `没有找到“${query}”。`,
    noneNext: '每个词都必须出现；输入词的开头即可。',
    keys: { move: '移动', open: '选择', close: '关闭', commands: '仅命令' },
    foundIn: { summary: '见于摘要：', translation: '见于译文：' },
    untitled: '无标题',
    count: (count) => `${count} 条结果`,
  };
}
