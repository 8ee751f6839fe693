import { localeOf } from '#text/language/locale-of.ts';
import type { SourceIndex } from './source-index.ts';

type Span = { start: number; end: number };

/** Words of reporting and judging that a summary may add without stating anything new. */
const COMMON: ReadonlySet<string> = new Set(
  (
    '表示 指出 强调 介绍 认为 透露 称赞 说明 解释 报道 据悉 截至 了解 近日 日前 目前 今年 近年 近年来 如今 当天 当日 现在 过去 将来 不久 然而 但是 因此 所以 而且 同时 此外 另外 其中 以及 由于 为了 通过 根据 按照 ' +
    '关于 对于 面对 随着 虽然 尽管 如果 即使 只有 不仅 不断 不少 继续 始终 一直 已经 正在 将会 能够 可以 可能 应该 必须 需要 希望 努力 决定 同意 支持 反对 要求 呼吁 建议 计划 旨在 致力 推动 推进 推广 促进 加强 加快 ' +
    '提高 提升 增加 增长 减少 下降 降低 扩大 改善 保持 保护 保障 确保 实现 完成 取得 获得 获取 达到 达成 展现 展示 展开 开展 进行 举行 举办 参加 参与 出席 召开 开始 结束 继续 成为 作为 具有 拥有 带来 产生 引起 引发 造成 导致 ' +
    '影响 关注 吸引 发挥 表现 出色 成功 失败 战胜 击败 对阵 迎战 晋级 获胜 赢得 输给 比赛 决赛 本次 本届 此次 情况 问题 方面 内容 原因 结果 过程 方式 形式 措施 行动 活动 工作 任务 目标 意义 作用 重要 主要 关键 核心 整体 全面 ' +
    '深入 积极 有效 明显 显著 严重 严峻 巨大 广泛 众多 许多 大量 部分 全部 所有 各种 各国 各地 双方 相关 有关 不同 共同 相互 互相 自己 我国 中方 国家 政府 部门 单位 机构 组织 人员 人士 群众 民众 市民 专家 学者 记者 负责人 地区 地方 ' +
    '当地 现场 市场 社会 经济 政治 文化 历史 发展 合作 交流 关系 建设 管理 服务 技术 实力 能力 水平 程度 优势 机会 机遇 挑战 压力 风险 需求 条件 环境 现象 现实 趋势 状况 状态 稳定 健康 安全 顺利 有序 先进 传统 最新 强劲 首次 再次 ' +
    '多次 之前 之后 以来 期间 时间 时候 阶段 背景 基础 范围 领域 方案 政策 规定 原则 理念 选择 尝试 感受 体验 享受 坚持 坚定 尊重 理解 帮助 努力 培养 学习 研究 调查 发现 显示 证明 反映 体现 说法 看法 观点 态度 共识 任何 如何 为什么 找到 看到 听到 ' +
    'いる ある する なる できる これ それ ため こと もの よう 述べ 示し 発表 報道 説明 指摘 主張 強調 明らか 今回 現在 同日 これまで'
  ).split(' '),
);

let kept: { language: string; segmenter: Intl.Segmenter } | undefined;

/** Words of a text without spaces that the source does not have, leaving out what any report may say. */
export function findNovelTerms(text: string, offset: number, source: SourceIndex): Span[] {
  if (kept?.language !== source.language) {
    kept = {
      language: source.language,
      segmenter: new Intl.Segmenter(localeOf(source.language), { granularity: 'word' }),
    };
  }
  const spans: Span[] = [];
  let run = { start: 0, text: '' };
  const closeRun = (): void => {
    if (run.text.length >= 2 && isNovel(run.text, source)) push(spans, offset + run.start, run.text.length);
    run = { start: 0, text: '' };
  };
  for (const { segment, index } of kept.segmenter.segment(text)) {
    if (segment.length === 1 && UNSPACED_LETTER.test(segment) && !PARTICLE.test(segment)) {
      run =
        run.text === '' ? { start: index, text: segment } : { start: run.start, text: run.text + segment };
      continue;
    }
    closeRun();
    if (segment.length < 2 || !CONTENT.test(segment) || COMMON.has(segment)) continue;
    if (isNovel(segment, source)) push(spans, offset + index, segment.length);
  }
  closeRun();
  return spans;
}

const UNSPACED_LETTER = /^[\p{Script=Han}\p{Script=Katakana}]$/u;
const PARTICLE =
  /[的了在是和与與及或就也都还還又很被把将將对對从從向于於以为為而但并並其之这這那此该該每各两兩个個位名次年月日时時分元等中上下前后後内內外里裡说說称稱有无無不没沒未会會能可要让讓使给給到来來去出进進入过過着著地得所者们們最更多少大小新老第]/u;
const CONTENT = /[\p{Script=Han}\p{Script=Katakana}]/u;

/** Half of its character pairs may be the source's: "小组赛阶段" is not new where "小组赛" was said. */
function isNovel(word: string, source: SourceIndex): boolean {
  if (source.text.includes(word)) return false;
  if (word.length === 2) return true;
  let known = 0;
  for (let at = 0; at + 1 < word.length; at++) if (source.text.includes(word.slice(at, at + 2))) known++;
  return known / (word.length - 1) < 0.5;
}

function push(spans: Span[], start: number, length: number): void {
  const last = spans.at(-1);
  if (last?.end === start) last.end = start + length;
  else spans.push({ start, end: start + length });
}
