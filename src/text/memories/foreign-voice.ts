/** Matches words before a colon after which the person's own words follow. */
const ownFrame =
  /^(?:(?:and|also|but|ok|okay|please|our|the|my|an?|one|another|new|general|house|project|team|coding|code|style|standing|und|auch|bitte|unsere?|die|eine?|neue|noch|et|aussi|notre|la|une|nouvelle|y|también|nuestra|nueva|una)\s){0,3}(?:rules?|notes?|important|remember|reminder|conventions?|guideline|preference|decision|constraint|instruction|one more thing|more thing|last thing|ps|p\.s\.|btw|by the way|fyi|heads[- ]up|warning|attention|careful|rule of thumb|from now on|going forward|as a rule|for (?:today|this session|the rest of (?:this|today|the (?:day|session)))|today|again|also|oh|plus|ground rules?|constraints?|requirements?|limits?|one thing|keep in mind|note to self|hard (?:rule|requirement|limit)|in (?:all|this|every) (?:of )?(?:my |our )?(?:projects?|repos?|repository|repositories|codebase)|for (?:all|this) (?:of )?(?:my |our )?(?:projects?|repos?|repository|codebase)|(?:just )?to be clear|regel|hinweis|für heute|heute|nochmal|vorgaben?|wichtig|merke|merk dir|notiz|konvention|achtung|etwas|zur erinnerung|anmerkung|entscheidung|ab jetzt|ab sofort|für (?:alle|dieses) projekte?|in allen (?:meinen )?projekten|règle|note|important|rappel|attention|convention|décision|à retenir|au passage|pour aujourd['’]hui|aujourd['’]hui|désormais|dorénavant|à partir de maintenant|dans tous (?:les|mes) projets|regla|norma|nota|importante|recuerda|recordatorio|atención|convención|decisión|por hoy|hoy|otra vez|cosa más|a partir de ahora|en todos (?:los|mis) proyectos)$|^(?:另外|还有|而且|請|请)?[，,]?(?:规则|規則|注意|重要|记住|記住|约定|約定|规范|規範|提醒|决定|決定|补充|補充|以后|以後|今天|要求|从现在(?:起|开始)|在?所有(?:的)?项目(?:中|里)?|ルール|規約|方針|メモ|補足|お願い|今日は|今後|これから|決定|覚えておいて|すべてのプロジェクトで)$/iu;

/** Matches words of a standing statement; an explanation after a colon belongs to the statement. */
const ownStatement =
  /\b(?:always|never|from now on|going forward|prefer|immer|nie|niemals|ab jetzt|ab sofort|künftig|toujours|jamais|désormais|siempre|nunca|a partir de ahora|prefiero)\b|总是|一律|永远|以后|必ず|今後|常に/iu;

/** Matches words about a text that is handed over: the kinds of text, and what is done with a text. */
const namesText =
  /\b(?:e-?mails?|mails?|letter|texts?|articles?|pages?|paragraphs?|sections?|sentences?|passages?|typos?|posts?|tweets?|issues?|tickets?|threads?|chats?|notes|comments?|reviews?|docs?|documentation|readme|changelog|release notes|minutes|transcript|prompts?|translate|summari[sz]e|reply|respond|rephrase|rewrite|proofread|says?|said|writes|wrote|told|according|means?|nachricht|seite|artikel|absatz|abschnitt|satz|kommentar|anleitung|protokoll|mitschrift|übersetz\p{L}{0,3}|zusammenfass\p{L}{0,3}|fass|fasse|antworte|schreibt|schrieb|sagt|meint|bedeutet|message|courriel|paragraphe|commentaire|compte rendu|traduis|traduire|résume\p{L}{0,2}|réponds|charte|consigne|dit|écrit|signifie|mensaje|correo|párrafo|comentario|página|acta|traduce|resume|responde|dice|pone|escribe|significa)\b|翻译|翻譯|总结|總結|邮件|消息|文章|评论|评审|意见|文档|这段|这篇|这条|提示词|纪要|回复|回答|发的|发来|说|写道|意思|訳して|翻訳|要約|メール|文章|返信|段落|指摘|コメント|プロンプト|手順書|議事録|文字起こし|抜き出|公式|ドキュメント|記事|issue|意味|曰く|書いて(?:あっ|ある|い)/iu;
