import type { LaterStrings } from '#web/strings/en/en-later.ts';
import type { Finding } from '#web/strings/en/grounding.ts';
import { fillTexts } from '#web/strings/fill-texts.ts';
import type { Formats } from '#web/strings/formats.ts';
import agents from './agents.json' with { type: 'json' };
import conversations from './conversations.json' with { type: 'json' };
import grounding from './grounding.json' with { type: 'json' };
import later from './later.json' with { type: 'json' };
import memories from './memories.json' with { type: 'json' };
import models from './models.json' with { type: 'json' };
import sessions from './sessions.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import spaces from './spaces.json' with { type: 'json' };
import { zhHansErrors } from './zh-hans-first.ts';

type Grounding = LaterStrings['grounding'];

const texts = {
  ...later,
  settings: { ...settings, agents, models },
  spaces,
  conversations,
  sessions: { ...sessions, memories },
};
const kinds: Record<Exclude<Finding['kind'], 'claim'>, string> = grounding.kinds;
const others: Partial<Record<Finding['kind'], string>> = grounding.others;

export function zhHansLater(format: Formats): LaterStrings {
  const { number } = format;
  const compact = new Intl.NumberFormat(format.locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent' });

  return fillTexts<LaterStrings, typeof texts>({
    texts,
    format,
    writers: {
      compact: (value: number) => compact.format(value),
      percent: (value: number) => percent.format(value),
      clip: (text: string) => (text.length <= 40 ? text : `${text.slice(0, 39)}…`),
    },
    own: {
      grounding: makeGrounding(format, '文章'),
      settings: {
        key: {
          state: (key) => {
            if (key.kind === 'none') return '无密钥';
            if (key.kind === 'stored') return '密钥已存储';
            return `密钥来自 ${key.name}（${key.present ? '已设置' : '未设置'}）`;
          },
        },
        models: {
          foundModels: (count) =>
            count === 0 ? '服务商没有列出模型，请输入名称。' : `${count} 个模型。选择一个，或输入名称。`,
          replaceBy: (uses) => `正在使用：${uses.join('、')}。请选择替代的模型。`,
        },
        agents: {
          exported: (keysLeftOut) =>
            keysLeftOut === 0 ? '已导出。' : `已导出，不含存储的 ${number(keysLeftOut)} 个密钥。`,
          replaceBy: (spaces) =>
            `有 ${spaces.length} 个空间正在使用：${spaces.map((name) => `“${name}”`).join('、')}。其中的对话串会发送给你选择的智能体。`,
        },
      },
      spaces: {
        memory: {
          room: (turns) =>
            turns === 0
              ? '下一次回答之后，最早的轮次会折叠到摘要中。'
              : `最多还可容纳 ${number(turns)} 轮，之后较早的轮次会折叠到摘要中。`,
          summed: ({ tokens, roomTurns, sent, full, saved }) =>
            [
              `发送 ${number(full)} 中的 ${number(sent)} 个词元`,
              saved > 0 ? `节省 ${percent.format(saved)}` : '',
              tokens.article > 0 ? `文章 ${number(tokens.article)}` : '',
              tokens.summary > 0 ? `摘要 ${number(tokens.summary)}` : '',
              `逐字 ${number(tokens.verbatim)}`,
              `还可容纳 ${number(roomTurns)} 轮`,
            ]
              .filter((part) => part !== '')
              .join('，'),
        },
        grounding: makeGrounding(format, '消息'),
      },
      conversations: {
        grounding: makeGrounding(format, '对话'),
        turns: {
          folded: (last) => (last === 1 ? '已写入叙述：第 1 轮' : `已写入叙述：第 1–${number(last)} 轮`),
        },
      },
      sessions: {
        timeline: { turn: (count) => (count === 0 ? '第一条提示之前' : `提示 ${number(count)}`) },
        grounding: makeGrounding(format, '会话'),
        memories: {
          reasons: {
            action: () => '它要求代理运行、获取、发送或安装某些内容。',
            permission: () => '它允许代理不经询问就行动。',
            unclear: () => 'Precis 无法判断它是否只是限制代理的行为。',
            pasted: () => '它可能是粘贴的内容：它不在提示的第一行，或者紧邻一个问题或评论。',
            'all-projects': () => '它在自己的项目中有效，确认后将适用于所有项目。',
            import: () => '它来自导入的文件。',
            earlier: () => '早期版本把它当作你的话，现在的版本不这样认为。',
          },
        },
      },
      event: {
        'model-retry': ({ errorCode, waitMs }) =>
          `${zhHansErrors[errorCode].summary}等待 ${format.duration(waitMs)}`,
        progress: ({ phase, done, total }) =>
          `${{ reading: '阅读', merging: '合并', folding: '折叠', writing: '撰写', checking: '检查', translating: '翻译' }[phase]} ${done}/${total}`,
        'text-reset': ({ reason }) =>
          `文本重新开始（${{ fallback: '换用下一个模型', retry: '再试一次', restart: '重新尝试', 'language-repair': '语言不符' }[reason]}）`,
        verdict: ({ opinion: { state, reason } }) =>
          `本句${{ supported: '已确认', contradicted: '与原文矛盾', 'not-found': '在原文中没有', undecided: '未判定' }[state]}${reason === '' ? '' : `：${reason}`}`,
        paragraph: ({ text }) => (text === null ? '段落未翻译' : `段落：${text}`),
        'run-end': ({ errorCode }) =>
          errorCode === null ? '结束' : `结束：${zhHansErrors[errorCode].summary}`,
      },
    },
  });
}

function makeGrounding(format: Formats, source: string): Grounding {
  function describe({ kind, reason, detail, said }: Finding): string {
    if (kind === 'claim')
      return reason === 'missing' ? `${source}中找不到“${detail}”` : `“${detail}”与${source}矛盾`;
    if (reason === 'reversed') {
      const what = kind === 'negation' ? '意思' : kinds[kind];
      return `${what}相反：“${detail}”；${source}${said === null ? '的说法相反' : `写的是“${said}”`}`;
    }
    const subject = `${kinds[kind]}“${detail}”`;
    if (said !== null) return `${subject}：${source}写的是“${said}”`;
    if (reason === 'missing') return `${source}中找不到${subject}`;
    const other = others[kind];
    return other === undefined ? `${subject}与${source}不符` : `${subject}在${source}中，${other}`;
  }

  return fillTexts<Grounding, typeof grounding.texts>({
    texts: grounding.texts,
    format,
    words: { source },
    own: {
      finding: describe,
      strip: (covered) => `摘要的出处：用到了${source}的 ${format.number(Math.round(covered * 100))}%`,
      checkedBy: { rules: () => '由规则核对' },
    },
  });
}
