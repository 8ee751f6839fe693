import { verbs } from './english-verbs.ts';

const rule = (source: string) => new RegExp(source, 'iu');

/** Before the subject: an open question, or what the statement is only a part of. */
const unasked =
  '(?<!\\b(?:if|whether|do|does|did|would|should|could|can|shall|may|might|will|unless|what|which|that|than|where|how|when|who|why|like|as if|much|sure|after|before|once|until|suggest(?:s|ed)|recommend(?:s|ed)|advise[sd]|things?|anything|something|everything|nothing|stuff|ones?|all|ways?) )(?<!\\b(?:what|which|whose|whatever|whichever) \\p{L}{2,20} )(?<!^(?:the|an?|some|any|every) (?:\\p{L}{2,20} ){1,2})(?<!(?<!\\b(?:considering|given|note|since|because) )\\bthat )';
const oftenBefore =
  '(?:(?:really|much|generally|strongly|usually|personally|also|still|definitely|always|do|just|especially|particularly|typically|normally|often|mostly|quite|actually|truly|simply|absolutely|honestly|both|all|tend to)\\s+){0,2}';
const i = `${unasked}\\b(?:i|we)\\s+${oftenBefore}`;
const iAm = `${unasked}\\b(?:i(?:['’]m| am)|we(?:['’]re| are))\\s+${oftenBefore}`;
/** Something that is here, and that nobody can tell later. */
const present =
  '(?!\\s+(?:this|that|these|those|it|its|the|your|yours|him|her|them|you|how|where|what|who|why|when|which)\\b)';
/** What happens to someone, and no habit of theirs. */
const happens =
  "(?!(?:do(?: not|n['’]t) )?(?:like|love|enjoy|prefer|get|see|have|had|need|run into|hit|end up|encounter|find|receive|forget|struggle|feel|lose|fail|think|wonder|notice|expect|know|understand|agree|mean|hear|want|assume|believe|can|could|will|would|should|just|do|did|am|are|is|was|were|be|it|this|that|the|a|an|make (?:a )?mistakes?|mess|break|miss|wait)\\b)(?!\\p{L}{2,24}ed\\b)";
const better =
  '(?:easier|easiest|clearer|clearest|simpler|better|best|faster|safer|cleaner|nicer|calmer|more \\p{L}{4,20}|less \\p{L}{4,20}|most \\p{L}{4,20}|(?:very |really |quite |too )?(?:helpful|useful|distracting|annoying|confusing|boring|motivating|relaxing|stressful|tedious|noisy|verbose))';
/** What an assistant hands over, or what is arranged around a person. */
const handedOver =
  '(?:answers?|replies|responses?|explanations?|examples?|code|snippets?|commits?|commit messages?|comments?|summaries|summary|functions?|reports?|e-?mails?|messages?|notes?|plans?|schedules?|meetings?|reminders?|updates?|lists?|dates?|times?|numbers?|units?|feedback|suggestions?|recommendations?|documentation|docs|drafts?|lessons?|meals?|mornings?|evenings?|weekends?|workouts?|sessions?)';

