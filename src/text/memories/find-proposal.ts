import type { MemoryKind } from '#schema/sessions/memory.ts';
import { leavesAlone, limitsByForm } from './read-limit.ts';
import words from './words.json' with { type: 'json' };

/**
 * `action` tells the agent to run, fetch, send or install something. `permission` tells it not to ask. `unclear` is
 * an instruction whose words are no limit, choice of tools or style.
 */
export type Proposed = 'action' | 'permission' | 'unclear';

const latin = (list: string) => new RegExp(`(?<![\\p{L}-])(?:${list})(?!\\p{L})`, 'iu');

/**
 * Words of an instruction that can only limit what an agent does: its tools, names, forms and languages, how much it
 * writes, and whom it asks. An instruction without any of them waits for a person. Thus an order in unforeseen words
 * waits as well.
 */
const limiting = new RegExp(
  [
    `(?<![\\p{L}-])(?:${words.limiting.en.join('|')})(?!\\p{L})`,
    ...[words.limiting.de, words.limiting.fr, words.limiting.es].map(
      (list) => `(?<!\\p{L})(?:${list.join('|')})(?!\\p{L})`,
    ),
    ...words.limiting.unspaced,
  ].join('|'),
  'iu',
);

/**
 * With these words, even an order that looks like a style may leak a secret, reach production or follow another text.
 */
const dangerous =
  /(?<![\p{L}\d])\.env(?!\p{L})|(?<!\p{L})(?:passwords?|passwort|passwörter|secrets?|credentials?|api[ -]?keys?|private keys?|mots? de passe|contraseñas?|sudo|root|administrator|prod(?:uction)?|producción|produktions?\p{L}{0,12}|instructions?|anweisung(?:en)?|consignes?|instrucci(?:ón|ones)|(?:add|include|import) [^,;]{0,40}(?:dependenc(?:y|ies)|packages?))(?!\p{L})|密码|密钥|口令|生产(?:环境|库)|指示|パスワード|秘密|本番|[\w.+-]{1,64}@[\w-]{1,64}\.|(?<![\w@/.-])(?:[a-z0-9-]{1,40}\.){1,4}(?:com|org|net|io|dev|ai|sh|example|cn|ru|de|fr|jp|app|xyz)(?![\w-])|\b\d{1,3}(?:\.\d{1,3}){3}\b|--?force\b|force[- ]push|\b[A-Z][A-Z_]{3,40}=\S|[\w-]{1,60}\.(?:sh|bash|ps1|bat|cmd|exe|py|rb|pl)(?!\p{L})|(?:says?|said|told|sagt|steht|dit|dice)$/iu;

/** These phrases look like an order but name a thing. */
const plainNouns =
  /(?<!\p{L})(?:release (?:notes?|branch(?:es)?|versions?)|message (?:queues?|brokers?|bus|formats?)|(?:commit|merge) (?:messages?|commits?|conflicts?)|push notifications?|(?:pull|merge) requests?|load (?:balancers?|config\p{L}{0,7})|open (?:source|api)|start (?:dates?|times?|pages?)|deploy keys?|run ?times?|drop-?downs?|delete (?:buttons?|dialogs?)|test runs?|send buttons?|install scripts?)(?!\p{L})/giu;

const clauseEnd =
  /[,;:.!?。！；，、](?:\s|(?<=[。！；，、]))|\s[–—-]\s|\s(?:and|then|but|und|dann|aber|sondern|et|puis|mais|y|luego|pero)\s|(?:并且|并|然后|但是|而是)/iu;

