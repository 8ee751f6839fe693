/** Openings that point back to something said before: alone, such a sentence cannot be understood. */
const ENGLISH =
  /^["'“‘([]*(?:(?:and|but|or|so|yet|nor|also|then|thus|hence|therefore|however|moreover|furthermore|meanwhile|instead|nevertheless|nonetheless|besides|otherwise|still|likewise|similarly|consequently|accordingly|additionally|conversely|finally|specifically|in (?:addition|contrast|fact|turn|particular|response)|as a result|for (?:example|instance)|on the other hand|by contrast|that is why|at the same time|after that|because of (?:this|that))\b|(?:he|she|it|they|him|her|his|hers|its|their|them|this|that|these|those|such|here|there|both|neither|another|others|one of (?:them|these|those))\b|the (?:former|latter|same)\b)/iu;
const DUMMY =
  /^["'“‘([]*(?:it(?:'s|’s| is| was| has been| will be| would be) (?:\w+ )?(?:that|to|clear|likely|possible|important|hard|easy|time)\b|there(?:'s|’s| (?:is|are|was|were|has|have|will|would|may|might|can|could|must|should|seems?|exists?))\b|this (?:paper|work|study|article|week|year|month|morning|summer|report|thesis|letter|survey|research)\b|these days\b|that said\b|here(?:'s| is| are)\b|both \p{Lu})/iu;
const CHINESE =
  /^[“‘「『（(]*(?:但|而(?!今)|然而|所以|因此|于是|於是|不过|不過|另外|此外|同时|同時|那么|那麼|然后|然後|接着|其中|他(?!国|國|山)|她|它|这(?!些年)|這|那(?!些年)|其(?!实|實|他)|该|該|并且|並且|或者|甚至|尤其是|否则|否則|可是|再比如|比如)/u;
const JAPANESE =
  /^[「『（(]*(?:しかし|だが|また、|そして|それ|これ|この|その|あの|彼(?!岸)|彼女|一方|さらに|ただ|ところが|なお|つまり|だから|したがって|そこで|こうした|そうした|同氏|同社|同選手)/u;
const OTHERS = new Map(
  Object.entries<RegExp>({
    de: /^["„“]*(?:aber|doch|und|oder|denn|also|dann|deshalb|daher|jedoch|außerdem|er|sie|es|ihm|ihr|ihn|dies\w*|jene\w*|sein|seine)\b/iu,
    fr: /^["«“\s]*(?:mais|et|ou|donc|or|puis|ainsi|cependant|pourtant|toutefois|il|elle|ils|elles|cela|ceci|ce|cette|ces|celui|celle|son|sa|ses|leur|leurs)(?![\p{L}])/iu,
    es: /^["«“¿¡]*(?:pero|y|o|así|entonces|luego|además|sin embargo|no obstante|él|ella|ellos|ellas|esto|eso|este|esta|estos|ese|esa|su|sus)(?![\p{L}])/iu,
    pt: /^["«“]*(?:mas|e|ou|então|assim|além disso|no entanto|porém|ele|ela|eles|elas|isto|isso|este|esta|esse|essa|seu|sua|seus|suas)(?![\p{L}])/iu,
    it: /^["«“]*(?:ma|e|o|quindi|così|poi|inoltre|tuttavia|però|egli|lui|lei|loro|esso|essa|questo|questa|questi|ciò|quello|quella|suo|sua)(?![\p{L}])/iu,
    nl: /^["“]*(?:maar|en|of|dus|dan|daarom|echter|bovendien|hij|zij|ze|het|dit|dat|deze|die|zijn|haar|hun)\b/iu,
    ru: /^["«“]*(?:но|и|а|или|поэтому|однако|затем|кроме того|он|она|оно|они|это|этот|эта|эти|его|её|ее|их)(?![\p{L}])/iu,
  }),
);

const SPEAKER_LABEL = /^[#@*]{0,2}[^:：\n]{1,40}[:：]\s*/u;

/** Whether a sentence opens with a reference that only its predecessor resolves. */
export function opensUnresolved(text: string, language: string): boolean {
  if (language === 'zh') return CHINESE.test(text);
  if (language === 'ja') return JAPANESE.test(text);
  if (language === 'en') return ENGLISH.test(text) && !DUMMY.test(text);
  return OTHERS.get(language)?.test(text) ?? false;
}

/** The spoken part of a turn, without the label of its speaker. */
export function withoutSpeaker(text: string): string {
  return text.replace(SPEAKER_LABEL, '');
}
