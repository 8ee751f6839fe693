import { englishPreferences } from './english-preferences.ts';
import { verbs } from './english-verbs.ts';

/** The wording of standing statements in one language. Each is tried on one sentence. */
export interface MemoryCues {
  /** Holds from now on: always, never, from now on. */
  instruction: RegExp[];
  preference: RegExp[];
  decision: RegExp[];
  /** To be remembered, without asking for anything. */
  fact: RegExp[];
  /** Takes an earlier statement back. */
  withdrawal: RegExp[];
  /** Looks like one of the above and is none: a symptom, a question, a plan, something that is still open. */
  none: RegExp[];
  /** Applies everywhere. */
  everywhere: RegExp;
  /** A request that follows the statement in the same sentence begins here. */
  request: RegExp;
  /** The end of what stands before a clause that states something within a question. */
  clause: RegExp;
}

const lead =
  '^[\\s"\'“*_]{0,4}(?:(?:please|and|but|also|so|then|ok|okay|hey|hi|well|yes|no|oh|btw|note|remember|important|reminder|one more thing|by the way|as a rule|in general|generally|in this (?:project|repo|repository|codebase))\\b[,:.!\\s-]{0,3}){0,3}';
/** After "always" and "never": what happens, and no order. */
const happens =
  "(?!(?:mind|give up|say never|up for|been|had|has|have|seen|got|get|gets|heard|said|again|ever|fear|the|a|an|in|on|at|when|if|so|as|too|not|did|was|were|is|are|be|went|ran|came|took|broke|made|gave|knew|thought|found|wrote|know|knew|sure|true|false|null|undefined|happy|there|here|it|this|that|i|we|you|he|she|they|my|one|fail|crash|happen|end|seem|look|feel|think|want|need|wanted|going|gonna|nice|good|green|red|enough|really|quite|have|will|would|can|could|does|doesn['’]t|do i|understood|done|written|felt|met|saw|built|sent|told|kept|left|lost|paid|shown|spent|taken|given|gone|known|thrown|broken|chosen|forgotten|gotten|held|led|begun|brought|bought|caught|taught|won|empty|same|different|wrong|slow|fast|late|nothing|something|everything|only|just)\\b)(?!(?!(?:feed|embed|seed|proceed|exceed)\\b)\\p{L}{2,24}ed\\b)(?!(?!(?:bring|ping|string)\\b)\\p{L}{2,24}ing\\b)(?!(?!(?:focus|alias|bias|canvas)\\b)\\p{L}{1,24}[^\\Ws]s\\b)";

const fromNow =
  'from now on(?:wards?)?|from (?:here|today|this point) (?:on(?:wards?)?|forward)|going forward|moving forward|henceforth';
const forbid = "do not|don['’]t|dont|must not|you must not|you may not";

const rule = (source: string) => new RegExp(source, 'iu');