const negation = new RegExp(
  `(?<![\\p{L}-])(?:never|not|no|none|neither|nor|don['’]?t|doesn['’]?t|mustn['’]?t|can['’]?t|cannot|shouldn['’]?t|won['’]?t|avoid|refrain|stop|forbidden|prohibited|without|nothing|nobody|no one|off[- ]limits|read[- ]only|hands off|zero|finger weg|hände weg|alone|untouched|nie|niemals|nicht|nichts|keine?[nrms]?|kein|vermeide|verboten|ohne|ne|n['’]\\p{L}{1,20}|jamais|pas|plus|aucune?|rien|évite[rz]?|interdit|sans|nunca|jamás|evita|prohibido|sin|tampoco|nada|ningun[oa]?|ningún)(?![\\p{L}-])|不要|不得|不能|不可|不许|不准|禁止|切勿|勿|绝不|绝对不|永远不|千万别|别|從不|しない|せず|ないで|ない(?:こと|で|よう)|するな|禁止|なし|まで$`,
  'iu',
);
/** “Never forget to run it” is an order. */
const doubleNegation = new RegExp(
  `(?<!\\p{L})(?:forget|skip|omit|miss|fail|neglect|hesitate|leave out|vergiss|vergessen|versäume|zögere|oublie[rz]?|manque|hésite|olvid\\p{L}{1,3}|dejes? de|omitas|dudes)(?!\\p{L})|忘记|忘了|漏掉|忘れ`,
  'iu',
);

const acts = new RegExp(
  `(?<![\\p{L}-])(?:(?:re)?run|execute|launch|invoke|start|trigger|spawn|fetch|download|pull(?! requests?)|clone|browse|visit|source(?= \\S{0,40}(?:\\.sh|\\.env|activate|rc)\\b)|pipe|send|post|upload|submit|e-?mail|notify|message|ping|publish|deploy|release|ship|push|merge|install|uninstall|upgrade|delete|remove|erase|wipe|drop|purge|disable|turn off|switch off|add the (?:package|dependency)|paste|include the contents?|print the|reveal|share|leak|(?<!going |moving )forward|zieh dir|laufen|führe?|führst|ausführ\\p{L}{1,3}|auszuführen|starte[nt]?|startest|lade?|lädst|herunterlad\\p{L}{1,3}|hochlad\\p{L}{1,3}|installier\\p{L}{1,3}|sende[nt]?|sendest|schicke?[nt]?|schickst|verschick\\p{L}{1,3}|poste[nt]?|veröffentlich\\p{L}{1,3}|deploye?[nt]?|pushe?[nt]?|merge[nt]?|lösche?[nt]?|entferne?[nt]?|öffne?[nt]?|rufe?|rufst|deaktivier\\p{L}{1,3}|schalte?|übermittel\\p{L}{1,3}|exécute[rz]?|lance[rz]?|installe[rz]?|télécharge[rz]?|envoie[sz]?|envoye[rz]|publie[rz]?|pousse[rz]?|déploie[sz]?|déployer|supprime[rz]?|efface[rz]?|ouvre[sz]?|ouvrir|poste[rz]?|démarre[rz]?|désactive[rz]?|transmets?|transmettre|fusionne[rz]?|ejecut(?:a|ar|e|es|en)|corre[rs]?|lanz(?:a|ar|e)|instal(?:a|ar|e|es)|descarg(?:a|ar|ue)|envía[ns]?|enviar|mand(?:a|ar|e)|public(?:a|ar)|sub(?:e|ir)|despliega|desplegar|borr(?:a|ar|e)|elimin(?:a|ar|e)|abr(?:e|ir)|llam(?:a|ar)|inici(?:a|ar)|desactiv(?:a|ar|e)|haz (?:push|merge|deploy)|fusion(?:a|ar))(?!\\p{L})|运行|運行|执行|執行|跑(?!步)|安装|安裝|下载|下載|发送|發送|发给|发到|上传|上傳|推送|推到|部署|发布|發布|删除|刪除|打开|访问|拉取|启动|啟動|合并|关闭|禁用|通知|卸载|実行|走らせ|インストール|ダウンロード|送信|送って|送る|アップロード|プッシュ|(?<![a-z])push\\s?して|デプロイ|公開|削除|開いて|投稿|起動|無効に|マージ|通知|リリース`,
  'iu',
);

