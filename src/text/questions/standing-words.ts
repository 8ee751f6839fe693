/**
 * Words of instructions and preferences that hold from then on: "always use pnpm", "I prefer tabs". As terms of an index;
 * pairs of characters in Chinese and Japanese.
 */
export const standingWords: readonly string[] = (
  'always never prefer preference preferences immer niemals bevorzuge toujours jamais prefere siempre nunca prefiero ' +
  'sempre prefiro preferisco 总是 始终 一律 务必 偏好 總是 始終 一律 務必 常に 必ず'
)
  .split(' ')
  .filter((word, at, all) => all.indexOf(word) === at);