const english: MemoryCues = {
  instruction: [
    rule(`${lead}(?:always|never)\\s+${happens}\\p{L}{2}`),
    rule(`,\\s(?:please |so |and )?(?:always|never)\\s+(?:${verbs})\\b(?!\\s+into)`),
    rule(
      '\\b(?:you|we|all|every|any|commits?|tests?|comments?|answers?|replies|code|names?|files?)\\b[^.,]{0,40}\\s(?:must|should|shall|have to|need to)\\s+(?:always|never)\\s+\\p{L}{2}',
    ),
    rule("\\bi(?:['’]d like| want| need| expect| would like) you to (?:always|never)\\b"),
    rule('\\b(?:make sure|be sure|ensure)\\s+(?:(?:to|that|you|we|it)\\s+){0,2}(?:always|never)\\b'),
    rule(
      `\\b(?:${fromNow}),?\\s+(?:please|always|never|only|don['’]t|do not|you|we|i (?:want|need|expect)|i['’]d|let['’]s|all|any|no|every\\p{L}{0,5}|(?:${verbs}))\\b`,
    ),
    rule(
      `${lead}(?:please )?(?:always|never|only|don['’]t|do not|(?:${verbs}))\\b[^.]{2,200}\\b(?:${fromNow})\\b`,
    ),
    rule(`${lead}in (?:the )?future,?\\s+(?:please|always|never|don['’]t|do not|(?:${verbs}))\\b`),
    rule(
      `\\b(?:whenever|every time|each time|any ?time)\\s+(?:i|you|we|there|a|the)\\b[^.]{3,160},\\s?(?:then )?(?:please|always|never|don['’]t|do not|make sure|you (?:should|must)|(?:${verbs}))\\b`,
    ),
    rule(`${lead}(?:${verbs})\\b[^.]{3,160}\\b(?:whenever|every time|each time) (?:i|you|we)\\b`),
    rule(`\\b(?:do not|don['’]t|dont)\\s+(?:you\\s+)?ever\\s+(?!forget\\b)\\p{L}{2}`),
    rule(
      `${lead}(?:${forbid})\\s+(?:touch|edit|modify|change|delete|remove|commit|push|merge|deploy)\\b(?!\\s+(?:it|this|that|these|those|them|anything)\\b)[^.]{0,120}\\b(?:files|folders?|director(?:y|ies)|main|master|generated|vendor|migrations|lock ?files?|secrets|credentials|production|prod)\\b`,
    ),
    rule(
      `${lead}(?:${forbid})\\s+(?:${verbs})\\b[^.]{2,160}\\b(?:again|any ?more|unless|without (?:asking|my)|in (?:this|our|any) (?:project|repo|repository|codebase))\\b`,
    ),
    rule(
      `${lead}stop\\s+(?:using|adding|writing|creating|putting|asking|committing|apologi[sz]ing|mocking|saying|making|importing)\\b`,
    ),
    rule(
      '^(?:(?:our|the|my|a|house|project|team)\\s+){0,2}(?:rule|convention|policy|guideline|(?<=\\s)standard)s?(?: here| of thumb)?(?:\\s(?:is|are) (?:that|to)|\\s?:)\\s',
    ),
    rule(`\\bwe\\s+(?:always|never)\\s+(?:${verbs})\\b(?!\\s+into)`),
    rule('\\bunder no circumstances\\b'),
    rule(
      '^(?:please )?(?:use )?(?!(?:read|this|that|these|it|one|once|code|text|names?|results?|output|json|yes|no|first|last|today|now|draft|preview|summary|bullets?|changes?|the|for|my|your)\\b)[\\p{L}\\d@/._+-]{2,30} only[.!]?$',
    ),
    rule(
      `${lead}(?:apply|commit|push|merge|deploy|delete|remove|implement|edit|change|start|proceed|continue|execute|run|publish|release|install|send)\\b[^.]{0,80}\\bonly (?:after|when|once|if|with) (?:i|we|my|our)\\b`,
    ),
    rule(`${lead}(?:please )?(?:remember|don['’]t forget) to (?:always )?(?:${verbs})\\b`),
  ],
  preference: englishPreferences,
  decision: [
    rule(
      "\\b(?:we|i|the team)(?:['’]ve| have)?\\s+(?:(?:now|finally|already|just|also|all)\\s+)?(?:decided|agreed|settled|opted|standardi[sz]ed)\\b(?!\\s+(?:if|whether|what|which|how|it|option|(?:that|this) (?:one|in|on|before|already|earlier|yesterday)|the (?:first|second|third|last|latter|former|other))\\b)",
    ),
    // Of the past alone: what was chosen is told with its reason or its purpose.
    rule(
      "\\b(?:we|i|the team)(?:['’]ve| have)?\\s+(?:(?:now|finally|already|just|also|all)\\s+)?(?:chose|chosen|picked)\\b(?!\\s+(?:if|whether|what|which|how|it|them|those|these|option|(?:that|this) one|the (?:first|second|third|last|latter|former|other))\\b)[^.]{2,160}\\b(?:because|since|for|as|over|instead of|rather than|due to)\\b",
    ),
    rule(
      "\\b(?:let['’]s|let us|we(?:['’]ll| will)|i(?:['’]ll| will)|we(?:['’]re| are)(?: going to)?)\\s+(?:go|going|stick|sticking|settle|settling|standardi[sz]e)\\s+(?:with|to|on|for)\\s(?!(?:it|that|this|option|your|what|the (?:first|second|third|last|current|existing|same|original))\\b)",
    ),
    rule('\\b(?:the|our) (?:final )?decision (?:is|was)\\b'),
    rule(
      '\\bwe (?:use|keep|run|target|support|deploy)\\b[^.]{2,160}\\b(?:because|since|instead of|rather than)\\b',
    ),
  ],
  fact: [
    rule(
      `${lead}(?:please )?(?:remember|keep in mind|bear in mind|don['’]t forget|memori[sz]e|make a note|take note)(?:\\s+that|\\s?:)\\s`,
    ),
    rule('\\bfor future reference\\b'),
  ],
  withdrawal: [
    rule(
      '\\b(?:forget|ignore|drop|scratch|disregard|cancel)\\s+(?:about\\s+)?(?:that|the|my|our)\\s+(?:(?:earlier|previous|old|last)\\s+)?(?:rule|instruction|preference|decision|convention|request)s?\\b',
    ),
    rule("\\byou (?:no longer (?:need|have) to|don['’]t (?:need|have) to|needn['’]t)\\s+\\p{L}{2}"),
    rule('\\b(?:i|we) no longer (?:need|prefer|want|require|use)\\b'),
    rule('\\byou (?:can|may) (?:now )?[^.]{3,120}\\bagain\\b'),
  ],
  none: [
    rule(
      '^(?:why|how come|has|have you|can you tell|(?:should|shall|do|does|did|is|are|am) (?:i|we|you|it|he|she|they|there|the))\\b',
    ),
    rule('\\b(?:for now|just yet|not yet|this time|right now|for today|until (?:i|we|you|it)|until then)\\b'),
    rule('\\bin this (?:pr|pull request|commit|change|task|step|branch|turn|one|case)\\b'),
    rule('\\bfor (?:this|that|these) (?!project|repo|repository|codebase)\\p{L}'),
    rule(
      "\\b(?:(?:have|has|had)(?:n['’]t| not)|not|never)\\s+(?:yet\\s+|really\\s+)?(?:decided|chosen|agreed|settled|picked)\\b|\\b(?:if|unless|once|until|before|why)\\s+(?:we|i)(?:['’]ve| have)?\\s+(?:decided|chose|agreed|settle|decide|choose|prefer)",
    ),
    rule('\\bnever mind\\b'),
    rule(
      "^(?:please )?(?:imagine|suppose|supposing|pretend|hypothetically|let['’]s (?:say|assume|imagine|pretend)|(?:say|assume|assuming)(?: that)? (?:i|we)(?:['’]\\p{L}{1,2})?)\\b",
    ),
    // Said by somebody else.
    rule(
      '\\b(?:he|she|they|it|you|who|customers?|users?|people|everyone|everybody|boss|client) (?:says?|said|asks|asked|wrote|writes?|replied|answered|claims?|thinks?|thought|believes?|assumes?|assumed|told|tells)\\b[^.]{0,40}\\b(?:i|we)\\b',
    ),
    rule(
      "(?<!\\b(?:i|we|have|i['’]ve) )\\b(?:said|says|thinks|wrote|writes|believes|claims|assumes|told (?:me|us|them|him|her)) (?:that )?(?:i|we)\\b",
    ),
    // A text that is given to work on.
    rule(
      '^(?:rewrite|rephrase|translate|correct|proofread|paraphrase|summari[sz]e|user story|todo|fixme|traceback|quote|title|subject|cover letter|review)\\b[^.:]{0,40}:|^as an? (?:customer|user|visitor|admin|guest|buyer|shopper|member)\\b',
    ),
    rule(
      '(?<!\\b(?:starting|from|as of) )\\b(?:today|tonight|yesterday|tomorrow|this (?:morning|afternoon|evening|week))[.!]?$',
    ),
    rule('^(?:for example|for instance|e\\.g\\.|maybe|perhaps|possibly|probably)'),
    // Nobody knows later what “it” was.
    rule('\\b(?:always|never)\\s+\\p{L}{2,20}\\s+(?:it|this|that|them|these|those)[\\s.!]{0,3}$'),
    rule("\\b(?:do not|don['’]t|dont)\\b[^.]{2,80}\\byet\\b"),
    // A task with a purpose.
    rule(
      `${lead}(?:can|could|would|will) (?:you|we)\\b(?!\\s+(?:(?:please|just|make sure|be sure|that|to|you|we)\\s+){0,4}(?:always|never|stop|${fromNow}))`,
    ),
  ],
  everywhere:
    /\b(?:in all (?:my |our )?(?:projects|repos|repositories)|in every (?:project|repo|repository)|across (?:all )?projects|everywhere|globally|for all projects)\b/iu,
  request:
    /[,;]\s(?:so |and |but |then )?(?:(?:can|could|would|will|should|do|does|is|are) (?:you|we|i|there|it|that)\b|(?:how|what|which|why|where) (?:can|do|does|did|should|would|could|is|are|to|if|about|kind|steps|other)\b|(?:how|what)['’](?:s|re|d)\b|i(?:['’]m| am| was)? ?(?:wonder(?:ing)?|curious)\b|i(?:['’]d| would) (?:like|love|appreciate) (?:to (?:know|ask|see|understand|hear)|it if|some|your)\b|i (?:want|need) to know\b|(?:any|some) (?:tips|advice|ideas|suggestions|thoughts)\b|(?:please )?help me\b)|\s?[,;]\s(?:so |and )?now (?:please |let['’]s )?(?:explain|show|tell|make|write|add|create|fix|update|implement|do|i|we)\b|\s(?:so |and |but )?(?:can|could|would) you\b|\s(?:and|but|so) (?:i(?:['’]m| am| was) (?:wondering|not sure|unsure)|i wonder|how (?:can|do|should)|what (?:is|are|should|would))\b/iu,
  clause:
    /(?:[,;(]\s?(?:and |but |so |since |because |as |while |though |although )?|^(?:since|because|as|given(?: that)?|considering(?: that)?|while|though|although|and|but|so) |\b(?:considering|given|since|because)(?: that)? |\s(?:and|but) )$/iu,
};

const german: MemoryCues = {
  instruction: [
    rule(
      '^(?:bitte |und |also |aber ){0,2}(?:verwende|benutze|nutze|nimm|schreib|schreibe|antworte|frag|frage|committe|ändere|füge|lass|lasse|mach|mache|halte|teste|formatiere|erkläre|gib|lösche|fass|fasse|rühr|rühre|zeig|zeige|starte|führe|benenne|erstelle|vermeide|setze|prüfe|pushe|baue)\\b[^.]{0,120}\\b(?:immer|nie|niemals|stets|grundsätzlich)\\b',
    ),
    rule(
      '^(?:bitte ){0,1}(?:immer|nie|niemals|stets|grundsätzlich)\\s(?!wenn|noch|wieder|mehr|so)[^.]{2,120}(?:en|ern|eln)[.!]?$',
    ),
    rule('\\b(?:ab jetzt|ab sofort|von nun an|von jetzt an|künftig|zukünftig|in zukunft)\\b'),
    rule(
      '\\b(?:du|wir|man|code|tests?)\\s(?:sollst|sollen|soll|musst|müssen|muss|darfst|dürfen|darf)\\s(?:immer|nie|niemals|stets)\\b',
    ),
    rule(
      '\\bwir\\s(?:verwenden|benutzen|nutzen|schreiben|committen|testen)\\s(?:immer|nie|niemals|stets|grundsätzlich)\\b',
    ),
    rule('^(?:bitte )?(?:die |unsere )?regel:\\s'),
  ],
  preference: [
    rule(
      '\\bich\\s(?:bevorzuge|ziehe\\b[^.]{2,100}\\bvor\\b|hätte lieber|habe lieber|möchte lieber|hasse)\\b',
    ),
    rule(
      '\\bich mag\\s(?!(?:das|dies|diese[nrms]?|ihn|sie|den|die|der|dem|dein\\p{L}{0,2}|nicht|es (?:nicht|sehr|so))(?!\\p{L}))\\p{L}{2}[^.?]{3}',
    ),
    rule(
      '\\bich\\s(?:bin k?ein (?:großer |echter )?fan von(?!\\s(?:dies|dem|der|den))|(?:arbeite|schreibe|nutze|verwende|benutze|lese|esse|trinke|lerne|plane|teste|fahre|reise|nehme)\\s[^.?,]{0,60}(?<!\\p{L})(?:lieber|am liebsten)(?!\\p{L}))',
    ),
    rule('(?<!\\p{L})am liebsten\\s(?!würde|hätte|wäre|möchte)\\p{L}{3,20}e ich\\b'),
    rule(
      '\\bmir gef(?:allen|ällt)\\s(?!(?:das|dies|dein|es|die|der|nicht))[^.?]{2,80}\\s(?:besser|am besten)\\b',
    ),
    rule(
      '\\bich finde\\s(?!(?:das|dies\\p{L}{0,2}|es|den|die|der|dein\\p{L}{0,2}|nicht|keine?n?)\\s)[^.?]{2,80}\\s(?:einfacher|besser|übersichtlicher|klarer|lesbarer|angenehmer|praktischer|schöner|verständlicher)(?!\\p{L})',
    ),
    rule(
      '(?<!\\p{L})(?:normalerweise|meistens|üblicherweise|gewöhnlich|meist)\\s(?:schreibe|arbeite|nutze|verwende|benutze|lese|esse|trinke|lerne|plane|teste|fahre|reise|nehme) ich\\b(?![^?]{0,200}\\b(?:aber|doch|nur)\\b)',
    ),
    rule('\\bmir ist\\b[^.]{2,80}\\blieber\\b'),
  ],
  decision: [
    rule(
      '\\b(?:wir|ich)\\s(?:haben?|hatten)\\b[^.]{0,120}\\b(?:entschieden|beschlossen|vereinbart|geeinigt|festgelegt)\\b',
    ),
    rule('\\b(?:entscheidung|beschluss)\\s?(?:ist|war|:)\\s'),
  ],
  fact: [rule('^(?:bitte )?(?:merk dir|denk daran|vergiss nicht|beachte)(?:,? dass|:)\\s')],
  withdrawal: [
    rule('\\bdu (?:musst|brauchst)\\b[^.]{2,120}\\b(?:nicht mehr|nicht länger)\\b'),
    rule(
      '\\b(?:vergiss|ignoriere)\\s(?:die|meine|diese)\\s(?:frühere |alte |letzte )?(?:regel|anweisung|vorgabe|entscheidung)\\b',
    ),
  ],
  none: [
    rule('\\b(?:immer (?:noch|wieder|wenn)|noch nicht entschieden|vorerst|fürs erste|diesmal|warum)\\b'),
  ],
  everywhere: /(?<!\p{L})(?:in allen projekten|überall|für alle projekte|projektübergreifend)(?!\p{L})/iu,
  request: /,\s(?:und |also )?(?:kannst|könntest|würdest|wie|was|warum|welche[rs]?)\b/iu,
  clause: /[,;]\s?(?:(?:und|aber|da|weil|wobei) )?$/iu,
};

const french: MemoryCues = {
  instruction: [
    rule(
      "^(?:s[’']il te pla[iî]t,? |merci de |et |mais ){0,2}(?:utilise|emploie|écris|réponds|garde|mets|ajoute|évite|demande|vérifie|formate|explique|donne|supprime|montre|lance|nomme|crée|commite|teste)[sz]?\\b[^.]{0,120}(?<!\\p{L})(?:toujours|systématiquement)(?!\\p{L})",
    ),
    rule("(?<!\\p{L})n(?:e |[’'])\\p{L}{2,24}(?:\\s\\p{L}{1,12})?\\sjamais(?!\\p{L})"),
    rule('^(?:toujours|ne jamais)\\s\\p{L}{2,24}(?:er|ir|re)(?!\\p{L})'),
    rule("(?<!\\p{L})(?:désormais|dorénavant|à partir de maintenant|à l[’']avenir)(?!\\p{L})"),
    rule('(?<!\\p{L})(?:tu dois|vous devez|il faut)\\s(?:toujours|systématiquement)(?!\\p{L})'),
  ],
  preference: [
    rule(
      "(?<!\\p{L})(?:je (?:préfère|préférerais|déteste)|j[’']aime(?:rais)? mieux|j[’']aime (?:bien |beaucoup |surtout )?(?!(?:ça|cela|ce|cet|cette|ces|ta|ton|tes|votre|vos|le|la|bien|beaucoup)(?!\\p{L})|l[’'])\\p{L}{2,30}|je suis (?:plus|le plus|bien plus) à l[’']aise (?:avec|en|quand)(?! (?:ça|cela|ce|cette|ces))|j[’']ai tendance à (?!(?:avoir|perdre|oublier|penser|croire|recevoir)(?!\\p{L}))\\p{L}{2,30}|j[’']ai l[’']habitude (?:de |d[’'])\\p{L}{2,20}(?:er|ir|re)(?!\\p{L})|je trouve (?!(?:que|ça|cela|ce|cet|cette|ces|le|la|pas|ta|ton)(?!\\p{L}))[^.?]{2,80} plus (?:clair|simple|facile|pratique|lisible|agréable|utile)\\p{L}{0,2}|je n[’']aime pas(?! (?:ça|cela|ce|cet|cette|ces|celui|celle)(?!\\p{L})))(?!\\p{L})",
    ),
  ],
  decision: [
    rule(
      "(?<!\\p{L})(?:nous avons|on a|j[’']ai)\\s(?:finalement |déjà )?(?:décidé|choisi|convenu|retenu)(?!\\p{L})",
    ),
  ],
  fact: [rule("^(?:souviens-toi|retiens|rappelle-toi|n[’']oublie pas)(?:,? que| :|:)\\s|^note(?:z)? que\\s")],
  withdrawal: [
    rule(
      "(?<!\\p{L})(?:tu n[’']as plus besoin|il n[’']est plus nécessaire|ce n[’']est plus la peine)(?!\\p{L})",
    ),
    rule(
      '(?<!\\p{L})(?:oublie|ignore)\\s(?:la|ma|cette)\\s(?:règle|consigne|instruction|décision)(?!\\p{L})',
    ),
  ],
  none: [
    rule(
      "(?<!\\p{L})(?:toujours pas|pourquoi|pour l[’']instant|pas encore|cette fois|ne (?:marche|fonctionne|s[’']arrête)|je n[’']ai jamais|il n[’']a jamais|on n[’']a jamais)(?!\\p{L})",
    ),
  ],
  everywhere: /(?<!\p{L})(?:dans tous (?:les|mes) projets|partout|pour tous les projets)(?!\p{L})/iu,
  request: /,\s(?:et |donc )?(?:peux-tu|pouvez-vous|pourrais-tu|comment|quel(?:le)?s?|pourquoi)(?!\p{L})/iu,
  clause: /[,;]\s?(?:(?:et|mais|car|puisque) )?$/iu,
};

const spanish: MemoryCues = {
  instruction: [
    rule(
      '^(?:por favor,? |y |pero ){0,2}(?:(?:siempre\\s)(?:usa|utiliza|escribe|responde|contesta|mantén|pon|añade|agrega|evita|pregunta|verifica|comprueba|formatea|explica|da|muestra|ejecuta|nombra|crea|haz|incluye)|(?:usa|utiliza|escribe|responde|contesta|mantén|pon|añade|agrega|evita|pregunta|verifica|comprueba|formatea|explica|muestra|ejecuta|nombra|crea|haz|incluye)\\ssiempre)(?!\\p{L})',
    ),
    rule('^(?:por favor,? |y |pero ){0,2}(?:nunca|jamás)\\s\\p{L}{2,24}(?:es|as)(?!\\p{L})'),
    rule('^(?:por favor,? )?no\\s\\p{L}{2,24}(?:es|as)\\s(?:nunca|jamás)(?!\\p{L})'),
    rule('(?<!\\p{L})(?:a partir de ahora|de ahora en adelante|en adelante|en lo sucesivo)(?!\\p{L})'),
    rule(
      '(?<!\\p{L})(?:debes|tienes que|hay que|debemos)\\s(?:siempre)(?!\\p{L})|(?<!\\p{L})siempre (?:debes|tienes que|hay que)(?!\\p{L})',
    ),
  ],
  preference: [
    rule(
      '(?<!\\p{L})(?:prefiero|preferimos|preferiría|me gusta más|no me gusta que|odio|(?<!\\p{L}no )me gustan? (?!(?:esto|eso|esta|este|estos|estas|ese|esa|tu|tus|cómo|el|más)(?!\\p{L})|la (?:idea|segunda|primera))\\p{L}{2}|me siento más cómod[oa] (?:con|en|cuando)|suelo (?!(?:recibir|tener|ver|encontrar|perder|olvidar|obtener|pensar|creer)(?!\\p{L}))\\p{L}{2,20}[aei]r)(?!\\p{L}{4})',
    ),
  ],
  decision: [
    rule(
      '(?<!\\p{L})(?:(?:hemos|he|se ha)\\s(?:decidido|elegido|acordado|optado)|decidimos|elegimos|acordamos|optamos por)(?!\\p{L})',
    ),
  ],
  fact: [rule('^(?:recuerda|ten en cuenta|no olvides)(?: que|:)\\s')],
  withdrawal: [
    rule('(?<!\\p{L})(?:ya no (?:hace falta|es necesario|tienes que|necesitas))(?!\\p{L})'),
    rule('(?<!\\p{L})(?:olvida|ignora)\\s(?:la|mi|esa)\\s(?:regla|instrucción|decisión|norma)(?!\\p{L})'),
  ],
  none: [
    rule('(?<!\\p{L})(?:por qué|siempre que|por ahora|todavía no|esta vez|no hemos decidido)(?!\\p{L})'),
  ],
  everywhere: /(?<!\p{L})(?:en todos (?:los|mis) proyectos|en todas partes)(?!\p{L})/iu,
  request: /,\s(?:y |así que )?(?:¿|puedes|podrías|cómo|qué|cuál)(?!\p{L})/iu,
  clause: /[,;]\s?(?:(?:y|pero|ya que|porque) )?$/iu,
};

const chinese: MemoryCues = {
  instruction: [
    /^(?:请|請|另外|还有|以后|以後|而且|注意[，,：:]?|记住[，,：:]?){0,3}(?:总是|總是|始终|始終|永远|永遠|一律|务必|務必)(?:要|都|用|使用|请|請|不要|别|別|把|在|以|先|保持|遵循|避免|写|寫|用中文|采用)/u,
    /(?:绝不要|絕不要|绝对不要|絕對不要|永远不要|永遠不要|千万不要|千萬不要|千万别|禁止|不要再|别再|不得)\S/u,
    /(?:从现在(?:开始|起)|從現在(?:開始|起)|从今以后|今后|今後|往后|以后(?:都|请|不要|别|用|就|一律|每次)|以後(?:都|請|不要|別|用|就|一律|每次))/u,
    /每次(?:我|你|提交|回答|修改|写|改|运行)[^。]{0,60}(?:都要|都请|请|必须|要先|都应|不要)/u,
    /^(?:我们的?)?(?:规则|規則|约定|約定|规范|規範)(?:是|[:：])/u,
  ],
  preference: [
    /我(?:们)?(?:更|比较|比較|一直|还是|還是)?(?:喜欢用|喜歡用|喜欢|喜歡|偏好|偏爱|倾向于?|傾向於?|习惯用?|習慣用?)(?!这个|這個|吗)/u,
    /我(?:不喜欢|不喜歡|讨厌|討厭)(?!这个|這個)/u,
    /我(?:们|們)?(?:一般|通常|平时|平時|平常)(?:都|会|會|只){0,2}(?:用|使用|写|寫|喜欢|先|吃|喝|坐)/u,
    /我(?:觉得|覺得)(?!这|這|那)[^，。,？?]{1,20}更(?:好用|清楚|清晰|方便|简单|簡單|直观|易读|舒服|容易)/u,
  ],
  decision: [
    /(?:我们|我們|我|团队|團隊)(?:已经|已經|最终|最終|最后|一致)?(?:决定|決定|选择了|選擇了|选定|商定|约定|約定|确定用|敲定)/u,
  ],
  fact: [/^(?:请|請)?(?:记住|記住|牢记|记得)(?:[，,：:]|这|我|我们)/u],
  withdrawal: [
    /(?:不用再|不必再|不需要再|可以不再)\S|(?:忘掉|忽略|取消)(?:之前|先前|那条|我)?的?(?:那条)?(?:规则|要求|约定|指示|规定)/u,
  ],
  none: [
    /(?:总是|總是)(?:会|會)?(?:失败|失敗|报错|報錯|出错|崩溃|超时|卡|出现|返回|显示|提示|不)|以后再说|还没决定|尚未决定|没有决定|为什么|為什麼|暂时|暫時|这次|這次/u,
  ],
  everywhere: /所有(?:的)?(?:项目|項目|专案|仓库)|每个(?:项目|仓库)/u,
  request: /[，,](?:请问|你能|能不能|可以帮|怎么|如何|什么)/u,
  clause: /[，,；]$/u,
};

const japanese: MemoryCues = {
  instruction: [
    /(?:常に|いつも|必ず|絶対に|決して|毎回)[^。]{1,80}(?:て(?:ください|下さい|ね|ほしい)|で(?:ください|下さい|ね)|こと|ましょう|しない|するな|使え|使う)[。！]?$/u,
    /(?:今後は?|これからは?|以後は?)[、\s]?[^。]{1,80}(?:て(?:ください|下さい|ね)|で(?:ください|下さい|ね)|こと|ましょう|お願いします)[。！]?$/u,
    /^(?:ルール|規約|方針)(?:は|[:：])/u,
  ],
  preference: [
    /(?:の(?:ほう|方)が(?:好き|いい|良い)|(?:が|を)好(?:みます|んで(?:い)?ます|き(?:です|だ))|(?:は|が)嫌い(?:です|だ)?)/u,
    /の(?:ほう|方)が(?:分かり|わかり|使い|読み|書き|覚え)やすい|(?:普段|ふだん|いつも)は?[^。？?]{1,40}を(?:使(?:って(?:い)?ます|います|う)|書(?:いて(?:い)?ます|きます))/u,
  ],
  decision: [
    /(?:こと(?:に(?:し(?:ました|ます|た)|決め(?:ました|た)))|(?:に|と)決(?:め(?:ました|た)|定し(?:ました|た))|を(?:採用|選択)し(?:ました|た)|を選びました)/u,
  ],
  fact: [/(?:覚えて(?:おいて)?(?:ください|下さい|ね)|忘れないで(?:ください|下さい|ね)?)[。！]?$/u],
  withdrawal: [/もう[^。]{1,60}(?:しなくて(?:も)?(?:いい|良い|よい|大丈夫)|必要(?:は)?(?:ない|ありません))/u],
  none: [
    /(?:いつも|常に|必ず|毎回)[^。]{0,20}(?:エラー|失敗|落ち|止ま|なります|なる|発生|出ます|出る)|まだ決|なぜ|今回(?:は|だけ)|とりあえず|(?:これ|それ|あれ|(?:この|その|あの)[^\sがは]{1,12})(?:が|は)(?:好き|嫌い|いい)|(?:これ|それ|あれ|この|その|あの)[^。]{0,10}(?:ほう|方)が|(?:ユーザー|顧客|お客様|彼|彼女|彼ら|みんな|人)(?:たち)?(?:は|が)/u,
  ],
  everywhere: /(?:すべて|全て|全部)のプロジェクト|どのプロジェクトでも/u,
  request: /、(?:どう|何|なぜ|教えて)/u,
  clause: /[、,]$/u,
};

/** By the script of a sentence; those with Latin letters are tried in all four languages. */
export function cuesFor(sentence: string): readonly MemoryCues[] {
  if (/[\u3041-\u30ff]/u.test(sentence)) return [japanese];
  if (/[\u3400-\u9fff]/u.test(sentence)) return [chinese];
  return [english, german, french, spanish];
}
