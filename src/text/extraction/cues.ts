/** Words by which speech shows; used as statistics, never to choose a topic. */
const SPOKEN_WORDS = new Map(
  Object.entries<ReadonlySet<string>>({
    en: wordSet(
      "i i'm i've i'll i'd you you're your me my um uh yeah okay ok hmm gonna wanna hello hi thanks",
    ),
    de: wordSet('ich du mich mir dich dir ja hm also okay hallo'),
    fr: wordSet('je tu vous moi toi oui euh bon bonjour merci'),
    es: wordSet('yo tú usted me te mi sí bueno hola gracias pues'),
    pt: wordSet('eu você me te meu minha sim bom olá obrigado né'),
  }),
);

const SPOKEN_SIGNS = new Map(
  Object.entries<RegExp>({
    zh: /我(?!们|國|国)|你|您|然后|這個|这个|就是|那么|那個|那个|吧|呢|啊|嗯|呃|對吧|对吧/gu,
    ja: /ですね|ですよ|でしょうか|えっと|あの、|まあ|私|僕|俺|あなた|ありがとう/gu,
  }),
);

const CONTRIBUTION =
  /\b(?:we|i|authors|(?:this|the|our) (?:paper|work|study|article|report|thesis|letter|survey|research)) (?:\w+ )?(?:propose|present|introduce|describe|develop|show|demonstrate|address|study|investigate|explore|aim|provide|prove|analy[sz]e|report|suggest|consider|find|argue|establish|design|formulate|extend|examine)s?\b|\bin this (?:paper|work|study|article)\b|本文|本研究|我们提出|本論文|本稿/iu;

// The pattern is slow; these words, one of which it needs, are quick to look for.
const CONTRIBUTORS = wordSet('we i authors paper work study article report thesis letter survey research');

const DECISION =
  /\b(?:decid\w+|agree[ds]?|agreement|conclu\w+|recommend\w*|suggest\w*|propos\w+|plan(?:s|ned|ning)? to|going to|need(?:s|ed)? to|should|will|must|have to|want(?:s|ed)? to|would like|important|main|problem|issue|because|so that|in order to)\b|决定|同意|建议|需要|应该|必须|希望|认为|觉得|问题|因为|所以|重要|关键|決定|同意|提案|必要|べき|予定|問題/giu;

const SMALL_TALK =
  /^(?:[^:：]{0,40}[:：]\s*)?(?:hi|hello|hey|thanks|thank you|good (?:morning|afternoon|evening)|bye|goodbye|see you|sure|okay|ok|yes|no|yeah|right|well|oh|great|sorry|excuse me|you're welcome|大家好|谢谢|好的|对|是的|嗯|ありがとう|はい)\b/iu;

/** How many words or signs of speech a text holds. */
export function countSpoken(text: string, words: readonly { lower: string }[], language: string): number {
  const signs = SPOKEN_SIGNS.get(language);
  if (signs !== undefined) return text.match(signs)?.length ?? 0;
  const spoken = SPOKEN_WORDS.get(language) ?? SPOKEN_WORDS.get('en');
  let hits = 0;
  for (const { lower } of words) if (spoken?.has(lower)) hits++;
  return hits;
}

/** How spoken a text sounds, from 0 (written) to 1, by its signs of speech and its length in words. */
export function oralityOf(hits: number, words: number): number {
  return Math.min(1, Math.max(0, (hits / Math.max(1, words) - 0.02) / 0.06));
}

/** Whether a sentence says what its text contributes: "we propose", "this paper". */
export function statesContribution(text: string, words: readonly { lower: string }[]): boolean {
  const possible = words.some(({ lower }) => CONTRIBUTORS.has(lower)) || /[本我]/.test(text);
  return possible && CONTRIBUTION.test(text);
}

export function countDecisionCues(text: string): number {
  return text.match(DECISION)?.length ?? 0;
}

export function isSmallTalk(text: string): boolean {
  return SMALL_TALK.test(text);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