/** One look tells that most sentences have none of it. */
export const anyLiking =
  /\b(?:i|we)(?:['’](?:d|m|re|ve))? (?:\p{L}{2,12} ){0,2}(?:like|love|enjoy|hate|dislike|loathe|appreciate|favou?r(?:ing)?|valu(?:e|ing)|find|usually|normally|typically|generally|mostly|mainly|only|tend|exclusively|primarily|try(?:ing)? to|to (?:keep|avoid)|used to|fond|partial|passionate|comfortable|at ease|productive|focused|creative|alert|efficient|prioriti[sz](?:e|ing|ed)|best|better)\b|\b(?:(?:i|we)['’]?(?:m|re)?|am|are) (?:[\p{L}-]{1,12} ){1,5}(?:fan of|person|learner|thinker|eater|reader|sleeper|travell?er)\b|can['’]t stand|\b(?:suits?|works?|fits?) (?:\p{L}{2,5} ){0,3}(?:better|best|well)\b|\b(?:important|matters?)(?: more| most| a lot)? to (?:me|us)\b|\bpriorit(?:y is|ies are)|\bmy (?:\p{L}{3,8} )?favou?rite|\bi (?:want|need|would like) (?:my|our|all|every|any) |, (?:\p{L}{2,6} ){0,2}wanting /iu;

/** What a person likes, favours or is used to, in the present and in their own name. */
export const englishPreferences: RegExp[] = [
  rule(
    "(?<!\\b(?:if|whether|do|did|would|should|what|which|than|where|how|when) )(?<!\\b(?:what|which|whose|whatever|whichever) \\p{L}{2,20} )(?<!(?<!\\b(?:considering|given|note|since|because) )\\bthat )\\b(?:i|we)(?:['’]d| would)?\\s+(?:(?:really|much|generally|strongly|usually|personally|also|still|definitely|always|typically|normally|often|just|tend to)\\s+){0,2}prefer\\b(?!\\s+(?:not to (?:say|tell|answer)|that|this|it|them|your|option|the (?:first|second|third|last|latter|former|other|option|version|approach|one|previous|old|new))\\b)",
  ),
  // What “this” is stands before it.
  rule('(?<=.{25})\\b(?:i|we) prefer (?:it|(?:this|that) \\p{L}{3,20}) (?:over|to|because|due)\\b'),
  rule(
    '(?<!\\bwhat (?:is|are|was) )\\b(?:my|our) (?:\\p{L}{3,12} )?preferences?(?: (?:is|are|has|have|remains?|stays?|for|of|to|would be|as|in|when|towards?)\\b(?! (?:not |now |still |always )?(?:\\p{L}{3,12}ed|lost|gone|empty|missing|null|reset|wrong|broken|where|what)\\b)|\\s?[:,])',
  ),
  rule("\\b(?:i|we)(?:(?:[’']ve| have)(?: set| got)?) a (?:\\p{L}{3,12} )?preference for\\b"),
  rule(
    "\\b(?:i|we)(?:['’]d| would) rather (?:not \\p{L}{2,20}|you|we|have|use|keep|see|avoid|write|work)\\b(?!\\s+(?:it|told|asked|waited|did|this|that|these|those|them)\\b)",
  ),
  rule(
    "\\b(?:i|we)(?:['’]d| would) rather (?!\\p{L}{2,12} (?:it|this|that|these|those|them)\\b)\\p{L}{2,20}\\b[^.]{1,120}\\bthan\\b",
  ),
  rule(
    "\\bi (?:really |absolutely |just )?(?:hate|dislike|can['’]t stand|loathe)\\b(?!\\s+(?:to (?:say|ask|admit|bother|be)|this|that|it|the|these|when (?:this|it|that))\\b)",
  ),
  rule(
    "\\bi (?:really )?(?:do not|don['’]t) (?:really |particularly )?(?:like|enjoy|care for|want you to)\\b(?!\\s+(?:worry|think|mind|feel|believe|\\p{L}{2,20} anything|(?:\\p{L}{2,20}ing )?(?:this|that|it|the|these|those)|how|where|what|do (?:this|that|it))\\b)",
  ),
  rule('\\bi like (?:it when|my|to (?:have|keep|use|see|work|write))\\b'),
  rule(
    `${i}(?:like|love|enjoy|favou?r|value)\\b${present}(?!\\s+(?:\\p{L}{2,20}['’]s|to (?:know|ask|hear|think|say|believe|point|see (?:if|whether|how)|understand)|an? (?:idea|lot)|both|one|each|option|and|or|but|being able)\\b)\\s+\\p{L}{2}`,
  ),
  rule(
    `${i}appreciate\\s+(?:it when|\\p{L}{4,20} (?:answers|replies|explanations|examples|feedback|suggestions|advice))\\b`,
  ),
  rule(
    `${iAm}(?:not )?(?:a (?:big |huge |great |real )?fan of|fond of|partial to|passionate about|used to \\p{L}{3,20}ing|used to (?!it|this|that|the|being|work|be|have|do|use|get)\\p{L}{3,20} )(?!\\s{0,1}(?:it|this|that|these|those|the|your)\\b)`,
  ),
  rule(
    `${iAm}(?:much |far |a lot |most |way )?(?:more |most )?(?:comfortable|at ease|(?<=mo(?:re|st) )(?:productive|focused|creative|alert|efficient))\\s+(?:with|using|working|writing|in|at|when|if|doing|reading|coding|early|late|around|before|after)\\b(?!\\s+(?:it|this|that|these|those|your|the (?:idea|result|current|plan))\\b)`,
  ),
  rule(
    `${iAm}(?:more of )?an? (?:very |more )?(?!(?:new|only|first|last|same|right|wrong|different|nice|good|bad|busy) )(?:\\p{L}{3,12}[ -]){1,2}(?:person|learner|thinker|eater|reader|sleeper|traveller|traveler)\\b`,
  ),
  rule(
    `${i}(?:work|focus|learn|think|write|understand|study|concentrate|sleep|remember|perform|code)\\s+(?:much |a lot |far )?(?:best|better|most|more easily)\\s+(?:when|with|in|at|by|from|on|if|early|late|through|after|before|without)\\b(?!\\s+(?:you|it|this|that)\\b)`,
  ),
  rule(
    `${i}find\\s+(?:it ${better} (?:to|when|if|with)\\b|(?!(?:it|this|that|these|those|the|out|an?|no|my|your|him|her|them|some|any)\\b)[^.,?]{2,80}\\s${better}(?!\\s+(?:in this|here|now)\\b))`,
  ),
  rule(
    '(?<!\\b(?:it|this|that|these|those|what|which|one|option|\\w|version|approach|works?|whatever|whichever|time) )\\b(?:works?|suits?|fits?)(?: me)? (?:much |far |a lot )?(?:better|best)(?: for (?:me|us))\\b',
  ),
  rule(
    '(?<!\\b(?:it|this|that|these|those|which|what|might|may|would|could|will|should|can) )\\bsuits? (?:me|us) (?:much |far )?(?:better|best|well)\\b',
  ),
  rule(
    `${unasked}\\bi (?:usually|normally|typically|generally|mostly|tend to)\\s+${happens}\\p{L}{3}(?![^?]{0,200},? (?:but|however|yet|though|and (?:it|now|then|get|see|the))\\b)`,
  ),
  rule(
    `${unasked}\\b(?:i|we) (?:only|mainly|exclusively|primarily|mostly) (?:use|write|work|eat|drink|read|code|develop|deploy|cook|drive|travel|buy|wear|listen)(?: (?:with|on|in|from|to|for))?\\b${present}(?!\\s+(?:once|twice|an?|one|two)\\b)`,
  ),
  rule(
    `(?<!\\b(?:when|whenever|if|time|once|as|and) )\\bi (?:always |usually |generally |do )?try to (?:always |never |only )?(?:avoid|keep|stick|limit|stay|minimi[sz]e|eat|exercise)\\b(?!\\s+(?:it|this|that|these|those|them|the|track|up|getting|an?)\\b)(?![^?]{0,200}\\b(?:but|and it)\\b)`,
  ),
  rule(
    "\\b(?:i(?:['’]m trying|['’]d like)?|we(?:['’]re trying|['’]d like)?)(?: want| like| need| aim| try| prefer)? to (?:keep|make sure to keep) (?:my|our|things|everything|code|functions|answers|dependencies|costs|meetings)\\b[^.?]{0,60}\\b(?:small|simple|minimal|light|lightweight|short|clean|readable|tidy|lean|low|down|organi[sz]ed|focused|flexible|quiet|private|under|below|within|as \\p{L}{3,16} as)\\b",
  ),
  rule(
    '\\b(?:i|we) (?:want|like|prefer|aim) to avoid\\b(?!\\s+(?:it|this|that|these|those|them|the|an?|getting|having|any|my|our|your|such|losing)\\b)',
  ),
  rule(
    `${unasked}\\b(?:i|we)(?:['’]m| am|['’]re| are|['’]ve been| have been|['’]ve always| always)?\\s+${oftenBefore}(?:prioriti[sz](?:e|ing)|favou?ring|valuing)\\b(?!\\s+(?:it|this|that|these|those|them|the (?:first|second|last|other))\\b)`,
  ),
  rule(
    `${unasked}\\b(?:i|we)(?:['’]ve| have)? prioriti[sz]ed\\b(?!\\s+(?:it|this|that|these|those|them)\\b)[^.?]{3,160}\\bover\\b`,
  ),
  rule(
    '(?<!\\b(?:what|which) (?:is|are|was) )\\b(?:my|our) (?:top |main |first |highest |number one |biggest )?priorit(?:y is|ies are)\\b(?!\\s+(?:to (?:fix|get|find|finish|ship)|fixing|getting|this|that|wrong|set|\\d))',
  ),
  rule(
    "(?<!\\b(?:it|this|that|what|which)(?:['’]s| is)? )\\b(?:is|are) (?:very |really |more |most |extremely |so |not )?important to (?:me|us)\\b",
  ),
  rule(
    '(?<!\\b(?:it|this|that|what|which|all|nothing|here|\\w) )\\bmatters? (?:more |most |a lot )?to (?:me|us)\\b',
  ),
  rule(
    "(?<!\\b(?:what(?:['’]s| is| are)|guess) )\\bmy (?:all-time |absolute )?favou?rite\\b[^.?]{0,60}\\b(?:is|are)\\b(?!\\s+(?:broken|missing|gone|not|the (?:first|second|last))\\b)",
  ),
  rule(
    `(?<!\\b(?:if|whether|what|which|how) )\\bi(?:['’]d| would)? (?:like|want|prefer|love) (?:my|our|all|every|any)\\s+(?:\\p{L}{3,20} ){0,2}${handedOver} to (?:always |never |only )?(?:be|have|use|stay|start|end|begin|include|follow|come|contain|fit|look|sound|avoid)\\b`,
  ),
  rule(
    "\\bi\\b[^.?]{3,200}[,;]\\s(?:while |but |and |as |still |always )?(?:i(?:['’]m| am) )?wanting (?!to (?:know|ask|see|understand|learn|check|make|get|find|fix|add|implement|do)\\b)(?:to (?:keep|avoid|stay|use|have|work)|my|our|an?|more|less|\\p{L}{3,20})\\b(?!\\s+(?:it|this|that|these|those|them)\\b)",
  ),
  rule(
    `(?<!\\b(?:like|as|if|what|that|which) )\\bi\\s+(?:always|never)\\s+(?:${verbs}|eat|drink|drive|travel|buy|cook|study|exercise|walk)\\b(?!\\s+into)`,
  ),
];