/** A condition or a step before which the agent must ask is no order: “ask me before you push”. */
const conditions = new RegExp(
  `(?<!\\p{L}|only )(?:before|when|whenever|if|after|unless|until|while|every time|each time|once)\\s(?:you|we|i|it|they)\\s(?:\\p{L}{2,12}ly\\s)?\\p{L}{2,20}(?:[^,;.]{0,40}(?:,(?: or| and)? \\p{L}{3,20}(?: (?:an?|the|any|some|my|our) \\p{L}{2,20}| \\p{L}{2,20})?){1,3}(?=, ))?|(?<!\\p{L})(?:bevor|wenn|sobald|falls|nachdem|ehe)\\s(?:du|wir|ich|man|etwas|es)\\s[^,.]{1,120}|(?<!\\p{L})(?:avant|après|afin) (?:de |d['’])(?:\\p{L}{1,3}['’ ])?\\p{L}{2,20}|(?<!\\p{L})(?:antes|después) de \\p{L}{2,20}|(?<!\\p{L})to (?:install|build|test|format|lint|run (?:the )?(?:tests|scripts))(?!\\p{L})`,
  'giu',
);
const asksFirst = new RegExp(
  `(?<!\\p{L})(?:ask|confirm|check with|wait for|get) (?:me|us|my|our|first|for|before|approval|permission)|only (?:after|when|once|if|with) (?:i|we|my|our)|(?<!\\p{L})(?:frage?|fragst|rückfrage|bestätigung einholen|(?:mein|unser)e? (?:okay|ok|zustimmung|freigabe|erlaubnis|einverständnis))(?!\\p{L})|(?<!\\p{L})demande[rz]?-moi|(?<!\\p{L})(?:demande|validation)(?!\\p{L})|(?<!\\p{L})(?:pregúntame|pregunta|consúltame|pide)(?!\\p{L})|(?:先|再|必须|一定要|务必)?(?:问我|问一下|征得|经过我|等我|向我确认|跟我确认|和我确认)|(?:私|僕|俺)に(?:確認|聞|相談)|確認して(?:から|ください|$)|許可を(?:取|得)|聞いて(?:から)?`,
  'iu',
);

/** A command line or an address may be followed by whoever reads it. */
const address = /https?:\/\/|(?<!\p{L})www\.\p{L}|ftp:\/\//iu;
/** What must be done before something else is allowed counts as an order. */
const doing =
  /(?<!\p{L})(?:running|executing|launching|shipping|pushing|sending|posting|uploading|publishing|deploying|installing|fetching|downloading|pulling|merging|tagging|deleting|removing|calling|invoking)(?!\p{L})/iu;