const pointsAt =
  /\b(?:this|these|that|those|thats|following|below|above|attached|here|folgende\p{L}{0,2}|dies\p{L}{0,2}|hier|unten|oben|das|dazu|daraus|daran|davon|dafür|darauf|da|voici|voilà|suivant\p{L}{0,2}|ci-dessous|ci-dessus|ce|cette|ces|ça|siguiente|este|esta|estos|estas|esto|eso|aquí)\b|下面|以下|上面|这|這|この|これ|以下|次の|上の|下の|[↑^]/iu;
/** “In this project” does not point at a text. */
const ownPlace =
  /\b(?:in|for|to) (?:this|that|our|the) (?:project|repo|repository|codebase|folder|module|package|app)\b|(?<!\p{L})(?:in|für) (?:diesem|dieses) (?:projekt|repo\p{L}{0,8}|modul)(?!\p{L})|(?<!\p{L})(?:dans|pour) (?:ce|cette) (?:projet|dépôt|base de code)(?!\p{L})|(?<!\p{L})(?:en|para) (?:este|esta) (?:proyecto|repo\p{L}{0,8})(?!\p{L})|这个(?:项目|仓库)|この(?:プロジェクト|リポジトリ)/giu;

function handsOver(words: string): boolean {
  const plain = words.replace(ownPlace, ' ');
  return namesText.test(plain) || pointsAt.test(plain);
}

