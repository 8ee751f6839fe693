export type WallKind = 'robot' | 'script' | 'cookies' | 'paywall' | 'login';

/** What pages say in place of an article, in lower case with plain apostrophes and single spaces. */
export const wallPatterns: { kind: WallKind; pattern: RegExp }[] = [
  {
    kind: 'robot',
    pattern: anyOf([
      "(?:are you|you are|you're) (?:a |not a |an? )?(?:robot|human)",
      "i'm not a robot",
      'verify(?:ing)? (?:that )?you are (?:a )?human',
      'checking (?:if the site connection is secure|your browser)',
      'just a moment\\.\\.\\.',
      'captcha',
      'unusual traffic from your',
      'access (?:to this page )?(?:has been )?denied',
      'attention required! \\| cloudflare',
      'please complete the security check',
      'bot verification|press (?:and|&) hold to confirm',
      'bestätigen sie, dass sie (?:kein roboter|ein mensch) sind|kein roboter',
      "je ne suis pas un robot|vous n'êtes pas un robot|vérifi\\w+ que vous êtes (?:un )?humain",
      'no soy un robot|no eres un robot|verifica(?:r)? que (?:eres|es) humano',
      'non sono un robot|não sou um robô|ik ben geen robot',
      'я не робот|вы не робот|подтвердите, что вы (?:не робот|человек)',
      '(?:您|你)(?:是不是|不是|是否是?)机器人|人机(?:验证|身份验证)|请完成(?:安全)?验证|安全验证|请输入验证码',
      '我不是機器人|人機驗證',
      'ロボットではありません|ロボットでないこと',
      '로봇이 아닙니다',
    ]),
  },
  {
    kind: 'script',
    pattern: anyOf([
      '(?:please )?(?:enable|turn on|activate) (?:javascript|js)\\b',
      'javascript (?:is|must be|needs to be|has been) (?:disabled|enabled|required|turned off|not available)',
      'requires javascript|without javascript|you need to enable javascript',
      'javascript (?:aktivieren|ist deaktiviert)|aktivieren sie (?:bitte )?javascript',
      'activer javascript|javascript est désactivé',
      '(?:activar?|habilitar?|habilite|active) javascript|javascript (?:está )?desactivado',
      'abilita(?:re)? javascript|ative o javascript|schakel javascript in',
      'включите (?:поддержку )?javascript|javascript отключ[её]н',
      '启用 ?javascript|開啟 ?javascript|javascriptを有効|자바스크립트를 (?:활성화|사용)',
    ]),
  },
  {
    kind: 'paywall',
    pattern: anyOf([
      'subscribe (?:now )?to (?:continue|keep|read|unlock)',
      '(?:this|the) (?:article|story|content|post) is (?:for|only for|available to|reserved for|exclusive to) (?:our )?(?:paid |paying )?(?:subscribers|members)',
      '(?:for|available to) (?:paid |paying )?(?:subscribers|members) only|(?:subscribers|members)[- ]only',
      'to (?:continue|keep) reading[^.]{0,60}(?:subscribe|subscription|sign up|register|log in)',
      '(?:subscribe|sign up|register|log in) to (?:continue|keep) reading',
      "you(?:'ve| have) (?:reached|read) (?:your|all (?:of )?your)[^.]{0,40}(?:limit|free articles)",
      'unlock (?:this|the) (?:article|story)|already a subscriber',
      'weiterlesen mit|nur für abonnenten|jetzt abonnieren|(?:diesen )?artikel (?:jetzt )?freischalten|mit .{0,30}abo (?:weiter)?lesen',
      'réservée? (?:à|aux) (?:nos )?abonnés|abonnez-vous pour|pour lire la suite|déjà abonné',
      'suscr[íi]bete para|(?:solo|sólo|exclusivo) para suscriptores|contenido exclusivo para',
      'riservato agli abbonati|abbonati per|assine para (?:continuar|ler)|exclusivo para assinantes',
      'alleen voor abonnees|neem een abonnement',
      'только (?:для|по) подписк|для подписчиков|оформите подписку',
      '(?:订阅|付费|登录)后(?:可|继续|即可)?(?:继续)?阅读|(?:仅限|仅供)?(?:付费)?(?:会员|订阅用户)(?:专享|可读|可阅读)|本文为付费|剩余\\d+%?(?:的)?(?:内容|文章)',
      '訂閱(?:後|以)(?:繼續)?閱讀|訂戶限定|會員限定',
      '(?:有料)?会員(?:限定|登録が必要)|この記事は有料|続きを読むには',
      '구독(?:하고|자 전용)|회원 전용',
    ]),
  },
  {
    kind: 'login',
    pattern: anyOf([
      '(?:please )?(?:log|sign) in to (?:continue|view|see|read)',
      'you must be logged in',
      'bitte (?:melden sie sich an|loggen sie sich ein)',
      'connectez-vous pour|inicia sesión para|accedi per (?:continuare|leggere)|faça login para',
      'войдите,? чтобы|请(?:先)?登录|請先登入|ログインしてください|로그인이 필요',
    ]),
  },
  {
    kind: 'cookies',
    pattern: anyOf([
      '(?:accept|allow|enable) (?:all )?cookies to (?:continue|view|read)',
      '(?:we|we and our (?:\\d+ )?partners)[^.]{0,60}use cookies',
      'before you continue to|your privacy (?:choices|matters)|we (?:value|care about) your privacy',
      'manage (?:your )?(?:cookie|consent) (?:preferences|settings)|cookie (?:consent|wall)',
      'cookies? (?:akzeptieren|zustimmen)|wir (?:und unsere (?:\\d+ )?partner )?(?:verwenden|benötigen|brauchen) (?:ihre )?(?:cookies|zustimmung)|zustimmen und weiter',
      'accepter (?:les |et )?(?:cookies|fermer|continuer)|continuer sans accepter|nous utilisons des cookies',
      '(?:aceptar|utilizamos|usamos) (?:las |los )?cookies|accetta(?:re)? (?:i |tutti i )?cookie|utilizziamo i cookie|utilizamos cookies|alle cookies accepteren',
      '(?:мы используем|принять все) (?:файлы )?cookie|接受(?:所有)? ?cookie|我们使用 ?cookie|クッキーを(?:使用|受け入れ)|cookieを(?:使用|許可)|쿠키(?:를)? (?:사용|허용)',
    ]),
  },
];

function anyOf(patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'), 'u');
}
