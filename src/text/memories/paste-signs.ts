import { liveClientNames } from '#schema/sessions/hook-client.ts';

/** The names that a greeting may use for an agent, which is called by the first word of its name. */
const agents = `${Object.values(liveClientNames)
  .map((name) => name.toLowerCase().split(' ')[0])
  .join('|')}|precis|assistant|agent|copilot|gpt|chatgpt|ai|bot|buddy|mate|there|again|you|du|dir|toi|tú`;

/** Matches a line that opens a block which nobody types: markup, lists, mail headers, chats, output of programs. */
const blockLines: readonly RegExp[] = [
  /^ {0,3}(?:`{3}|~{3})/u,
  /^\s{0,8}(?:>|\||\$ |\/\/|\/\*|\*\/|<!--|#{1,6}(?:\s|$))/u,
  /^\s{0,8}<\/?[a-z!?]/iu,
  // This matches rules and underlined headings.
  /^\s{0,8}(?:[-=*_~#+.—–]\s?){3,}/u,
  // This matches lists of any kind, because a list is pasted as often as it is typed.
  /^\s{0,12}(?:[-*+•·◦▪‣・○●–—]|\p{N}{1,3}(?:[.)、．:]|\s?[–—-])|\(?[\p{L}\p{N}]{1,3}\)|[①-⑳]|[一二三四五六七八九十]{1,3}[、.．]|§\s?\d|第\s?\S{1,3}\s?[条章节節項])/u,
  /^(?: {4}|\t)\s{0,20}\S/u,
  /^\s{0,8}["'“]?[\w$.-]{1,40}["'”]?\s?[:=]\s?["'{[\d]|^\s{0,8}[{}[\]]/u,
  /^(?:@@ |\+{3} |-{3} |diff --|index [0-9a-f]{6}|commit [0-9a-f]{6}|Merge: )/u,
  /^\s{0,8}(?:at \S{1,200} ?\(|File "|Traceback |npm (?:ERR|WARN)|make: |\w{0,40}(?:Error|Exception|Warning)\b\s?[:[(]|(?:error|warning|info|debug|trace|warn|fatal|hint)\b\s?[:[|])/iu,
  /^\s{0,8}\[[^\]\n]{1,40}\]/u,
  // A time or a day does not occur in a first line that is typed, but it does in logs, chats, tickets and mails.
  /^\s{0,8}\[?\d{1,4}[-:/.年]\d{1,2}[-:/.月]\d|^\s{0,8}\[?\(?\d{1,2}:\d{2}/u,
  /^.{1,60}?(?:[\s(—–-]|à |um )\(?\d{1,2}[:：h]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?\)?(?:\s?uhr)?\s?[:：]?(?:\s|$)/iu,
  /^.{1,60}\b(?:commented|opened this|wrote|replied|answered|asked|\d{1,3} (?:days?|hours?|minutes?|weeks?|months?|years?) ago)\b/iu,
  /(?:vor|hace|il y a) \d{1,3} \p{L}{3,12}[.!]?$|\d{1,3} (?:heures?|jours?|minutes?|stunden?|tagen?|horas?|días?|minutos?)$|\d{1,3}\s?(?:小时|分钟|天|时间|時間|分|日)前/iu,
  /^[A-Z][A-Z0-9]{1,9}-\d{1,6}\b/u,
  /^\s{0,8}@[\w./-]{2,120}\s*$/u,
  /^(?:-{2,}|_{2,})?\s?(?:original message|forwarded message|weitergeleitete nachricht|ursprüngliche nachricht|message transféré|message d['’]origine|mensaje reenviado|mensaje original|转发(?:的)?邮件|原始邮件|転送)/iu,
  /^(?:am|on|le|el|a la\(s\))\s.{4,80}\s(?:schrieb|wrote|a écrit|escribió)\b/iu,
  // This matches a greeting to somebody who is not an agent.
  new RegExp(
    `^(?:hi|hello|hey|hallo|moin|bonjour|salut|bonsoir|hola|buen[oa]s (?:d[ií]as|tardes|noches)|good (?:morning|afternoon|evening)|guten (?:tag|morgen|abend))[ ,]{1,2}(?!(?:${agents})\\b)[\\p{Lu}][\\p{L}.'’-]{1,20}(?: [\\p{Lu}][\\p{L}.'’-]{1,20}){0,3}\\s?[,!:.–—]`,
    'u',
  ),
  /^(?:hi|hello|hey|hallo|moin|bonjour|salut|hola|good (?:morning|afternoon|evening))[ ,]{1,2}(?:all|team|everyone|everybody|folks|guys|together|zusammen|leute|alle|kolleg\p{L}{1,8}|à tou(?:te)?s|tous|tout le monde|l['’]équipe|chers|equipo|a todos|todos|compañer\p{L}{1,4})(?!\p{L})/iu,
  /^(?:thank you|thanks|danke|merci|gracias) (?:for|für|pour|por) (?:your|ihre?n?|votre|vos|su|tu) |^(?:welcome to|willkommen (?:bei|im|in)|bienvenue|bienvenid[oa]s? a) |^(?:chic[oa]s|leute|freunde|folks|guys|team|equipo|les gars|l['’]équipe)[,:!]/iu,
  /^(?:dear|sehr geehrte|liebe[rs]?|cher|chère|chers|estimad|querid)\p{L}{0,4}\s\p{L}/iu,
  /^(?:尊敬的|亲爱的|親愛的|各位|大家好|同事们|.{0,12}(?:您好|你好)[，,!！：:]?$|拝啓|前略|お世話になって|お疲れ(?:様|さま)|いつも(?:大変)?お世話|関係者各位|.{1,16}(?:様|さん|殿|部長|課長|先生)[、,：:。]?$)/u,
  // This matches the beginning of an assistant's answer.
  /^[¡\s]{0,2}(?:great question|good question|sure|certainly|absolutely|of course|bien sûr|certainement|claro(?: que sí)?|por supuesto|natürlich|gerne|selbstverständlich|当然(?:可以)?|好的|もちろん(?:です)?|承知しました)\s?[!！]/iu,
  /^(?:was this page helpful|edit this page|all rights reserved|©|last updated|table of contents|cookie|subscribe|最后更新|最終更新)/iu,
];

/**
 * Matches names of fields in mails, tickets or notes of a meeting. They open a block even if words follow on the
 * line.
 */
const fieldLine =
  /^\s{0,8}(?:from|to|cc|bcc|subject|date|sent|reply-to|von|an|betreff|datum|gesendet|de|à|objet|envoyé|para|asunto|fecha|enviado|发件人|收件人|主题|日期|抄送|差出人|宛先|件名|日時|type|typ|priority|priorität|status|assignee|labels?|reporter|sprint|状态|经办人|优先级|担当|優先度|acceptance criteria|akzeptanzkriterien|critères d['’]acceptation|criterios de aceptación|验收标准|受け入れ条件|user|assistant|system|human|utilisateur|usuario|asistente|benutzer|assistent|用户|助手|ユーザー|アシスタント)\s?[:：]/iu;

/** Whether a line cannot be something that a person types to an agent. */
export function opensBlock(line: string): boolean {
  return fieldLine.test(line) || blockLines.some((pattern) => pattern.test(line));
}

/** Matches marks that a program prints and that hardly anyone types in a remark. */
const printed =
  /^(?: {4}|\t)\s{0,20}\S|^\s{0,8}(?:at \S{1,200} ?\(|File "|npm (?:ERR|WARN)|exit (?:status|code) \d|\[\d)|[\w.]{1,60}\(0x|\w=\S{1,60} \w{1,30}=|^\s{0,8}\w{0,40}(?:Error|Exception)\b\s?:|\b(?:errno|exit code|status) \d/u;

/** Whether a line was printed by a program, so that it is no remark on the lines above. */
export function isOutput(line: string): boolean {
  return printed.test(line);
}

/** Matches the end of a letter; the lines above it are the letter. */
const letterEnd =
  /^(?:(?:with )?(?:best|kind|warm) (?:regards|wishes)|regards|sincerely|yours (?:truly|sincerely|faithfully)|cheers,|best,|mit freundlichen grüßen|(?:viele|liebe|beste|schöne) grüße|gruß|mfg|vg|lg|cordialement|bien cordialement|bien à (?:vous|toi)|amicalement|(?:un )?(?:cordial )?saludos?|atentamente|此致|敬礼|敬上|谨上|敬具|草々|以上、?よろしく|sent from my)(?!\p{L})/iu;

/** Matches a name on its own line, with the person's role. */
const signature =
  /^[\p{Lu}][\p{L}.'’-]{1,20}(?: [\p{Lu}][\p{L}.'’-]{1,20}){1,3}(?:,\s\p{L}.{1,40}|\s?\(.{2,40}\))$|^\S{2,12}(?:部|组|課|课|室|局|科)\s\S{1,8}$/u;

export function endsLetter(line: string): boolean {
  return letterEnd.test(line) || signature.test(line.trim());
}

/** Matches the beginning of a task or a remark, with which a title does not begin. */
const begins =
  /^(?:please|pls|ok|okay|also|and|but|so|now|then|hey|hi|hello|can|could|would|will|should|why|how|what|where|when|which|who|is|are|do|does|did|i|we|you|it|there|let|let['’]s|the|this|that|my|our|your|no|not|don['’]t|never|always|only|use|fix|add|make|create|write|build|implement|refactor|update|remove|delete|change|move|rename|look|check|review|test|debug|explain|show|find|clean|go|continue|try|run|set|bump|upgrade|migrate|port|convert|split|merge|document|format|optimi[sz]e|speed|bitte|kannst|könntest|warum|wie|was|ich|wir|du|der|die|das|behebe|repariere|füge|mach|mache|baue?|schreib|schreibe|erstelle|ändere|entferne|lösche|benenne|teste|prüfe|erkläre|zeig|zeige|verwende|nutze|peux-tu|pourquoi|comment|je|tu|on|nous|le|la|les|il|corrige|ajoute|fais|crée|écris|supprime|change|renomme|teste|vérifie|explique|montre|utilise|mets|puedes|por|cómo|qué|yo|el|los|las|hay|arregla|añade|agrega|haz|crea|escribe|quita|borra|cambia|renombra|prueba|revisa|explica|muestra|usa|pon)(?!\p{L})/iu;
const mostTitleWords = 7;

/** Whether a line is a heading without a mark, as the first line of a page. */
export function isTitle(line: string, next: string): boolean {
  const text = line.trim();
  if (text.length > 90 || /[.!?。！？…,;:：]$/u.test(text)) return false;
  if (/[\u3041-\u30ff\u3400-\u9fff]/u.test(text)) return next.trim() === '' && !/[。！？]/u.test(text);
  return /^[\p{Lu}\p{N}]/u.test(text) && text.split(/\s+/u).length <= mostTitleWords && !begins.test(text);
}