const script = /[\w-]{1,60}\.(?:sh|bash|ps1|bat|cmd|exe|py|rb|pl|js|mjs)(?!\p{L})|(?<!\p{L})make \p{L}/iu;
const shell =
  /(?:^|[\s`"'(])(?:npm|pnpm|yarn|bun|pip3?|uv|cargo|apt(?:-get)?|brew|gem|go|docker|kubectl|git)\s(?:add|i|install|run|exec|dlx|publish|push|ci|x|build|apply|delete)(?!\p{L})|(?:^|[\s`"'(])(?:curl|wget|sudo|ssh|scp|rsync|eval|chmod|chown|powershell|iex|npx|pnpx|bunx|bash|zsh|dd|crontab|nohup|base64)[\s`]|\|\s?(?:sh|bash|zsh|sudo|python\d?|node)(?!\p{L})|&&|\$\(|\brm\s-|\.sh(?!\p{L})|\.ps1\b/iu;

const skipsAsking: readonly RegExp[] = [
  latin(
    "(?:don['’]?t|do not|never|stop|no need to|needn['’]t|not necessary to|no longer (?:need|have) to|don['’]t (?:need|have) to)(?:\\s\\p{L}{1,12}){0,3}\\s(?:ask|asking|confirm|confirming|prompt|prompting|check with|wait for)",
  ),
  latin(
    'no (?:\\p{L}{2,12} ){0,2}(?:confirmation|approval|permission|review|sign-?off|consent|okay|ok)s? (?:is |are |will be )?(?:needed|required|necessary)|(?:confirmation|approval|permission|review|sign-?off|consent)s? (?:is|are) (?:not|no longer|optional|un\\p{L}{4,12})|need not (?:\\p{L}{2,12} ){0,2}(?:ask|confirm|wait)',
  ),
  latin(
    "(?:never|don['’]?t|do not|stop|avoid)(?: ever)? (?:bother|interrupt|disturb|pester|bug|nag|hassle|hold back)(?:ing)?|(?:brauchst|musst|müsst)[^.,]{0,60} (?:nicht|kein)(?!\\p{L})|(?:nothing|anything) but --\\S{2,20}|(?:nunca|no) (?:me )?esperes|ne m['’]attends",
  ),
  latin(
    'keine?[nrms]? (?:okay|ok|zustimmung|erlaubnis|genehmigung|einwilligung)|(?:nie|niemals|nicht)(?: mehr)? (?:nachfragen|um erlaubnis|stören|unterbrechen)|selb(?:st)?ständig|selbst entscheiden|eigenmächtig|aucune? (?:validation|confirmation|autorisation|approbation)|(?:dérange|interromps)|en autonomie|tout seul|toi-même|no se (?:requiere|necesita)|molestes|interrumpas|tú solo|por tu cuenta|autónom\\p{L}{1,4}',
  ),
  /自主|自己决定|默认我?同意|(?:不要|别)(?:来)?(?:打扰|打断)|(?:不用|不必|无需)等我|不需要(?:我的)?(?:许可|同意|批准)|自分で判断|(?:コマンド|操作|変更)を許可|質問(?:は)?(?:しない|せず|不要)|邪魔しない/u,
  latin(
    'frag(?:e|st)?(?:\\s\\p{L}{1,12}){0,3} nicht|nicht (?:mehr )?(?:zu |erst |nach)?fragen|nicht (?:mehr )?(?:nach)?(?:zu)?fragen|automatisch (?:freigeben|bestätigen|mergen|akzeptieren|übernehmen)|du (?:darfst|kannst)(?! (?:nie|nicht|kein))|überspring\\p{L}{1,3}|keine (?:rückfrage|nachfrage|bestätigung|freigabe)n?(?: \\p{L}{1,12}){0,2}|entfällt|entfallen',
  ),
  latin(
    'pas besoin de|plus besoin de|ne (?:me |nous )?demande[zr]? (?:pas|plus|jamais|rien)|tu peux|vous pouvez|(?:saute|ignore|contourne|désactive)[zr]?|automatiquement (?:approuve|fusionne|valide)[rz]?',
  ),
  latin(
    'no (?:hace falta|es necesario|tienes que|necesitas)(?: que)?(?: me)? (?:preguntar?|preguntes|pedir|pidas|confirmar|confirmes|consultar|consultes)|(?:no|nunca|jamás) (?:me )?(?:preguntes|pidas|consultes)|puedes(?! no)|(?:omite|salta|desactiva|ignora)|automáticamente',
  ),
  /不(?:用|必|需要|须|再|要)(?:再)?(?:\S{0,6})(?:问|确认|審批|审批|征求|请示|同意|批准)|(?:无需|無需|免)(?:\S{0,6})(?:确认|審批|审批|询问|同意|批准)|自动(?:通过|批准|合并|同意|确认|提交|推送)|可以(?:直接|随意|自行)|跳过|绕过|忽略(?!之前)/u,
  /(?:確認|承認|許可|レビュー|相談)(?:は|を|の|も)?(?:し|取ら|求め|聞か)?(?:なくて|なし|不要|せず|ずに|いらない|要らない)|聞かず|聞かないで|自動(?:で|的に)?(?:承認|マージ|許可|実行)|スキップ|していい|して(?:も)?(?:よい|良い|構わ)/u,
];
/** Permissions that a prohibition may also name: “never skip the hooks”. */
const allows: readonly RegExp[] = [
  latin(
    'auto-?(?:approve|accept|merge|confirm|commit|push|run|deploy)\\p{L}{0,2}|automatically (?:approve|accept|merge|confirm|push|deploy)',
  ),
  latin(
    "you (?:can|may(?! not)|are allowed|are free|have (?:my )?permission)|you['’]re (?:allowed|free)|feel free|permission to|assume (?:yes|approval)|yes to all|(?:approve|accept|allow|trust) (?:all|every|any|everything)",
  ),
  latin(
    '(?:skip|bypass|ignore|disable|suppress|circumvent|turn off|switch off)(?:ping|ing)?\\s(?:\\p{L}{1,12}\\s){0,3}(?:confirmations?|approvals?|reviews?|permissions?|tests?|checks?|hooks?|verification|prompts?|warnings?|errors?|safety|sandbox|telemetry|ci|linters?|asking)',
  ),
  /--(?:no-verify|yes|force|dangerously\S*)(?!\p{L})/iu,
  latin(
    '(?:on your|by your) own|by yourself|for yourself|decide yourself|autonom\\p{L}{2,8}|(?:all|any|every) (?:commands?|actions?|changes?) (?:is|are) (?:allowed|approved|permitted|fine)|full (?:rights|access)',
  ),
];
/** This matches “never deploy without asking” in Japanese. */
const forbidsWithout =
  /(?:せず|ずに|なし)[^。]{1,60}(?:しないで|しない(?:こと|で)?|するな|禁止)(?:ください|ね)?[。！]?$/u;

/** Asking for this gives a permission, but forbidding it limits: “never push without asking”. */
const withoutAsking = new RegExp(
  `(?<!\\p{L})(?:without (?:\\p{L}{1,10} ){0,2}(?:asking|confirm\\p{L}{0,7}|approval|review|permission|consent|prompting|ok|okay)|ohne (?:\\p{L}{1,10} ){0,2}(?:zu fragen|rückfrage|nachfrage|freigabe|bestätigung|erlaubnis|zustimmung)|sans (?:\\p{L}{1,10} ){0,2}(?:demander|confirmation|validation|autorisation|approbation|accord)|sin (?:\\p{L}{1,10} ){0,2}(?:preguntar\\p{L}{0,3}|confirm\\p{L}{0,6}|pedir|consultar|aprobación|permiso|avisar))(?!\\p{L})`,
  'iu',
);

/** Words that begin an order after a prohibition and end the prohibition. */
const contrast =
  /^(?:always|just|simply|please|instead|rather|then|but|only|einfach|immer|stattdessen|sondern|toujours|plutôt|simplement|siempre|sino|simplemente|总是|一律|直接|而是|必ず|常に)(?!\p{L})/iu;
const alternative = /(?<!\p{L})(?:or|nor|oder|noch|ou|ni|o|u)(?!\p{L})|或|または|や/iu;
/** This matches two verbs with one object: “never commit and push”. */
const twoVerbs =
  /^\p{L}{2,14} (?:and|und|et|y) (?!always|never|immer|toujours|siempre)\p{L}{2,14}(?!\p{L})/iu;

/** Words that say from when or how often a statement holds. */
const standing =
  /(?<!\p{L})(?:always|from now on(?:wards?)?|from (?:here|today|this point) (?:on(?:wards?)?|forward)|(?:going|moving) forward|henceforth|in (?:the )?future|make sure|be sure|ensure|remember|don['’]t forget|immer|stets|grundsätzlich|ab (?:jetzt|sofort|heute)|von (?:nun|jetzt) an|(?:zu)?künftig|in zukunft|jedes mal|toujours|systématiquement|désormais|dorénavant|à partir de maintenant|à l[’']avenir|siempre|a partir de ahora|de ahora en adelante|en adelante|en lo sucesivo)(?!\p{L})|总是|總是|始终|一律|务必|从现在(?:开始|起)|今后|往后|以后(?:都|请|就)?|每次|常に|いつも|必ず|毎回|今後は?|これからは?/iu;

/** Matches what must have happened before, in a prohibition: “never commit until x has run”. */
const precondition =
  /(?<!\p{L})(?:until|unless|before(?! (?:you|we|i|asking)(?!\p{L}))|without|bis|bevor|ohne|avant|sans|antes|sin)\s(.{2,200})$/iu;

/**
 * Finds what a statement asks for that a person must confirm first. Null means that it only limits what the agent
 * does, or tells how. An instruction must use words that are known to limit. Other statements only wait if their
 * words are known to act.
 */
export function proposalIn(text: string, kind: MemoryKind = 'instruction'): Proposed | null {
  const plain = text
    .replace(plainNouns, ' it ')
    .replace(members, ' it ')
    .replace(through, 'we use ')
    .replace(startsWith, 'begin');
  if (forbidsWithout.test(plain)) return null;
  const beforeWithout = withoutAsking.exec(plain);
  if (beforeWithout !== null && !isNegative(plain.slice(0, beforeWithout.index))) return 'permission';
  const clauses = splitClauses(plain.replace(conditions, ' '));
  if (
    beforeWithout === null &&
    skipsAsking.some((pattern) => pattern.test(plain)) &&
    !forbids(plain, clauses)
  )
    return 'permission';
  const told = clauses.filter(({ isForbidden }) => !isForbidden);
  if (beforeWithout === null && allows.some((pattern) => told.some(({ words }) => pattern.test(words))))
    return forbids(plain, clauses) ? null : 'permission';
  if (address.test(text)) return 'action';
  if (kind === 'preference') return toAgent.test(plain) && clauses.some(isOrder) ? 'action' : null;
  if (clauses.some(isOrder)) return 'action';
  if (kind !== 'instruction') return null;
  if (
    clauses.some(
      ({ words, isForbidden }) =>
        !isForbidden && dangerous.test(words) && !asksFirst.test(words) && !leavesAlone(words),
    )
  )
    return 'action';
  const isOutgoing = clauses.some(({ words, isForbidden }) => !isForbidden && outgoing.test(words));
  if (isOutgoing) return 'unclear';
  return isLimit(clauses) || (!obliges.test(plain) && limitsByForm(text)) ? null : 'unclear';
}

/**
 * Judges a note that an agent saved. Notes stand apart from the user's words, so they only wait if their words are
 * known to act.
 */
export function proposalInNote(text: string): Proposed | null {
  return proposalIn(text, 'fact');
}

/** “t.Run” and “os.remove()” name a function. */
const members = /(?<![\w/.-])[\w$]{1,40}\.(?:[A-Z]\w{0,40}(?:\(\))?|\w{1,40}\(\))(?![\w/.-])/gu;
/** “We run everything through uv” chooses a tool. */
const through =
  /(?<!\p{L})we (?:always |only )?(?:run|install|start|build|test) (?:everything|all \p{L}{3,20}|\p{L}{3,20}s) (?=(?:through|with|via|using|in) [\w-]{1,20}(?:[\s,;]|\.\s|\.?$))/giu;

/** “Every log is sent there” has the form of a habit, but acts. So do approvals that are said to have been given. */
const outgoing = new RegExp(
  `(?<!\\p{L})(?:${words.outgoing.join('|')})(?!\\p{L})|${words.outgoingUnspaced}`,
  'iu',
);

/** Matches what somebody must do in words that are not known to limit. */
const obliges =
  /(?<!\p{L})(?:(?:must|has to|have to|needs? to|should|shall|ought to)(?! (?:always |also |only |never |not |still )?(?:be|stay|use|have|contain|start|end|match|carry|live|come|remain|keep|pass|compile|work|fit|return|support|exceed)(?!\p{L}))|agents?|assistants?|ais?|(?:muss|müssen|soll|sollen)(?![^,;.]{0,80}(?:sein|bleiben|haben|laufen|stehen|liegen|nutzen|verwenden|bestehen|passen|heißen)[.!]?$)|(?:doit|doivent)(?! (?:être|rester|utiliser|avoir|passer|tenir))|deben?(?! (?:ser|estar|usar|quedar|tener|pasar|ir)))(?!\p{L})/iu;

/** “Start commit messages with a verb” does not start anything. */
const startsWith = /(?<!\p{L})start(?=[^,;.]{1,60}\swith\s)/giu;

/** “I prefer message queues” asks for nothing, but “I prefer that you send it” does. */
const toAgent = /(?<!\p{L})(?:you|du|dass|tu|vous|que|tú|usted)(?!\p{L})|你|您|shell|curl/iu;

interface Clause {
  words: string;
  isForbidden: boolean;
}

/**
 * Splits a text into clauses. A prohibition also covers the clauses after it: “never download, run or send anything”.
 */
function splitClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  let isForbidden = false;
  for (const part of text.split(clauseEnd)) {
    const words = part.trim();
    if (words === '') continue;
    const isOwn = isNegative(words);
    if (isOwn) isForbidden = isList(text, words);
    else if (contrast.test(words) || standing.test(words)) isForbidden = false;
    clauses.push({ words, isForbidden: isOwn || isForbidden });
  }
  return clauses;
}

function isList(text: string, words: string): boolean {
  const after = text.slice(text.indexOf(words));
  const [forbidding] = negation.exec(after) ?? [''];
  const forbidden = after.slice(after.indexOf(forbidding) + forbidding.length).trimStart();
  return alternative.test(forbidden) || twoVerbs.test(forbidden);
}

function isOrder({ words, isForbidden }: Clause): boolean {
  if (isForbidden) {
    const first = precondition.exec(words)?.[1];
    return (
      first !== undefined &&
      !withoutAsking.test(words) &&
      (acts.test(first) || doing.test(first) || shell.test(first) || script.test(first))
    );
  }
  if (asksFirst.test(words)) return false;
  if (shell.test(words)) return true;
  return acts.test(words) && !onlyThrough.test(words) && !isNamed(words);
}

/** “Run it only through the wrapper” chooses how, and not that. */
const onlyThrough =
  /(?<!\p{L})(?:only (?:ever )?(?:via|through|with|from|using|inside)|(?:nur|ausschließlich) (?:über|mit|via|per|durch)|uniquement (?:via|avec|par)|(?:solo|únicamente) (?:con|vía|por|mediante))(?!\p{L})/iu;

/** “Cold start stays under 2 s” names what could be an order elsewhere. */
const nameable =
  /(?<![\p{L}-])(?:run|start|launch|download|upload|pull|source|post|message|release|push|merge|install|upgrade|drop|share|deploy|fetch)(?!\p{L})/giu;
const beforeVerb =
  /(?:^\W{0,3}|[,;:.!]\s|(?<!\p{L})(?:and|then|to|you|must|should|shall|will|always|never|please|also|just|we|or|can|may|do|i|they|it|now|first|simply|agents?|everyone|only))\s*$/iu;

function isNamed(words: string): boolean {
  const named = words.replace(nameable, (verb, at: number) =>
    beforeVerb.test(words.slice(0, at)) ? verb : 'it',
  );
  return named !== words && !acts.test(named) && limitsByForm(named);
}

/**
 * Whether an instruction limits, judged by the clause that says that it holds from now on. If this clause says
 * nothing else, the next clause or all clauses before it decide.
 */
function isLimit(clauses: readonly Clause[]): boolean {
  const at = clauses.findIndex(({ words }) => standing.test(words));
  const isAlone = isBare(clauses[at]);
  const isLast = at === clauses.length - 1;
  const judged = at < 0 || (isAlone && isLast) ? clauses : clauses.slice(at, at + (isAlone ? 2 : 1));
  return judged.some(
    ({ words, isForbidden }) => isForbidden || asksFirst.test(words) || limiting.test(words),
  );
}

function isBare(clause: Clause | undefined): boolean {
  const rest = clause?.words.replace(standing, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return rest.join('').length < 3 || rest.length < 2;
}

function isNegative(clause: string): boolean {
  return negation.test(clause) && !doubleNegation.test(clause);
}

/** Whether a text forbids what would otherwise be a permission: “never use --force”, “never skip the hooks”. */
function forbids(text: string, clauses: readonly Clause[]): boolean {
  return (
    (clauses.length === 1 || clauses.every(({ isForbidden }) => isForbidden)) &&
    /^\W{0,3}(?:please |bitte |por favor,? )?(?:never|don['’]?t|do not|nie|niemals|ne |nunca|jamás|千万不要|永远不要|绝不要|禁止)(?!\p{L})/iu.test(
      text,
    ) &&
    !/(?<!\p{L})(?:ask|confirm|prompt|wait|bother|interrupt|anything but|frag|erlaubnis|bitten|demande|dérange|pregunt|pidas|molest|esperes|attends|hold back)|问|确认|聞|確認|質問|邪魔/iu.test(
      text,
    )
  );
}
