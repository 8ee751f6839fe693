import { guessLanguage } from '#text/language/guess-language.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { type SupportIndex, shareOf } from './support.ts';
import words from './words.json' with { type: 'json' };

/**
 * How models refuse, ask for the text or talk to the user, by language. A matching sentence is also compared with the
 * conversation, because a quotation is no refusal.
 */
interface Phrases {
  /** A refusal in the first person or by a program. */
  refusal: RegExp;
  /** Three signs that together, in one sentence, are a request for the conversation. */
  please: RegExp;
  give: RegExp;
  text: RegExp;
  /** A question of the model about its task. */
  asks: RegExp;
  /** How an answer to the user begins and ends. */
  opening: RegExp;
  closing: RegExp;
  /** How a summary speaks of the people in it. */
  people: RegExp;
  /** The words for who speaks and who is spoken to. */
  self: RegExp;
}

/** Languages whose letters have no capitals. */
const caseless = new Set(['zh', 'ja', 'ko', 'ar', 'hi']);

const phrasesOf: ReadonlyMap<string, Phrases> = new Map(
  Object.entries<Record<keyof Phrases, string>>(words.phrases).map(([language, patterns]) => {
    const read = (pattern: string) => new RegExp(pattern, caseless.has(language) ? 'u' : 'iu');
    return [
      language,
      {
        refusal: read(patterns.refusal),
        please: read(patterns.please),
        give: read(patterns.give),
        text: read(patterns.text),
        asks: read(patterns.asks),
        opening: read(patterns.opening),
        closing: read(patterns.closing),
        people: read(patterns.people),
        self: read(patterns.self),
      },
    ];
  }),
);
const phrases = [...phrasesOf.values()];

/** What programs say when they fail, as part of a sentence. */
const failure =
  /\b(?:rate limit|quota (?:exceeded|reached)|too many requests|service (?:is )?(?:temporarily )?unavailable|internal server error|bad gateway|gateway time-?out|connection (?:refused|reset|error)|maximum context length|context length exceeded|model is (?:currently )?overloaded|an? (?:\w+ )?error (?:has )?occurred|something went wrong|(?:request|connection|operation|generation) (?:has )?timed out|(?:ran )?out of memory|exceeded your (?:\w+ )?quota|(?:invalid|incorrect|missing) api[ -]key|insufficient (?:quota|balance|credits?)|model ['"\w:./-]{1,60} (?:was )?not found|try again (?:later|in a (?:few|moment)))\b|エラーが発生|오류가 발생|произошла ошибка|wystąpił błąd|bir hata oluştu|حدث خطأ|त्रुटि हुई|ist ein (?:\p{L}+ )?fehler aufgetreten|une erreur (?:\p{L}+ )?(?:est survenue|s[’']est produite)|(?:produjo|producido|ocurrió|ocurrido) un error|ocorreu um erro|verificato un errore|een fout opgetreden|ett fel (?:uppstod|inträffade|har)|(?:发生|發生|出现|出現)了?(?:未知|内部|內部)?(?:错误|錯誤)|versuche(?:n Sie)? es (?:bitte )?(?:später|erneut|noch einmal)|réessaye[rz] (?:plus tard|dans)|int[eé]nt(?:e|a|elo|alo) (?:de nuevo )?(?:más tarde|nuevamente)|tente novamente|riprova(?:re)? (?:più tardi|tra)|probeer het (?:later|opnieuw)|försök igen|spróbuj(?:cie)? ponownie|попробуйте (?:ещё раз|позже|снова)|tekrar deneyin|(?:余额|餘額|额度|額度)不足|(?:服务|服務|系统|系統|服务器|伺服器)(?:繁忙|不可用|超时|逾時)|もう一度お試し|再度お試し|다시 시도|(?:请|請)稍[后後](?:再试|再試|重试|重試)/iu;

/** Words that announce a summary, such as "Here is the summary". Such an opening does not answer the user. */
const announcement =
  /summar|摘要|总结|總結|概要|要約|まとめ|요약|zusammenfass|résumé|synthèse|resumen|resumo|sumário|riassunto|sintesi|samenvatting|sammanfattning|podsumow|streszcz|сводк|резюме|кратк|özet|ملخص|सारांश/iu;

export type WordingFault = 'error-like' | 'asks-for-input' | 'answers-user';