/** Matches a condition of what follows: “when you add a route: register it”. */
const ownCondition =
  /^(?:(?:and|also|please|und|bitte) )?(?:when(?:ever)?|if|before|after|each time|every time|for every|wenn|bevor|quand|avant|cuando|antes) (?!.*(?<!\p{L})(?:i|it|he|she|they|gets?|sees?|opens?|reads?|clicks?|visits?|prints?|shows?|throws?|fails?|returns?|ich|es|er|je|il|yo)(?!\p{L}))[\p{L}\d'’ /.-]{3,80}$/iu;

/** Whether the words after this head and a colon or arrow are the person's own, up to the end of the line. */
export function framesOwnWords(head: string): boolean {
  const words = head.trim().toLowerCase();
  if (ownFrame.test(words) || (ownCondition.test(words) && !handsOver(words))) return true;
  return ownStatement.test(words) && !handsOver(words);
}

/** Whether a dash, a bracket or a comma after this head may open the text that the head speaks of. */
export function leadsToText(head: string): boolean {
  const plain = head.replace(ownPlace, ' ');
  return pointsAt.test(plain) && !ownStatement.test(plain);
}

/** Whether the lines after this one may be the text that it speaks of. */
export function mayHandOver(line: string): boolean {
  return /[:：]\s*$/u.test(line) || handsOver(line) || /(?:^|\s)@[\w./-]{2,}/u.test(line);
}

const changesSubject =
  /^(?:now,|by the way|btw|another question|other question|unrelated|übrigens|andere frage|au fait|autre question|por cierto|otra pregunta|顺便|另一个问题|ところで|別件)/iu;

/** Without an article, these name a part of the program more often than a text above them. */
const bareNames =
  /(?<!(?<!\p{L})(?:the|my|his|her|their|our|your|der|die|das|den|dem|le|la|les|el|los|las) )(?<!\p{L})(?:pages?|comments?|sections?|notes|issues?|tickets?|docs?|posts?|messages?|threads?|chats?|texts?)(?!\p{L})/giu;

/** Whether the last line of a prompt speaks of the text above it. Below an empty line, any question does. */
export function looksBack(line: string, isApart: boolean): boolean {
  if (line.length > 200 || changesSubject.test(line.trim())) return false;
  return (
    pointsAt.test(line.replace(ownPlace, ' ')) ||
    namesText.test(line.replace(bareNames, ' ')) ||
    (isApart && /[?？]\s*$/u.test(line))
  );
}

/**
 * Matches a short request for what to do with a text or for its form, without naming it: “make it shorter”, “to
 * French”.
 */
const asksForForm = new RegExp(
  `^(?:(?:please|now|ok|okay|can you|could you|und|bitte|kannst du|peux-tu|por favor|puedes)[ ,]{1,2}){0,2}(?:${[
    'tl;?dr|eli5|thoughts?|opinions?|comments?|explain|classify|categori[sz]e|sentiment|spell-?check|proof-?read|polish|shorten|shorter|longer|simpler|simplify|condense|tighten|expand|elaborate|reformat',
    '(?:make|turn|put|convert|change|rewrite|format|reword|clean|write|say|get|keep) (?:it|this|that|them|these) \\p{L}.{0,60}',
    '(?:improve|fix|check|correct|review|rate|edit|clean up|analy[sz]e|evaluate|critique|grade) (?:the |my |this |its )?(?:wording|text|style|tone|grammar|spelling|typos?|language|flow|punctuation|writing|sentences?|phrasing|slogan|copy|draft|statement|claim|policy).{0,40}',
    '(?:to|in|into|as) (?:a |an |the )?(?:english|german|french|spanish|chinese|japanese|italian|portuguese|dutch|korean|russian|tweet|list|table|poem|bullet ?points?|bullets|markdown|e-?mail|slide|summary|haiku|headline|plain english)',
    '(?:create|make|write|draft|generate) (?:a |an |the )?(?:commit message|pr (?:title|description)|changelog|release notes?|readme|blog|post|letter|message|e-?mail|prompt|slide|tweet|headline|poster|flash ?cards?|quiz|summary|abstract|title|caption|translation).{0,40}',
    '(?:put|save|paste|add|copy|append|insert)(?: (?:it|this|that))? (?:in|into|to|as|under) [\\w./-]{1,60}',
    'pros and cons|key points|action items|main idea|what does .{1,40} (?:want|mean)|answer (?:him|her|them)|reply|respond|the (?:string|text|message|copy|label) .{0,40}should be|here you go|fyi|lgtm',
    'kürze\\p{L}{0,2}|kürzer|länger|einfacher|umformulieren|zusammenfassen|korrektur ?lesen|verbessern|vereinfachen|auf (?:deutsch|englisch|französisch|spanisch)|als (?:liste|tabelle|tweet|mail).{0,20}',
    'plus (?:court|long|simple|clair|formel)|raccourcis|raccourcir|simplifie[rz]?|améliore[rz]?|en (?:français|anglais|allemand|espagnol)',
    'más (?:corto|largo|simple|claro|formal)|acorta[r]?|simplifica[r]?|mejora[r]?|en (?:español|inglés|alemán|francés)',
  ].join(
    '|',
  )})(?!\\p{L})(?:[ ,](?:please|bitte|formulieren|den folgenden text|s[’']il te pla[iî]t|por favor|pls|thx|now)){0,2}[\\s.!:…]{0,4}$|^(?:请|請|帮我|幫我|把|将)?(?:它|这|這)?(?:缩短|縮短|简化|簡化|润色|精简|扩写|改成|翻成|解释|分析|评价|校对)[^，。]{0,12}[。.!！]?$|^(?:もっと)?(?:短く|長く|簡単に|丁寧に|分かりやすく|箇条書きに|英語に|日本語に|校正|推敲)[^。]{0,10}[。.!！]?$`,
  'iu',
);

/** Matches a request to work on a text that may begin in the next sentence. */
const worksOnText =
  /^(?:(?:please|can you|could you|bitte|kannst du|peux-tu|s[’']il te plaît|por favor|puedes|请|請|帮我|幫我)[ ,]?){0,2}(?:translate|summari[sz]e|proofread|rephrase|rewrite|reword|paraphrase|reply to|respond to|answer (?:this|the)|correct the|fix the (?:grammar|spelling|wording)|übersetze?|fasse? |korrigiere?(?! die (?:tippfehler|fehler|rechtschreibung) (?:im|in der|in den|in|auf) )|formuliere?|antworte auf|beantworte|traduis|traduisez|résume|résumez|corrige[rz]? (?:l['’]orthographe|les fautes|la grammaire|ce|le texte)|reformule|réponds à|traduce|traduzca|resume|corrige (?:la ortografía|el texto|este|los errores|la gramática)|reformula|responde a|翻译|翻譯|总结|總結|概括|改写|润色|回复|翻訳|英訳|和訳|要約|添削|校正|返信)/iu;

/** Matches what holds for one task only. Neither this sentence nor the rest of the prompt is a standing statement. */
const thisTaskOnly =
  /\b(?:only|just) (?:for|in|on) (?:(?:this|that) (?!project|repo)|the (?:demo|moment|test|first|next|current|following))|\bfor this (?:ticket|task|page|script|file|issue|pr|one|change|commit)\b|(?<!\p{L})nur (?:für|in|bei) (?:dies|den|das|die)|(?<!\p{L})(?:pour|dans) cett?e? \p{L}{3,12} (?:uniquement|seulement)|(?<!\p{L})(?:uniquement|seulement) (?:pour|dans) c|(?<!\p{L})(?:solo|sólo|únicamente) (?:para|en) est|仅(?:限|针对)?(?:这|本)|只(?:针对|对)(?:这|本)|这次|今回/iu;

export function isForThisTask(sentence: string): boolean {
  return thisTaskOnly.test(sentence);
}

/** Whether the rest of the prompt after this sentence may be the text that the sentence speaks of. */
export function endsOwnWords(sentence: string): boolean {
  if (worksOnText.test(sentence) || asksForForm.test(sentence.trim())) return true;
  return /[?？]["'”’)\s]{0,3}$/u.test(sentence) && namesText.test(sentence.replace(ownPlace, ' '));
}

/** Matches an announcement to many people, or a reference to a discussion. */
const toMany =
  /\b(?:everyone|everybody|all (?:teams|developers|engineers|contributors|employees|staff|members|colleagues)|as (?:discussed|agreed|announced)|per our)\b|(?<!\p{L})(?:alle (?:teams|entwickler\p{L}{0,5}|mitarbeiter\p{L}{0,5}|kolleg\p{L}{1,5})|wie (?:besprochen|vereinbart)|(?:toutes les|tous les) (?:équipes|développeurs|membres|collègues)|comme (?:convenu|discuté)|todos los (?:equipos|desarrolladores|miembros|compañeros)|como (?:acordamos|hablamos))(?!\p{L})|(?:各|所有)(?:个)?(?:团队|开发|同事|人员|成员)|大家|全(?:チーム|員|社)|各(?:チーム|位)/iu;

/** Matches what others say, want or recommend, before the words of the statement. */
const reporting =
  /\b(?:says|said|saying|writes|wrote|told|tells|states|stated|claims|claimed|insists|insisted|demands|demanded|recommends|recommended|suggests|suggested|advises|advised|wants (?:me|us|you|everyone|everybody|all|the|it|that)|thinks|argues|announced|mentions|mentioned)\b(?<!\b(?:i|we|i['’]ve|we['’]ve|have|just|already|also) \p{L}{3,12}(?: (?:me|us|you|all|the|it|that))?)|\b(?:they|people|docs|guidelines|others|customers|users|folks) (?:\p{L}{3,9} )?(?:say|write|tell|claim|insist|demand|recommend|suggest|advise|want|think|require)\b|\b(?:according to|as per|per the|quoting|apparently|supposedly|allegedly|i (?:heard|read))\b|(?<!\p{L})(?:laut|gemäß|angeblich|gesagt|gemeint|geschrieben|verlangt|gefordert|gebeten|sagt[e]?|sagen|meint[e]?|schreibt|schrieb|behauptet|empfiehlt|verlangt|fordert|(?:er|sie|chef|kunde|kollege|team|doku) will|will, dass|möchte, dass)(?!\p{L})(?!.{0,3}\bich\b)|(?<!\p{L})(?:d['’]après|selon|paraît|apparemment|(?:a|ont) (?:demandé|écrit|exigé)|dit|disent|écrit|exige|recommande|conseille|prétend|veut que|veulent que|demande que)(?!\p{L})|(?<!\p{L})(?:según|al parecer|dijo|dijeron|pidió|(?:ha|han) (?:dicho|pedido|escrito)|supuestamente|dice|dicen|escribe|escribió|exige|recomienda|quiere que|quieren que|pide que|afirma)(?!\p{L})|(?:根据|据说|(?<![数证依单票收根])据|听说|(?<![我])(?:说(?!明)|表示|写道|认为|要求|建议|规定|指出))|(?:によると|によれば|いわく|曰く|そうです|らしい)|(?:と|って)(?:言|書|述べ|主張|指示|聞)|との(?:こと|連絡|要望|指示|依頼)|とされ|と(?:言わ|頼ま|依頼さ)れ/iu;

/** Matches a clause that depends on a verb. Somebody else speaks in it, unless the verb is the person's own. */
const dependent =
  /(?<!\p{L})(?:that|dass|daß|que|qu['’]\p{L}{1,20})\s|(?:那边|他们|他|她|团队|公司)?的?意思是/iu;
const ownVerb =
  /(?<!\p{L})(?:remember|note|mind|sure|ensure|forget|i|we|given|considering|so|now|denk|merk|beachte|vergiss|ich|wir|sorge|achte|je|j['’]\p{L}{1,12}|nous|on|souviens|retiens|rappelle|oublie|note[rz]?|assure|il faut|parce|lorsque|afin|pour|plus|quiero|queremos|prefiero|preferimos|necesito|recuerda|asegúrate|cuenta|olvides|hemos|he|para|así|ya|más|lo|hay|tienes|sino|además)(?!\p{L})/iu;

const toOthers =
  /^(?:[Aa]nswer|[Rr]eply to|[Rr]espond to|[Tt]ell|[Ww]rite(?: to)?|[Mm]essage|[Ee]-?mail|[Ii]nform) \p{Lu}\p{Ll}{1,20}[, ]/u;

/**
 * Matches a remark on the words before it: a source, a signature, a channel, or a question whether they are right.
 */
const remark =
  /(?:(?:^|\s)(?:--|—|–|<-|←)\s?\p{L}[^.]{0,40}\??|(?:^|\s)#[\p{L}-]{2,30}|(?:^|\s)[(（](?:from|aus|von|de|via|source|quelle)[^)）]{1,60}[)）])\s*$/u;
const asksBack =
  /^(?:(?:do|does|is|are|should|shall|can)(?=.*(?<!\p{L})(?:we|this|that|it|these|true|right|correct|ok|okay|still|valid)(?!\p{L}))|agree|agreed|true|right|correct|ok|okay|thoughts|sounds good|what do you think|stimmt|richtig|machen wir|vrai|correct|d['’]accord|verdad|correcto|de acuerdo|对吗|是吗|同意|正しい)(?!\p{L}).{0,40}[?？]?$/iu;

/** Whether the last words of a prompt may be about the words before them. */
export function mayRemark(last: string, isAlone: boolean): boolean {
  return remark.test(last) || (!isAlone && asksBack.test(last.trim()));
}

/** Whether a statement is somebody else's. In Japanese the verb comes last, so the whole sentence is tested. */
export function isReported(sentence: string, cueEnd: number): boolean {
  if (toOthers.test(sentence) || toMany.test(sentence)) return true;
  const before = sentence.slice(0, cueEnd);
  if (reporting.test(/[\u3041-\u30ff]/u.test(sentence) ? sentence : before)) return true;
  const at = before.search(dependent);
  return at >= 0 && !ownVerb.test(before.slice(0, at + 6));
}
