/**
 * Words of an instruction that can only limit what an agent does: which tools, names, forms and languages it uses, how
 * much it writes, and whom it asks. An instruction without any of them waits for a person, so an order in words that
 * nobody thought of waits as well.
 */
export const limiting = new RegExp(
  [
    `(?<![\\p{L}-])(?:${[
      'us(?:e|es|ing)|keep|write|prefer|stick (?:to|with)|answer|reply|respond|explain|comment|names?|format|indent|wrap',
      'sort|order|type|spell|phrase|speak|talk|address|cite|quote|mention|document|describe|prefix|suffix|capitali[sz]e',
      'structure|organi[sz]e|group|separate|split|extract|inline|returns?|handle|escape|cover|test|mock|assert|put|place',
      'limit|cap|round|avoid|refrain|ask|check with|confirm with|wait for (?:me|my)|stop|think|plan|show|summari[sz]e',
      'match|mirror|stay|include|add|start(?:ing)? [^,;]{0,40}with|end|begin|give|present|create|generate|export|import',
      'declare|define|manage|catch|throw|state|list|squash|rebase|translate|follow (?:the|our|my) [^,;]{0,40}(?:style|guide|rules|conventions?|naming|pattern)s?',
      'be (?:brief|concise|short|polite|precise|consistent|careful|explicit|strict|direct|honest|critical|formal|informal)',
      '(?:must|should|shall) (?:always )?(?:be|have|contain|use|start|end|stay)|only|at most|no more than|fewer than|less than|below|under|max(?:imum)?',
    ].join('|')})(?!\\p{L})`,
    `(?<!\\p{L})(?:${[
      '(?:ver|be)?(?:nutz|wend)\\p{L}{1,4}|verwend\\p{L}{1,4}|nimm|nehmen|nimmst|schreib\\p{L}{0,3}|antwort\\p{L}{0,4}|erklär\\p{L}{0,3}',
      'halt\\p{L}{0,3}|formatier\\p{L}{1,3}|benenn\\p{L}{1,2}|nenn\\p{L}{1,2}|kommentier\\p{L}{1,3}|dokumentier\\p{L}{1,3}',
      'sortier\\p{L}{1,3}|bleib\\p{L}{0,3}|bevorzug\\p{L}{1,3}|zeig\\p{L}{0,3}|trenn\\p{L}{1,3}|vermeid\\p{L}{1,3}|beschränk\\p{L}{1,3}|begrenz\\p{L}{1,3}',
      'verwalt\\p{L}{1,3}|höchstens|maximal|nur|frag(?:e|st|en)?|anfragen|nachfragen|rückfragen|teste[nt]?',
    ].join('|')})(?!\\p{L})`,
    `(?<!\\p{L})(?:${[
      'utilis\\p{L}{1,4}|emploi\\p{L}{1,3}|employ\\p{L}{1,3}|écri\\p{L}{1,5}|répon\\p{L}{1,5}|gard\\p{L}{1,3}|met(?:s|tez|tre)|préfix\\p{L}{1,3}',
      'format\\p{L}{1,3}|expliqu\\p{L}{1,3}|nomm\\p{L}{1,3}|comment(?:e|er|es|ez)|document(?:e|er|es|ez)|limit\\p{L}{1,3}|évit\\p{L}{1,3}|rédig\\p{L}{1,4}',
      'rest\\p{L}{1,3} sur|gér?er?|gèr\\p{L}{1,3}|sépar\\p{L}{1,3}|demand\\p{L}{1,3}|préfèr\\p{L}{1,3}|au plus|maximum|seulement|uniquement',
    ].join('|')})(?!\\p{L})`,
    `(?<!\\p{L})(?:${[
      'us(?:a|ar|e|es|amos|ando)|utili[zc]\\p{L}{1,4}|escrib\\p{L}{1,4}|respond\\p{L}{1,3}|contest\\p{L}{1,3}|mant(?:én|ener|enga|engas)|pon(?:er|ga|gas)?',
      'formate\\p{L}{1,3}|expli[cq]\\p{L}{1,4}|nombr\\p{L}{1,3}|coment\\p{L}{1,3}|document(?:a|ar|e|es)|limit\\p{L}{1,3}|evit\\p{L}{1,3}|pregunt\\p{L}{1,5}|separ\\p{L}{1,3}',
      'gestion\\p{L}{1,3}|emple\\p{L}{1,3}|como máximo|sol[oa]|sólo|solamente|únicamente',
    ].join('|')})(?!\\p{L})`,
    '(?<![调调運运采启啟应應])用|使用|写|寫|保持|遵循|回答|回复|答复|格式|命名|注释|註釋|解释|避免|缩进|最多|不超过|不得超过|只(?!要)|仅|先问|分开|拆分|控制在|以内',
    '使っ|使い|使う|使用|書い|書く|保っ|保つ|避け|答え|回答|返答|説明|命名|コメント|以内|まで|だけ|のみ|形式|統一|揃え|分け|付け|従っ',
  ].join('|'),
  'iu',
);

/** With these, even an order that looks like a style may leak a secret, reach production or follow another text. */
export const dangerous =
  /(?<![\p{L}\d])\.env(?!\p{L})|(?<!\p{L})(?:passwords?|passwort|passwörter|secrets?|credentials?|api[ -]?keys?|private keys?|mots? de passe|contraseñas?|sudo|root|administrator|prod(?:uction)?|producción|produktions?\p{L}{0,12}|instructions?|anweisung(?:en)?|consignes?|instrucci(?:ón|ones)|(?:add|include|import) [^,;]{0,40}(?:dependenc(?:y|ies)|packages?))(?!\p{L})|密码|密钥|口令|生产(?:环境|库)|指示|パスワード|秘密|本番|[\w.+-]{1,64}@[\w-]{1,64}\.|(?<![\w@/.-])(?:[a-z0-9-]{1,40}\.){1,4}(?:com|org|net|io|dev|ai|sh|example|cn|ru|de|fr|jp|app|xyz)(?![\w-])|\b\d{1,3}(?:\.\d{1,3}){3}\b|--?force\b|force[- ]push|\b[A-Z][A-Z_]{3,40}=\S|[\w-]{1,60}\.(?:sh|bash|ps1|bat|cmd|exe|py|rb|pl)(?!\p{L})|(?:says?|said|told|sagt|steht|dit|dice)$/iu;

/** They look like an order and name a thing. */
export const plainNouns =
  /(?<!\p{L})(?:release (?:notes?|branch(?:es)?|versions?)|message (?:queues?|brokers?|bus|formats?)|(?:commit|merge) (?:messages?|commits?|conflicts?)|push notifications?|(?:pull|merge) requests?|load (?:balancers?|config\p{L}{0,7})|open (?:source|api)|start (?:dates?|times?|pages?)|deploy keys?|run ?times?|drop-?downs?|delete (?:buttons?|dialogs?)|test runs?|send buttons?|install scripts?)(?!\p{L})/giu;