/** In an answer up to this length, one sentence of refusal is enough. A longer answer may contain a quotation. */
const shortAnswer = 700;
const mostRefusing = 0.25;
/** An answer with a larger share of questions tells nothing. */
const leastAsking = 0.6;
/** How questions end that need no question mark. */
const unmarked = /[か吗嗎呢까요][。.！!]?\s{0,3}$/u;
/** Refusals come first or last. The middle of a very long answer is judged by its support. */
const headCharacters = 3000;
const tailCharacters = 1000;
/** A sentence with this share of the conversation's words tells what was said there. */
const toldShare = 0.7;
/** An answer with a smaller share of the conversation's words brings its own words, so it is no summary. */
const summaryShare = 0.55;

/**
 * Finds what the wording of an answer shows: it refuses, asks for the text, or talks to the user. `isTold` says which
 * sentences come from what the answer is about.
 */
export function findWordingFault(
  text: string,
  support: SupportIndex,
  isTold: (sentence: string, support: SupportIndex) => boolean = isMostlyTold,
): WordingFault | null {
  const sentences = sentencesOf(text);
  const own = sentences.filter((sentence) => !isTold(sentence, support));
  const allowed = text.length <= shortAnswer ? 0 : sentences.length * mostRefusing;
  if (own.filter(refuses).length > allowed) return 'error-like';
  if (own.filter(asksForInput).length > allowed) return 'asks-for-input';
  return answersUser(text, { own, support }) ? 'answers-user' : null;
}

