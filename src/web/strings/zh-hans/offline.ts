import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';

export function zhHansOffline(format: Formats): Strings['offline'] {
  return {
    shown: (at) => `正在显示本设备保留的内容，最近更新于 ${format.time(at)}。`,
    waiting: (count) => format.plural(count, { other: '有 # 项更改尚未发送。' }),
    heading: '本设备',
    note: '此浏览器保留最近 7 天的文章和您打开过的文章及其摘要，以便在无法连接 Precis 时阅读。退出登录时会删除。',
    impossible:
      '安装 Precis 和离线阅读需要 https，或在运行 Precis 的机器上使用浏览器。隐私窗口也可能不支持。',
    keep: '保留文章供离线阅读',
    choices: { on: '开', off: '关' },
    nothing: '尚未保留任何内容。',
    kept: (entries, size, updated) =>
      `${format.plural(entries, { other: '# 篇文章' })}，${size}，最近更新于 ${updated}。`,
    clear: '删除保留的内容',
    clearNote: '删除时也会丢弃尚未发送的更改。',
    share: {
      heading: '保存到 Precis',
      nothing: '没有可保存的内容。',
      nothingNext: '将链接或文字分享给 Precis，即可保存为文章。',
      save: '保存',
      saving: '正在保存…',
      cancel: '取消',
    },
  };
}
