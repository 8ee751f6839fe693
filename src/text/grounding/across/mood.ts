/** How a clause is meant. */
export type Mood = {
  denied: boolean;
  /** Says no in other words: "refused", "only", "instead". */
  negative: boolean;
  /** Leaves open in any way whether it is so. */
  possible: boolean;
  /** Says that it may be so: "may", "könnte", 可能. */
  modal: boolean;
  /** Says that it is still to come: "will", "soll", 将. */
  planned: boolean;
  /** Says that it has happened: "has", "bereits", 已经. */
  done: boolean;
};

type Patterns = Readonly<Record<keyof Mood, RegExp>>;

const words = (...list: string[]): RegExp => new RegExp(`(?<!\\p{L})(?:${list.join('|')})(?!\\p{L})`, 'iu');

const MOODS = new Map(
  Object.entries<Patterns>({
    en: {
      denied: words(
        "not|no|never|none|nobody|nothing|neither|nor|cannot|without|\\p{L}+n['’]t|nowhere|n['’]t",
      ),
      negative: words(
        'den(?:y|ies|ied)|refus\\p{L}*|reject\\p{L}*|fail\\p{L}*|lack\\p{L}*|unable|un\\p{L}{5,}|only|except|instead|rather|hardly|barely|few|little|against|oppos\\p{L}*|without|lost|stop\\p{L}*|dismiss\\p{L}*|free|ban\\p{L}*|too|late|ignore|doubt\\p{L}*|if|unless|closed?|abs(?:ent|tain\\p{L}*)|less|lower|still',
      ),
      possible: words(
        'may|might|could|can|would|should|possibl[ey]|perhaps|probably|likely|if|unless|appears?|seems?|suspect\\p{L}*|alleged\\p{L}*|expect\\p{L}*|estimate\\p{L}*|suggest\\p{L}*|about|hop(?:e|es|ed|ing)|warn\\p{L}*|consider\\p{L}*|interest\\p{L}*|doubt\\p{L}*|according',
      ),
      modal: /(?<!\p{L})(?:may|might|could|perhaps|possibly)(?!\p{L})/u,
      planned: words(
        "will|would|shall|plans?|planned|planning|intends?|to be|going to|aims? to|wants? to|is to|are to|next (?:year|month|week|summer|spring)|\\p{L}+['’]ll",
      ),
      done: words('already|has \\p{L}+|have \\p{L}+|had \\p{L}+'),
    },
    de: {
      denied: words('nicht|kein\\p{L}*|nie|niemals|nichts|niemand\\p{L}*|weder|ohne|nirgends'),
      negative: words(
        'lehn\\p{L}*|abgelehnt|verweiger\\p{L}*|bestritt\\p{L}*|bestreit\\p{L}*|scheiter\\p{L}*|fehl\\p{L}*|nur|außer|statt|kaum|wenig\\p{L}*|gegen|dagegen|un\\p{L}{5,}|verlor\\p{L}*|zu spät|falls|wenn|sofern|verzicht\\p{L}*|verbot\\p{L}*|geschlossen|gegner\\p{L}*|offen|umstritten|sonst|noch',
      ),
      possible: words(
        'könn\\p{L}*|kann|dürft\\p{L}*|möglich\\p{L}*|vielleicht|wohl|wahrscheinlich|würd\\p{L}*|soll\\p{L}*|sollt\\p{L}*|falls|wenn|offenbar|voraussichtlich|mutmaßlich\\p{L}*|rund|etwa|hätt\\p{L}*|wär\\p{L}*|müsst\\p{L}*|erwart\\p{L}*|rechn\\p{L}*|hoff\\p{L}*|warn\\p{L}*|interesse|angaben|laut|schätz\\p{L}*',
      ),
      modal: words('könnt\\p{L}*|vielleicht|möglicherweise|womöglich|eventuell'),
      planned: words(
        'wird|werden|will|wollen|soll|sollen|plant|planen|geplant\\p{L}*|künftig\\p{L}*|kommend\\p{L}*|beabsichtig\\p{L}*',
      ),
      done: words('bereits|schon|hat|haben|wurde|wurden'),
    },
    fr: {
      denied: words("ne|pas|jamais|aucun\\p{L}*|rien|personne|ni|sans|non|n['’]\\p{L}+"),
      negative: words(
        'refus\\p{L}*|rejet\\p{L}*|nié?|démenti\\p{L}*|échou\\p{L}*|manqu\\p{L}*|seul\\p{L}*|sauf|plutôt|contre|peu|que|trop|in\\p{L}{6,}|im\\p{L}{6,}|interdi\\p{L}*|perdu\\p{L}*|ferm\\p{L}*|moins|au lieu|gratuit\\p{L}*|absent\\p{L}*',
      ),
      possible: words(
        'peut|peuvent|pourrai\\p{L}*|pourrait|pourraient|serait|seraient|aurait|auraient|possible\\p{L}*|probable\\p{L}*|peut-être|devrai\\p{L}*|si|semble\\p{L}*|environ|selon|espèr\\p{L}*|estim\\p{L}*|prév\\p{L}*',
      ),
      modal: words('pourrai\\p{L}*|peut-être|éventuellement'),
      planned: words(
        'va|vont|prévoi\\p{L}*|prévu\\p{L}*|sera|seront|\\p{L}{3,}era|\\p{L}{3,}eront|compte|devrai\\p{L}*',
      ),
      done: words('déjà|a|ont|avait|avaient'),
    },
    es: {
      denied: words('no|nunca|jamás|ningun\\p{L}*|ningún|nada|nadie|ni|sin|tampoco'),
      negative: words(
        'rechaz\\p{L}*|neg[óa]\\p{L}*|niega|fracas\\p{L}*|falt\\p{L}*|solo|sólo|salvo|contra|poc[oa]s?|en lugar|en vez|demasiado|in\\p{L}{6,}|im\\p{L}{6,}|prohib\\p{L}*|perd\\p{L}*|cerr\\p{L}*|menos|gratis|gratuit\\p{L}*|desestim\\p{L}*|única\\p{L}*',
      ),
      possible: words(
        'puede\\p{L}*|podr\\p{L}*|posible\\p{L}*|probable\\p{L}*|quizá\\p{L}*|tal vez|sería\\p{L}*|habría\\p{L}*|si|parece\\p{L}*|según|unos|unas|esper\\p{L}*|estim\\p{L}*|debería\\p{L}*|prev\\p{L}*|cree\\p{L}*',
      ),
      modal: words('podrí\\p{L}*|quizá\\p{L}*|tal vez|posiblemente'),
      planned: words(
        'va a|van a|planea\\p{L}*|prev\\p{L}*|será|serán|\\p{L}{3,}ará|\\p{L}{3,}erá|\\p{L}{3,}irá|\\p{L}{3,}arán|\\p{L}{3,}erán|quiere\\p{L}*|pretende\\p{L}*',
      ),
      done: words('ya|ha|han|había\\p{L}*|fue|fueron'),
    },
    zh: {
      denied:
        /不(?!断|斷|少|仅|僅|过|過|同|久|足|止|但|论|論|管|错|錯|到|再)|没有|沒有|没|未(?!来|來)|并非|並非|无(?!锡|论)|無(?!論)|非法|从未|尚未|毫不/u,
      negative:
        /拒绝|否认|反对|失败|缺|仅|只|除|而不是|少|不足|不到|禁止|输|失|关闭|太迟|如果|除非|免|难以|驳回|否决|离开|休息|最后|唯一/u,
      possible:
        /可能|或许|也许|如果|若|预计|有望|估计|大约|约|将会|应该|似乎|据|疑|希望|担心|能|可|怀疑|认为|计划|建议|警告|提醒/u,
      modal: /可能|或许|也许/u,
      planned: /将(?!近)|会(?!议|员|计|长)|计划|拟|打算|准备|预计|即将|明年/u,
      done: /已经|已(?!婚|故)/u,
    },
    ja: {
      denied: /ない|ません|なかった|なく|なし|ず(?!っと|つ|れ)|まい|未(?!来)|無(?!料|償)|不(?!動産|足)|せん/u,
      negative:
        /拒否|否定|反対|失敗|だけ|のみ|以外|しか|禁止|ではな|代わり|却下|棄却|閉鎖|失|もし|遅|少な|断っ|休/u,
      possible:
        /可能性|かもしれ|だろう|でしょう|見込|見通|もし|場合|れば|らしい|ようだ|約|予想|予測|推定|恐れ|できる|とみられ|考え|検討|期待|はず|によると/u,
      modal: /可能性|かもしれ/u,
      planned: /予定|計画|見込|方針|つもり|意向|目指/u,
      done: /すでに|既に|済み|した。|れた。|った。/u,
    },
  }),
);

/** The mood of a clause, or undefined for a language that is not known. */
export function moodOf(text: string, language: string): Mood | undefined {
  const patterns = MOODS.get(language);
  if (patterns === undefined) return undefined;
  return {
    denied: patterns.denied.test(text),
    negative: patterns.negative.test(text),
    possible: patterns.possible.test(text),
    modal: patterns.modal.test(text),
    planned: patterns.planned.test(text),
    done: patterns.done.test(text),
  };
}
