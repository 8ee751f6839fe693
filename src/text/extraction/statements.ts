/** What kind of statement a sentence of a thread or a session makes, by the wording of its language. */
type Cues = {
  decision: RegExp;
  /** Not settled although it speaks of deciding, or said to be open. */
  undecided: RegExp;
  proposal: RegExp;
  agreement: RegExp;
  /** Work that was done. */
  done: RegExp;
  /** Before the words of `done`, these take them back: "should be fixed", "not yet added". */
  unreal: RegExp;
  /** Work to come. */
  next: RegExp;
  /** Work to come so plainly that nothing else in the sentence counts as done. */
  plainlyNext: RegExp;
  finding: RegExp;
  caveat: RegExp;
};

const WORK =
  'added|fixed|updated|removed|renamed|implemented|created|changed|refactored|replaced|moved|wrote|rewrote|written|rewritten|deleted|merged|committed|pushed|deployed|installed|configured|migrated|extracted|introduced|improved|corrected|resolved|reverted|upgraded|bumped|cleaned|converted|enabled|disabled|documented|formatted|split|set up|wired|ported|released|published|optimi[sz]ed|adjusted|completed|finished|made|built|ran|run|tested|verified|covered|dropped|simplified|applied|registered|generated|handled|switched|patched|linked|hardened|closed|done';

