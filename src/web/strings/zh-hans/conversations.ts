import type { Strings } from '#web/strings/en/en.ts';
import type { Formats } from '#web/strings/formats.ts';
import { zhHansGrounding } from './grounding.ts';

export function zhHansConversations(format: Formats): Strings['conversations'] {
  return {
    heading: '对话',
    back: '返回',
    resizeList: '列表宽度',
    resizeContext: '上下文宽度',

    list: {
      turns: (count) => `${format.number(count)} 轮`,
      memory: (tokens) => `记忆约 ${format.number(tokens)} 个词元`,
      memoryHelp: '下一轮交给代理的内容：叙述和最新的几轮。为估计值。',
    },

    first: {
      heading: '智能体的记忆',
      text: '智能体每结束一轮，就把这一轮发送到这里。Precis 会逐字保留最新几轮，把较早的几轮写成简短的叙述，并记下创建、更改和保存了什么。它会返回新的状态，供智能体的下一轮使用。',
      curl: '在终端里发送第一轮：',
      waiting: '它会自动出现在这里。',
      docs: '全部接口和字段（OpenAPI）',
      user: '计划一个里斯本的周末。',
      assistant: '好了！我保存了一份两天的计划。',
    },

    none: '选择一个对话。',
    noneNext: '每个对话都显示它的叙述、各轮及其更改，以及智能体现在知道什么。',
    gone: '没有这个对话。',
    goneNext: '它可能已被删除。下一轮会开始一个新的对话。',

    menu: '此对话的更多操作',
    delete: '删除对话…',
    deleteSure: (id) => `要删除对话“${id}”吗？`,
    deleteNote: '它的各轮、叙述和实体都会被删除，且无法撤销。',
    deleteYes: '删除',

    narrative: {
      heading: '到目前为止',
      none: '所有轮次仍逐字保留；从第四轮起开始叙述。',
    },

    grounding: {
      ...zhHansGrounding(format, '对话'),
      sentences: '句子：方向键逐句移动，回车显示对应的轮次',
      showPassage: '显示这一轮',
      shown: '已在对应的轮次中标出这段文字。',
      notFound: '找不到这一轮。',
      changed: '此次核对之后叙述已更改。',
      changedSince: '此次核对之后叙述已更改。',
    },

    turns: {
      heading: '轮次',
      earlier: '显示更早的轮次',
      folded: (last) => (last === 1 ? '已写入叙述：第 1 轮' : `已写入叙述：第 1–${format.number(last)} 轮`),
      recent: (count) => `逐字保留：${format.number(count)} 轮`,
      jump: '跳到最新',
      doing: {
        'turn-summary': '正在记入一轮：概括回复…',
        'history-narrative': '正在记入一轮：叙述较早的轮次…',
      },
    },

    turn: {
      label: (number) => `第 ${format.number(number)} 轮`,
      tokens: (tokens) => `约 ${format.number(tokens)} 个词元`,
      user: '用户',
      agent: '智能体',
      wholeReply: '完整回复',
      ledger: '账目',
      nothing: '没有更改',
      chips: {
        created: (count) => `创建 ${format.number(count)}`,
        updated: (count) => `更新 ${format.number(count)}`,
        deleted: (count) => `删除 ${format.number(count)}`,
        generated: (count) => `生成 ${format.number(count)}`,
        saved: (count) => `保存 ${format.number(count)}`,
        errors: (count) => `${format.number(count)} 个错误`,
      },
      parts: {
        created: '创建',
        updated: '更新',
        deleted: '删除',
        generated: '生成',
        saved: '保存',
        errors: '错误',
      },
      counted: (type, count) => `${type} × ${format.number(count)}`,
      step: (step) => `步骤 ${step}`,
      next: '下一步',
      issue: {
        'turn-summary': '这条回复没有模型写的概括。',
        'history-narrative': '叙述没有由模型续写。',
      },
      openRun: '打开运行',
    },

    context: {
      heading: '上下文',
      show: '显示上下文',
      hide: '隐藏上下文',
      pending: '等待用户',
      pendingKind: { propose: '一个提议', clarify: '一个问题', understand: '指的是哪一个' },
      goal: (goal) => `目标：${goal}`,
      active: '活跃实体',
      background: '背景实体',
      noEntities: '没有。',
      lastTurn: (turn) => `第 ${format.number(turn)} 轮`,
      constraints: '约束',
      activeGoal: '当前目标',
      more: (count) => `显示全部 ${format.number(count)} 个`,
    },
  };
}
