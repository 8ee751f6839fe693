import type { ErrorCode } from '#schema/error-codes.ts';
import type { FirstStrings } from '#web/strings/en/en-first.ts';
import { fillTexts } from '#web/strings/fill-texts.ts';
import type { Formats } from '#web/strings/formats.ts';
import errors from './errors.json' with { type: 'json' };
import first from './first.json' with { type: 'json' };
import offline from './offline.json' with { type: 'json' };
import palette from './palette.json' with { type: 'json' };
import reader from './reader.json' with { type: 'json' };
import search from './search.json' with { type: 'json' };
import tags from './tags.json' with { type: 'json' };
import translation from './translation.json' with { type: 'json' };

const texts = { ...first, reader, tags, translation, search, palette, offline };

export const zhHansErrors: Record<ErrorCode, { summary: string; remedy: string }> = errors;

export function zhHansFirst(format: Formats): FirstStrings {
  const { number, duration } = format;
  return fillTexts<FirstStrings, typeof texts>({
    texts,
    format,
    own: {
      problem: {
        describe: (code, message) => {
          const { summary, remedy } = zhHansErrors[code];
          return { title: summary, detail: message === '' ? null : message, remedy };
        },
        reason: (code, message) =>
          message === '' ? zhHansErrors[code].summary : `${zhHansErrors[code].summary}（${message}）`,
      },
      panel: {
        progress: ({ phase, done, total }) => {
          const part = `${number(Math.min(done + 1, total))} 部分，共 ${number(total)} 部分`;
          if (phase === 'reading') return `正在阅读第 ${part}`;
          if (phase === 'merging') return `正在合并第 ${part}`;
          if (phase === 'folding') return `正在折叠第 ${part}`;
          return phase === 'writing' ? '正在撰写…' : '正在检查语言…';
        },
        retrying: (code, waitMs) => `${zhHansErrors[code].summary}${duration(waitMs)}后重试。`,
      },
      search: { shortcut: (isMac) => (isMac ? '⌘K' : 'Ctrl K') },
      reader: {
        feeds: { refreshed: (found) => (found === 0 ? '没有新文章' : `${number(found)} 篇新文章`) },
        article: { enlarge: (alt) => (alt === '' ? '放大图片' : `放大图片：${alt}`) },
        add: { subscribeTo: (count) => (count < 2 ? '订阅' : `订阅 ${number(count)} 个`) },
      },
      tags: {
        suggesting: (progress) =>
          progress === null || progress.total < 2
            ? '正在查找标签…'
            : `正在查找标签…（第 ${progress.done + 1} 部分，共 ${progress.total} 部分）`,
        library: {
          deleteNote: (count) =>
            count === 0 ? '没有文章使用它。' : `会从 ${number(count)} 篇文章中移除；文章本身会保留。`,
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
          added: (batch) =>
            [
              ...(batch.tags === 0
                ? []
                : [`${number(batch.taggedEntries)} 篇文章添加了 ${number(batch.differentTags)} 个标签`]),
              ...(batch.suggestions === 0
                ? []
                : [`${number(batch.suggestedEntries)} 篇文章有 ${number(batch.suggestions)} 个推荐`]),
            ].join('，'),
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
          finished: ({ mode, done, emptyEntries, failed }) =>
            done === emptyEntries
              ? failed === 0
                ? '没有找到新标签'
                : `${number(failed)} 篇文章添加标签失败`
              : mode === 'accept'
                ? `已为 ${number(done - emptyEntries)} 篇文章添加标签`
                : `已为 ${number(done - emptyEntries)} 篇文章推荐标签`,
        },
      },
      translation: {
        marks: {
          number: ({ words, side }) => `${otherText(side)}中没有数字 ${words}。`,
          date: ({ words, side }) => `${otherText(side)}中没有日期 ${words}。`,
          name: ({ words, side }) => `${otherText(side)}中没有名称“${words}”。`,
          negation: ({ side }) =>
            side === 'source' ? '原文有否定，请核对译文是否也有。' : '译文有否定，请核对原文是否也有。',
          opposite: ({ words }) => `“${words}”的意思可能与原文相反。`,
          condition: () => '原文有条件，请核对译文是否也有。',
          sentence: ({ words, side }) => `${otherText(side)}中没有“${words}”。`,
          untranslated: ({ words }) => (words === '' ? '有部分内容未翻译。' : `“${words}”未翻译。`),
          language: () => '译文可能是其他语言。',
          length: () => '此段译文的长度不寻常，可能有遗漏或增添。',
          glossary: ({ words, expected }) =>
            expected === undefined
              ? `术语表要求“${words}”保持原样。`
              : `术语表要求“${words}”译作“${expected}”。`,
          markup: () => '原文中的链接或强调在译文中缺失。',
        },
      },
    },
  });
}

function otherText(side: string): string {
  return side === 'source' ? '译文' : '原文';
}
