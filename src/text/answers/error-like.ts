import { parseJsonObject } from '#schema/parse-json.ts';

/** The things that a program's error message names and a person would not. */
const made =
  '(?:the |a |an |your )?(?:conversation )?(?:summary|response|completion|request|output|answer|reply)';
const refused =
  "(?:can[’']?t|cannot|can not|could ?n[’']t|could not|won[’']t|(?:am |are |[’']m )?(?:unable|not able|not allowed)|failed|went wrong|error)";
const tryAgainChinese = '(?:请稍后|請稍後|请重试|請重試|再试|再試|状态码|狀態碼|(?<!\\d)[45]\\d\\d(?!\\d))';

/**
 * How error messages and refusals begin. Only a beginning that leaves no doubt counts, because a summary may tell of
 * errors, apologies and failures. A message that is missed is mostly too short to be accepted.
 */
const openings: readonly RegExp[] = [
  new RegExp(
    `^errors? (?:while |when |in )?(?:generating|creating|producing|updating|processing) ${made}\\b`,
    'iu',
  ),
  new RegExp(
    `^(?:an? )?(?:\\w+ )?error (?:has )?occurred (?:while|when|during) (?:generating|creating|processing|the processing of) ${made}\\b`,
    'iu',
  ),
  new RegExp(
    `^(?:failed|unable) to (?:generate|create|produce|update|process|summari[sz]e) ${made}\\b`,
    'iu',
  ),
  /^(?:api |\w*)?(?:error|exception)\b.*(?:\bplease (?:try again|check|retry)|status code|request id|fetch failed|ECONN\w+|ENOTFOUND|[{'"]error['"]?:)/isu,
  /^(?:Uncaught )?\w*(?:Error|Exception)\b.*\n\s+at \S/su,
  /^Traceback \(most recent call last\)/u,
  /^(?:HTTP(?:\/[\d.]+)? ?)?(?:error:? ?)?[45]\d\d[:\s–-]+(?:bad request|unauthorized|payment required|forbidden|not found|request timeout|payload too|unprocessable|too many requests|internal server|bad gateway|service unavailable|gateway time|overloaded)/iu,
  /^HTTP(?:\/[\d.]+)?(?: error| status)?:? [45]\d\d\b/iu,
  /^(?:\w+ )?(?:error|exception|status|code|错误|錯誤|エラー|오류|fehler|erreur)(?: code| status)?(?:\s*[:：#-])?\s*[45]\d\d\W*$/iu,
  /^(?:[A-Z]\w*)?(?:Error|Exception): [^\n]{1,200}$/u,
  /^<(?:!doctype|html|\?xml)\b/iu,

  new RegExp(
    `^(?:I(?:[’']m| am) )?(?:so |very |really )?sorry[,.;:–— -]+(?:but )?(?:I|we|as an|there|something)\\b.{0,40}?${refused}`,
    'iu',
  ),
  new RegExp(
    `^(?:I apologi[sz]e|my apologies|apologies)[,.;:–— -]+(?:but )?(?:I|we|as an|there|something)\\b.{0,40}?${refused}`,
    'iu',
  ),
  /^(?:unfortunately,? )?I(?:[’']m| am)? (?:can[’']?t|cannot|can not|won[’']t|unable to|not able to|not allowed to) (?:assist|help|comply|fulfil|provide|summari[sz]e|create|generate|produce|do that|do this|continue|process|engage|discuss|answer|access|complete)/iu,
  /^as an? (?:AI|artificial intelligence|(?:large )?language model)(?: (?:large )?(?:language )?(?:model|assistant|system|chatbot))?(?: (?:developed|created|trained|made|built) by [^,.\n]{1,40})?, (?:I|my)\b/iu,
  /^als (?:eine? )?(?:KI|künstliche|sprachmodell)[^.\n]{0,40}?(?<!\p{L})(?:ich|mein)(?!\p{L})/iu,
  /^en tant qu(?:e |[’'])(?:modèle|IA|intelligence artificielle|assistant)[^.\n]{0,40}?(?<!\p{L})(?:je|j[’']|mon)/iu,
  /^como (?:una? )?(?:modelo de (?:lenguaje|linguagem)|IA|intelig[eê]ncia artificial|asistente|assistente)(?:[^.\n]{0,40}), (?:no|não|mi|meu) /iu,
  /^in quanto (?:modello|IA|intelligenza artificiale|assistente)[^.\n]{0,40}, non /iu,
  /^как (?:языковая модель|ИИ|искусственный интеллект)[^.\n]{0,40}, я(?!\p{L})/iu,
  /^(?:私は|わたしは)?(?:AI|人工知能|大規模言語モデル|言語モデル)(?:アシスタント|モデル)?(?:である|な|の)?(?:ため|ので|として)[^。\n]{0,80}(?:できません|できない|ありません)/iu,

  /^(?:摘要|总结|總結)(?:生成|更新|创建|建立)?(?:失败|失敗|出错|出錯)/u,
  /^(?:生成|更新|创建|建立)(?:对话|對話)?(?:摘要|总结|總結|回复|回覆)(?:时|時)?(?:失败|失敗|出错|出錯|发生了?错误|發生了?錯誤)/u,
  new RegExp(
    `^(?:(?:请求|請求|服务器?|服務|伺服器|系统|系統|网络|網路|发生了?|發生了?|出现了?|出現了?)(?:未知|内部|內部)?)?(?:失败|失敗|错误|錯誤|繁忙|出错了?|出錯了?|异常|異常|超时|逾時|不可用)[^\\n]{0,60}?${tryAgainChinese}`,
    'u',
  ),
  /^(?:很|非常|十分|真的)?(?:抱歉|对不起|對不起|不好意思)[，,。.！!：:；;\s]*(?:但是?|不过|不過)?(?:(?:我|作为|作為|目前|暂时|暫時|当前|當前|由于|由於)[^。！\n]{0,30}?)?(?:无法|無法|不能|没办法|沒辦法|不便|出错|出錯)/u,
  /^作[为為](?:一[个個名款])?(?:AI|人工智[能慧]|大?型?[语語]言模型|智[能慧]助[手理])(?:大?型?[语語]言模型|助[手理]|模型)?[，,]?\s*我/iu,
  /^我(?:无法|無法|不能|没办法|沒辦法)(?:协助|協助|帮助|幫助|提供|完成|生成|处理|處理|回答|满足|滿足|总结|總結|继续|繼續)/u,

  /^(?:大変)?申し訳(?:ありません|ございません)[^。\n]{0,40}(?:できません|できかねます|できない)/u,
  /^(?:es )?tut mir (?:sehr )?leid[,.]? (?:aber )?(?:ich|das|dabei)\b.{0,30}(?:kann|darf|konnte)/iu,
  /^(?:je suis (?:vraiment |sincèrement )?)?désolée?[,.]? (?:mais )?je ne (?:peux|suis|pourrai)/iu,
  /^lo siento(?: mucho)?[,.]? (?:pero )?no puedo\b/iu,
  /^(?:desculp\p{L}*|lamento|sinto muito)[,.]? (?:mas )?não (?:posso|consigo)\b/iu,
  /^(?:mi dispiace|spiacente)[,.]? (?:ma )?non (?:posso|sono in grado)\b/iu,
  /^(?:к сожалению|извините|простите)[,.]? (?:но )?(?:я )?не (?:могу|смогу)(?!\p{L})/iu,
  /^(?:죄송|미안)[^.\n]{0,50}수 없(?:습니다|어요|네요)/u,
  /^(?:عذر|آسف|أعتذر|نأسف|معذرة)[^.\n]{0,30}(?:لا (?:أستطيع|يمكنني|أقدر)|لن أتمكن)/u,
  /^(?:क्षमा|माफ़|माफ|खेद)[^।\n]{0,80}नहीं (?:\S+ )?सकत/u,
  /^(?:het spijt (?:me|mij)|sorry|helaas)[,.]? (?:maar )?(?:ik kan|kan ik)(?!\p{L}).{0,40}(?:niet|geen)(?!\p{L})/iu,
  /^(?:przykro mi|przepraszam|niestety)[,.]? (?:ale )?nie mogę(?!\p{L})/iu,
  /^(?:üzgünüm|maalesef|özür dilerim)[,.]?.{0,60}(?:olamam|olamıyorum|edemem|edemiyorum)(?!\p{L})/iu,
  /^(?:tyvärr|jag är ledsen|jag beklagar)[,.]? (?:men )?(?:kan jag|jag kan) (?:\p{L}+ )?inte(?!\p{L})/iu,
];

/** Whether a text is an error message or a refusal where a summary should be. */
export function isErrorLike(text: string): boolean {
  const opening = text.replace(/^[\s#>*_]+/u, '').slice(0, 400);
  return openings.some((pattern) => pattern.test(opening)) || isErrorObject(text);
}

const errorKeys = ['error', 'errors', 'exception', 'errorMessage', 'error_message'];
/** A call of a tool, as models write it in place of an answer. */
const callKeys = ['tool_calls', 'tool_call', 'function_call'];
const argumentKeys = ['arguments', 'parameters', 'input'];

function isErrorObject(text: string): boolean {
  const json = text.replace(/^```\w*\s*|(?<!\s)\s*```$/gu, '');
  const parsed = json.startsWith('{') ? parseJsonObject(json) : null;
  if (parsed === null) return false;
  const has = (keys: readonly string[]) => keys.some((key) => key in parsed);
  return has(errorKeys) || has(callKeys) || ('name' in parsed && has(argumentKeys));
}