/** Requests to a summarizer, as prompts begin. */
const request =
  /^(?:(?:please|kindly) |bitte |veuillez |por favor,? |per favore,? |пожалуйста,? |lütfen )?(?:(?:summari[sz]e|condense)(?!\p{L})|fass(?:e|en Sie|t)?(?!\p{L}).{0,120}zusammen|résume[rz]?(?!\p{L})|resum[ea](?!\p{L})|riassumi(?!\p{L})|vat .{0,80}samen|sammanfatta(?!\p{L})|podsumuj|streść|özetle|кратко (?:изложи|перескажи)|резюмируй)|^(?:请|請).{0,30}(?:总结|總結|概括|摘要)|^.{0,40}(?:要約して|まとめて)(?:ください|下さい)|^.{0,40}요약해|^(?:من فضلك )?لخّ?ص|^(?:you are an? |du bist eine? |du bist |vous êtes une? |tu es une? |eres una? |你是一[个位名]).{0,120}(?:summar|zusammenfass|résum|resum|摘要|总结|概括)|^(?:(?:source |original |input )?text|article|input|原文|正文|文章内容)\s?[:：]|^(?:#{1,4} ?|<{1,2}|\[)?(?:system|instructions?|prompt|SYS|INST|user)(?:\]|>{1,2}|:|\n)/iu;

/** Whether words announce a summary. */
export function announcesSummary(words: string): boolean {
  return announcement.test(words);
}

/** Whether a text begins as a prompt does. */
export function isRequest(text: string): boolean {
  return request.test(text);
}

const denial =
  /(?<!\p{L})(?:no|not|nothing|never|without|cannot|\p{L}{2,6}n[’']t|decline|refuse|kein\p{L}{0,2}|nicht|nichts|ne|n[’']\p{L}+|pas|aucune?|nada|ningun\p{L}{0,2}|não|nessun\p{L}?|non|niet|geen|inte|ingen|ikke|ikkje|nie|brak|не|нет|yok|değil|mümkün)(?!\p{L})|[无無不没沒未]|ません|ない|없|않|못|لا |لم |لن |ليس|غير|नहीं/iu;

/** Sentences about the task have at most this share of words from the source, and no name or number. */
const mostOfSource = { talk: 0.35, speech: 0.4 };
const fewestOwnWords = { talk: 4, speech: 2 };
/** A source with this share of sentences in the first person may have a summary in the first person. */
const firstPersonShare = 0.3;

/**
 * Finds whether most of an answer is about the task, the text as such, the model or its user: "I'll get to it", "This
 * article covers many aspects", "A summary is not possible".
 */
export function findTaskTalk(
  text: string,
  { covered, support }: { covered: string; support: SupportIndex },
): 'error-like' | 'answers-user' | 'unsupported' | null {
  const phrase = phrasesOf.get(guessLanguage(text) ?? 'en');
  if (phrase === undefined) return null;
  const sentences = sentencesOf(text);
  const isSpoken = (sentence: string) => phrase.self.test(sentence);
  if (!announcement.test(covered)) {
    const told = sentences.filter((sentence) => isSpoken(sentence) || announcement.test(sentence));
    const denied = told.some(
      (sentence) =>
        announcement.test(sentence) &&
        !/[:：]/u.test(sentence) &&
        (isSpoken(sentence) || denial.test(sentence)),
    );
    if (denied && told.length * 2 >= sentences.length) return 'error-like';
  }
  const { words: found, details } = support.measure(text);
  const unknown = found.total - found.known;
  const share = shareOf(found);
  const own = sentences.filter((sentence) => {
    const said = support.measure(sentence);
    return said.details.known === 0 && (said.words.known <= 1 || shareOf(said.words) <= mostOfSource.speech);
  });
  const spoken = speaksOfItself(covered) ? [] : own.filter(isSpoken);
  const isSpeech = spoken.length === sentences.length && share <= mostOfSource.speech && details.known === 0;
  if (isSpeech && unknown >= fewestOwnWords.speech) return 'answers-user';
  if (unknown < fewestOwnWords.talk || share > mostOfSource.talk) return null;
  const told = own.filter((sentence) => phrase.text.test(sentence) || spoken.includes(sentence));
  if (told.length * 2 < sentences.length || told.length === 0) return null;
  return spoken.length === 0 ? 'unsupported' : 'answers-user';
}

/** Whether a source is in the first person, so that its summary may be. */
function speaksOfItself(covered: string): boolean {
  const phrase = phrasesOf.get(guessLanguage(covered) ?? 'en');
  const sentences = sentencesOf(covered);
  const spoken = sentences.filter((sentence) => phrase?.self.test(sentence));
  return spoken.length > sentences.length * firstPersonShare;
}

/** Whether an answer is only questions, at least one of them about the task: "Should I use bullet points?" */
export function asksBack(text: string): boolean {
  const sentences = sentencesOf(text);
  const questions = sentences.filter((sentence) => /[?？؟]/u.test(sentence) || unmarked.test(sentence));
  return (
    questions.length > sentences.length * leastAsking &&
    questions.some((sentence) => some(({ asks }) => asks.test(sentence)))
  );
}

function sentencesOf(text: string): string[] {
  const seen =
    text.length <= headCharacters + tailCharacters
      ? text
      : `${text.slice(0, headCharacters)}\n${text.slice(-tailCharacters)}`;
  return splitSentences(seen).map((sentence) => sentence.text);
}

export function isMostlyTold(sentence: string, support: SupportIndex): boolean {
  if (support.quotes(sentence)) return true;
  const { words } = support.measure(sentence);
  return words.total >= 2 && shareOf(words) >= toldShare;
}

/** Whether a text refuses or asks for input, in words of its own. */
export function isRefusal(text: string): boolean {
  return sentencesOf(text).some((sentence) => refuses(sentence) || asksForInput(sentence));
}

/** Whether a text says anywhere that something is not so. */
export function deniesSomething(text: string): boolean {
  return denial.test(text);
}

function refuses(sentence: string): boolean {
  return failure.test(sentence) || some(({ refusal }) => refusal.test(sentence));
}

function asksForInput(sentence: string): boolean {
  return some(
    ({ please, give, text }) => please.test(sentence) && give.test(sentence) && text.test(sentence),
  );
}

interface Told {
  /** The sentences that do not come from the conversation. */
  own: readonly string[];
  support: SupportIndex;
}

function answersUser(text: string, { own, support }: Told): boolean {
  const first = own[0] ?? '';
  const begins =
    text.startsWith(first) &&
    some(({ opening }) => opening.test(first)) &&
    !announcement.test(text.slice(0, 120));
  const ends = own.slice(-2).some((sentence) => some(({ closing }) => closing.test(sentence)));
  const signs = Number(begins) + Number(ends) + Number(addressesReader(text));
  if (signs === 0 || some(({ people }) => people.test(text))) return signs === 3;
  return signs >= 2 || shareOf(support.measure(text).words) < summaryShare;
}

/**
 * Says whether a text speaks to its reader. A summary in the second person is different: it says what you asked,
 * wanted or decided.
 */
function addressesReader(text: string): boolean {
  const addressed = text.match(/\b(?:you|your|you[’'](?:ll|re|ve|d))\b/giu)?.length ?? 0;
  const told =
    text.match(
      /\byou (?:\w+ )?(?:asked|want|wanted|prefer|preferred|decided|said|mentioned|told|plan|planned|need|like|chose|confirmed|agreed|are|were|have|had)\b/giu,
    )?.length ?? 0;
  return addressed >= 3 && told === 0;
}

function some(matches: (phrase: Phrases) => boolean): boolean {
  return phrases.some(matches);
}