const ENGLISH: Cues = {
  decision:
    /\b(?:decided|agreed|agreement is|settled on|we(?:'ll| will) (?:go|use|keep|ship|take|do)|(?:let's|let us) (?:go with|use|keep|stick|settle|do)|go(?:ing)? with|(?:is|are|was|it's) (?:confirmed|decided|settled|approved|final)|confirmed|approved|the (?:decision|plan|conclusion) is|final(?:ly)? (?:choice|decision|answer)|from now on|deal is)\b/iu,
  undecided:
    /\b(?:not (?:yet )?(?:decided|agreed|settled|confirmed|approved)|(?:haven't|hasn't|have not|has not|never|nobody|no one) (?:yet )?(?:been )?(?:decided|agreed|settled|confirmed|approved)|undecided|tbd|to be (?:decided|confirmed|determined)|open (?:question|issue|point)s?|unresolved|(?:still|remains?) (?:open|unclear)|unclear (?:whether|if|how|what|why|when|who)|(?:need|have|yet) to decide|(?:don['’]t|do not) know(?: yet)?|not sure|(?:i|we)(?:['’]ll| will) (?:check|ask|find out|look into|get back))\b/iu,
  proposal:
    /\b(?:let's|let us|i(?:'d| would)? (?:suggest|propose|recommend)|we (?:could|should|can|might)|how about|what about|what if|why don't we|shall we|should we|would it)\b/iu,
  agreement:
    /^\W*(?:agreed|deal|done|approved|confirmed|sounds (?:good|great|fine)|(?:yes|ok|okay|sure|great|perfect|fine|good)\W+(?:let's|do (?:it|that|so)|go ahead|please do|agreed|that works|sounds good)|go ahead|that works|works for me|good idea|exactly)(?!\p{L})/iu,
  done: new RegExp(
    `^\\W*(?:(?:all|now|then|also|finally|successfully|just)\\s+)*(?:${WORK})\\b|\\b(?:i|we)(?:['’]ve| have)?(?: (?:also|now|then|just|already|finally|successfully|both|first))* (?:${WORK})\\b|\\b(?:has|have|had) (?:now |also |already |all )?been (?:${WORK})\\b|\\b(?:is|are|was|were) (?:now |also |already |all )?(?:${WORK})\\b|\\b(?:all )?(?:\\d+ )?tests? (?:now )?pass(?:ed|es)?\\b|\\bis (?:complete|in place)\\b`,
    'iu',
  ),
  unreal:
    /\b(?:will|would|should|shall|could|can|may|might|must|to be|needs?|not|never|n['’]t|cannot|if|once|unless|until|when|before|after|after which|please|let's|want|wants|plan|going to|yet to|remains?|todo|next|why|whether|how|no|nothing|without|because)\b|n['’]t\b/iu,
  next: /\b(?:next(?: steps?)?|will|'ll|going to|should|need(?:s|ed)? to|has to|have to|must|to-?do|remain(?:s|ing)|still (?:needs?|open|missing|to)|plan(?:s|ned|ning)? to|could|would|let's|follow-?up|later|upcoming|recommend|suggest|propose|not yet|not (?:been )?\w+ yet|pending|left to do|want me to|shall)\b/iu,
  plainlyNext:
    /\b(?:i(?:['’]ll| will| am going to|['’]m going to)|we(?:['’]ll| will| are going to|['’]re going to)|next(?: steps?|,| up)|to-?do|still needs?|remains? to|you (?:should|could|may want|need to)|not yet)\b/iu,
  finding:
    /\b(?:found|turns? out|turned out|discovered|noticed|learned|it seems|appears? (?:that|to be)|root cause|(?:the )?cause[ds]? (?:is|was|by)|because|due to|which means|means that|shows? that|showed|reveals?|the (?:problem|issue|bug|reason|culprit|failure) (?:is|was|comes|came|lies)|confirmed that|happens (?:when|because)|fails? (?:when|because)|depends on|is caused|stems from|explains why)\b/iu,
  caveat:
    /\b(?:note(?: that)?:?|caveat|warning|caution|beware|be aware|keep in mind|known (?:issue|limitation)s?|limitations?|workaround|out of scope|breaking change|risk)\b/iu,
};

const CHINESE: Cues = {
  decision:
    /决定|決定|确定|確定|定为|定下来|定了|就用|就这样|就按|采用|採用|选定|一致同意|同意|达成一致|敲定|确认/u,
  undecided:
    /(?:尚未|还没有?|還沒有?|没有?|未能?|不)(?:做出?)?(?:决定|決定|确定|確定|同意|确认|定下)|未定|待定|待确认|待讨论|悬而未决|不清楚|不确定|不知道|我(?:去|再)?(?:确认|问|查)一下/u,
  proposal: /建议|建議|不如|要不|可以考虑|我们可以|我提议|是否|能不能|要不要/u,
  agreement: /^(?:好的?|可以|行|同意|没问题|沒問題|就这样|赞成|嗯，?好|对，?就)/u,
  done: /已(?:经|經)?(?:将|把|在|全部|成功)?[^，。；,;]{0,24}?(?:完成|修复|添加|新增|更新|删除|移除|重构|实现|修改|创建|提交|部署|合并|升级|优化|增加|调整|替换|重命名|迁移|通过|解决|写好|改好|改为|拆分|发布|安装|配置|测试|提取|完善|清理)|(?:完成|修复|添加|新增|更新|删除|移除|重构|实现|修改|创建|提交|部署|合并|升级|优化|增加|调整|替换|重命名|迁移|解决|写|改|拆分|发布|安装|配置|加|跑)(?:好|完)?了|测试(?:全部|均|都)?通过|全部通过/u,
  unreal:
    /尚未|还没|還沒|没有?|未|需要|应该|應該|可以|建议|计划|如果|若|待|会|将来|下一步|接下来|之后|等|想|打算|必须|是否|为什么|当/u,
  next: /下一步|接下来|后续|後續|需要|应该|應該|应当|待办|待辦|还需|仍需|建议|計劃|计划|打算|将会|将要|可以考虑|下次|之后再|稍后|尚未|还没|必须|未来|今后/u,
  plainlyNext: /下一步|接下来|待办|还需|仍需|尚未|还没|打算/u,
  finding:
    /发现|發現|原因|因为|由于|導致|导致|说明|表明|原来|根本|问题在于|问题是|意味着|取决于|得知|看来|证实/u,
  caveat: /注意|警告|局限|限制|风险|请留意|已知问题|提醒/u,
};

const JAPANESE: Cues = {
  decision:
    /決定(?:し|です|と|済)|決ま(?:った|りました)|決めました|ことに(?:し(?:ます|ました|た|よう)|なりました)|合意|採用(?:し|する|です)|確定|承認|了承|でいきましょう|で行きましょう|にしましょう/u,
  undecided:
    /未定|未決|決まって(?:い)?(?:ない|ません)|決定していません|要確認|検討中|保留|未解決|不明|わかりません|分かりません|確認します|調べます/u,
  proposal: /ましょう|提案|どうでしょう|いかがでしょう|したほうが|した方が|ませんか|かもしれ/u,
  agreement:
    /^(?:はい、?(?:それで|お願い|そう)|了解|承知|賛成|同意|いいですね|そうしましょう|OKです|わかりました、?(?:それ|そう))/u,
  done: /(?:追加|修正|更新|削除|実装|変更|作成|完了|対応|移動|導入|改善|統合|置換|置き換え|リファクタリング|テスト|反映|設定|移行|分割|公開|コミット|デプロイ|インストール|解決|整理|改名|書き換え|実行|解消)(?:を|が)?(?:し(?:ました|ておきました|てあります)|した(?=[。．!！]|$)|済み?(?=です|[。．]|$)|され(?:ました|ています)|いたしました|しています(?=。)|ました|です)|(?:直し|書き|終わり|でき|加え|通り|通過し|成功し|パスし)ました/u,
  unreal: /もし|なら|たら|予定|必要|べき|まだ|未|ない|ません|次に|今後|これから/u,
  next: /次(?:に|は|の)|今後|これから|予定|必要が|必要です|べき|ましょう|つもり|TODO|残って|残り|まだ|たい(?:です|と)|検討|する計画|してください|お願い/iu,
  plainlyNext: /次(?:に|は)|今後|これから|予定|つもり|残って|まだ/u,
  finding:
    /わかりました|分かりました|判明|原因|ためです|ため、|により|によって|発見|見つか|問題は|つまり|ことが確認|ことがわか|ことが分か/u,
  caveat: /注意|警告|制限|制約|なお|ただし|既知の/u,
};

const GERMAN: Cues = {
  decision:
    /\b(?:beschlossen|entschieden|vereinbart|einigen uns|geeinigt|wir nehmen|wir machen|festgelegt|bestätigt|abgemacht)\b/iu,
  undecided: /\b(?:nicht entschieden|noch offen|offene fragen?|ungeklärt|unklar|zu klären)\b/iu,
  proposal: /\b(?:ich schlage|vorschlag|wir könnten|wir sollten|wie wäre|lass(?:t)? uns)\b/iu,
  agreement: /^\W*(?:einverstanden|abgemacht|ja,? (?:machen|gerne|genau)|passt|klingt gut)\b/iu,
  done: /\b(?:habe|haben|wurden?|ist|sind)\b.{0,80}\b(?:hinzugefügt|behoben|aktualisiert|entfernt|umbenannt|implementiert|erstellt|geändert|ersetzt|verschoben|gelöscht|geschrieben|angepasst|umgesetzt|erledigt|getestet|repariert|ergänzt|abgeschlossen)\b/iu,
  unreal: /\b(?:wird|werden|würden?|sollten?|könnten?|kann|muss|müssen|nicht|noch|falls|wenn|nie)\b/iu,
  next: /\b(?:als nächstes|nächster? schritte?|werden?|sollten?|müssen|muss|könnten?|noch (?:zu|offen)|geplant|später|empfehle)\b/iu,
  plainlyNext: /\b(?:als nächstes|nächster? schritte?|werde ich|ich werde|wir werden|noch zu)\b/iu,
  finding:
    /\b(?:gefunden|festgestellt|liegt (?:an|daran)|ursache|weil|wegen|zeigt|stellt sich heraus|das problem)\b/iu,
  caveat: /\b(?:hinweis|achtung|warnung|einschränkung|vorsicht|beachten)\b/iu,
};

const FRENCH: Cues = {
  decision:
    /(?<!\p{L})(?:décidé|convenu|d'accord pour|on part sur|nous retenons|confirmé|validé|acté)(?!\p{L})/iu,
  undecided:
    /(?<!\p{L})(?:pas (?:encore )?(?:décidé|confirmé|validé)|à (?:décider|confirmer|définir)|question ouverte|reste ouvert)(?!\p{L})/iu,
  proposal: /(?<!\p{L})(?:je propose|je suggère|on pourrait|nous pourrions|on devrait|et si)(?!\p{L})/iu,
  agreement: /^\W*(?:d'accord|entendu|ça marche|c'est bon|parfait)(?!\p{L})/iu,
  done: /(?<!\p{L})(?:ai|avons|a été|ont été|est|sont) (?:bien |aussi |maintenant )?(?:ajoutée?s?|corrigée?s?|mis(?:es?)? à jour|supprimée?s?|renommée?s?|implémentée?s?|créée?s?|modifiée?s?|remplacée?s?|déplacée?s?|écrite?s?|terminée?s?|testée?s?)(?!\p{L})/iu,
  unreal: /(?<!\p{L})(?:sera|seront|devrait|devra|doit|pourrait|peut|pas|jamais|si|faut)(?!\p{L})/iu,
  next: /(?<!\p{L})(?:prochaines? étapes?|ensuite|il faut|il faudra|devr(?:ait|ons|a)|reste à|je vais|nous allons|pourr(?:ait|ons)|plus tard)(?!\p{L})/iu,
  plainlyNext: /(?<!\p{L})(?:prochaines? étapes?|je vais|nous allons|reste à|il faudra)(?!\p{L})/iu,
  finding:
    /(?<!\p{L})(?:trouvé|découvert|il s'avère|la cause|parce que|à cause|car|montre que|le problème)(?!\p{L})/iu,
  caveat: /(?<!\p{L})(?:attention|remarque|à noter|avertissement|limites?)(?!\p{L})/iu,
};

const SPANISH: Cues = {
  decision:
    /(?<!\p{L})(?:decidi(?:do|mos)|acord(?:ado|amos)|quedamos en|usaremos|confirmado|aprobado)(?!\p{L})/iu,
  undecided:
    /(?<!\p{L})(?:no (?:está |se ha )?(?:decidido|confirmado)|por (?:decidir|confirmar|definir)|pregunta abierta|sin resolver)(?!\p{L})/iu,
  proposal: /(?<!\p{L})(?:propongo|sugiero|podríamos|deberíamos|qué tal)(?!\p{L})/iu,
  agreement: /^\W*(?:de acuerdo|vale|hecho|me parece bien|perfecto)(?!\p{L})/iu,
  done: /(?<!\p{L})(?:he|hemos|ha sido|han sido|fue|fueron|está|están|se ha|se han) (?:ya |también |ahora )?(?:añadid|agregad|corregid|arreglad|actualizad|eliminad|renombrad|implementad|cread|cambiad|reemplazad|movid|escrit|terminad|completad|probad)[oa]s?(?!\p{L})/iu,
  unreal: /(?<!\p{L})(?:será|serán|debería|debe|podría|puede|no|nunca|si|cuando|hay que)(?!\p{L})/iu,
  next: /(?<!\p{L})(?:próximos? pasos?|siguiente|hay que|habrá que|deber(?:ía|emos|íamos)|falta|voy a|vamos a|podría|más tarde|pendiente)(?!\p{L})/iu,
  plainlyNext: /(?<!\p{L})(?:próximos? pasos?|voy a|vamos a|habrá que|pendiente)(?!\p{L})/iu,
  finding:
    /(?<!\p{L})(?:encontr(?:é|amos|ado)|descubr\p{L}+|resulta que|la causa|porque|debido a|muestra que|el problema)(?!\p{L})/iu,
  caveat: /(?<!\p{L})(?:nota|atención|advertencia|cuidado|limitación)(?!\p{L})/iu,
};

const BY_LANGUAGE = new Map(
  Object.entries<Cues>({
    en: ENGLISH,
    zh: CHINESE,
    ja: JAPANESE,
    de: GERMAN,
    fr: FRENCH,
    es: SPANISH,
  }),
);

const QUESTION = /[?？؟;՞፧]["'”’»」』)\]）】*_]*$/u;
const JAPANESE_QUESTION = /(?:ですか|ますか|でしょうか|ませんか)[。．]?$/u;
const CHINESE_QUESTION = /(?:吗|呢)[。！]?$/u;
const GREEK_MARK = ';';

type Statement = 'decision' | 'undecided' | 'proposal' | 'agreement' | 'next' | 'finding' | 'caveat';

/** Whether a sentence makes a statement of this kind; the script of the sentence counts more than the language. */
export function makesStatement(kind: Statement, text: string, language: string): boolean {
  return cuesFor(text, language)[kind].test(text);
}

/** Work told as done: neither planned, wished, denied nor made to depend on something. */
export function tellsDone(text: string, language: string): boolean {
  const { done, unreal, plainlyNext } = cuesFor(text, language);
  const found = done.exec(text);
  if (found === null || isQuestion(text) || plainlyNext.test(text)) return false;
  const end = found.index + found[0].length;
  return !unreal.test(text.slice(Math.max(0, found.index - 80), end));
}

export function isQuestion(text: string): boolean {
  const tail = text.slice(-24).trimEnd();
  if (tail.endsWith(GREEK_MARK)) return /\p{Script=Greek}/u.test(tail);
  return QUESTION.test(tail) || JAPANESE_QUESTION.test(tail) || CHINESE_QUESTION.test(tail);
}

function cuesFor(text: string, language: string): Cues {
  return BY_LANGUAGE.get(languageOf(text, language)) ?? ENGLISH;
}

function languageOf(text: string, language: string): string {
  if (/[\u3041-\u30ff]/u.test(text)) return 'ja';
  if (/[\u3400-\u9fff]/u.test(text)) return language === 'ja' ? 'ja' : 'zh';
  return language === 'zh' || language === 'ja' ? 'en' : language;
}
