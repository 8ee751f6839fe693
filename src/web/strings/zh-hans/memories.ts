import type { Strings } from '#web/strings/en/en.ts';

const clip = (text: string) => (text.length <= 40 ? text : `${text.slice(0, 39)}…`);

export const zhHansMemories: Strings['sessions']['memories'] = {
  views: { timeline: '时间线', memory: '记忆' },
  note: '这个项目的每个新会话都会收到的指示、偏好和决定。Precis 从你的提示中识别它们；你可以编辑，也可以自己添加。',
  add: '添加记忆',
  addHeading: '添加记忆',
  editHeading: '编辑记忆',
  text: '内容',
  textHint: '一句话，例如“始终使用 pnpm”。会话会收到原文。',
  kind: '类型',
  kinds: { instruction: '指示', preference: '偏好', decision: '决定', fact: '事实' },
  scope: '适用于',
  save: '保存',
  cancel: '取消',
  taken: '已有一条内容相同的记忆。请编辑或删除那一条。',
  edit: (text) => `编辑“${clip(text)}”`,
  editShort: '编辑',
  remove: (text) => `删除“${clip(text)}”`,
  removeShort: '删除',
  removed: (text) => `已删除“${clip(text)}”`,
  undo: '撤销',
  origins: { recognized: '自动识别', user: '由你保存', agent: '由代理保存' },
  openSource: (ref) => `来源 ${ref}`,
  superseded: '不再有效',
  supersededAt: (time) => `${time} 被取代或撤回`,
  noneSuperseded: '没有被取代或撤回的记忆。',
  lists: { current: '记忆', superseded: '不再有效的记忆' },
  empty: '还没有记忆。',
  emptyNext: '在提示中写“始终使用 pnpm”或“我们决定采用 SQLite”，或在此添加。',
};
