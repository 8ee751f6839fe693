import { nameSkeleton } from '#text/grounding/across/name-skeleton.ts';

/** Characters that Chinese writes foreign names with, by the consonants that they stand for. */
const chineseSounds = `
S 斯丝史施什舒沙莎萨塞赛瑟索苏西希兹泽佐祖齐茨策夏谢肖
SN 辛森桑尚申圣松孙逊
N 娜纳内尼妮诺努纽涅奈南宁马玛麦梅美门曼蒙米密迈默莫穆姆缪恩安因英亨汉詹珍
K 卡凯科柯克库考夸奎加嘉盖格戈哥古基奇切查彻
KN 肯坎康昆根冈贡金
F 夫弗福菲费法佛瓦娃维韦威沃伍
FN 芬凡范温文旺
P 卑巴芭拜保鲍贝比彼毕伯博波布卜帕派佩皮普珀
PN 本班邦宾潘庞
T 达戴德迪蒂多杜塔泰特提托图
TN 丹登邓丁顿敦坦汤唐滕廷汀
R 尔勒里利莉丽罗洛拉雷莱赖卢鲁吕列劳黎李蕾露萝
RN 兰朗伦林琳龙隆连莲
- 阿亚娅雅伊埃艾爱奥欧乌尤约耶哈海赫霍胡豪乔杰吉贾`;
const kanaSounds = `
K カキクケコガギグゲゴ
S サシスセソザジズゼゾ
T タチツテトダヂヅデド
N ナニヌネノマミムメモン
F フヴワ
P バビブベボパピプペポ
R ラリルレロ
- アイウエオハヒヘホヤユヨァィゥェォャュョッー`;

const soundOf: ReadonlyMap<string, string> = new Map(
  `${chineseSounds}${kanaSounds}`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [sound = '', characters = ''] = line.split(' ');
      return [...characters].map((character): [string, string] => [character, sound === '-' ? '' : sound]);
    }),
);

const latinName = /(?<![\p{L}\d])\p{Lu}\p{Script=Latin}{2,}/gu;
const eastAsian = /[\u3041-\u30ff\u3400-\u9fff]/u;
const shortest = 3;
const longestName = 6;

/** How the names in a text sound, in a form that Latin, Chinese and Japanese spellings share: Bergen, 卑尔根, ベルゲン. */
export function findSounds(text: string): Set<string> {
  const sounds = new Set<string>();
  const add = (sound: string): void => {
    if (sound.length >= shortest) sounds.add(sound);
  };
  for (const [name] of text.matchAll(latinName)) {
    const sound = levelled(nameSkeleton(name));
    add(sound);
    // Chinese and Japanese often leave out an r that no vowel follows.
    add(levelled(nameSkeleton(name.replace(/r(?![aeiouyáéíóúäöü])/giu, ''))));
  }
  if (eastAsian.test(text)) for (const sound of spelledSounds(text)) add(sound);
  return sounds;
}

/** Names are not set off by blanks or capitals: every stretch of such characters may be one. */
function* spelledSounds(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += 1) {
    let sound = '';
    for (let to = from; to < text.length && to < from + longestName + 2; to += 1) {
      const next = soundOf.get(text.charAt(to));
      if (next === undefined) break;
      sound = levelled(sound + next);
      if (to > from) yield sound;
    }
  }
}

function levelled(sound: string): string {
  return sound.replaceAll('L', 'R').replace(/(.)\1+/g, '$1');
}
