/**
 * What a word does where a model hands a title over instead of only writing it. `assent` is said to a person; `mild` is so
 * too, but begins titles as well (“Yes, Minister”); `offer` hands over; `noun` names what is handed over; `verb` links the two;
 * `plain` says nothing by itself.
 */
type TalkKind = 'assent' | 'mild' | 'offer' | 'noun' | 'verb' | 'plain';

export interface TalkPart {
  /** `other`: a word that such talk does not have, so probably a word of a title. */
  kind: TalkKind | 'other' | 'colon' | 'stop' | 'dash' | 'comma';
  start: number;
  end: number;
}

/** In writings with spaces between words. */
const spaced: Record<TalkKind, string> = {
  assent: `sure|sure thing|certainly|of course|absolutely|gladly|with pleasure|no problem|you're welcome|happy to help|glad to help|my pleasure|got it|understood|will do
|gerne|gern|gern geschehen|natürlich|selbstverständlich|kein problem|klar doch|aber gerne|gerne doch|aber sicher|mit vergnügen
|bien sûr|certainement|avec plaisir|d'accord|pas de problème|bien entendu|volontiers|entendu
|claro que sí|por supuesto|desde luego|con gusto|con mucho gusto|sin problema|entendido
|certamente|certo che sì|volentieri|con piacere|nessun problema|naturalmente|va bene|d'accordo
|claro que sim|com certeza|com prazer|sem problema|sem problemas|pois não
|natuurlijk|graag gedaan|geen probleem|uiteraard|met plezier
|конечно|разумеется|с удовольствием|без проблем|понял|поняла|рад помочь|рада помочь`,
  mild: `yes|ok|okay|great|perfect|alright|all right|right|excellent|wonderful|ja|klar|perfekt|super|oui|parfait|sí|perfecto|vale|claro|certo|sicher|zeker|хорошо|sì|perfetto|sim|perfeito|goed|да|отлично`,
  offer: `here is|here's|here are|here you go|here it is|here you are|here goes|as requested|as asked|as you asked|as you requested|per your request|as per your request|at your request|i suggest|i propose|i recommend|i would suggest|i'd suggest|i would propose|i'd propose|i would recommend|i'd recommend|how about|let me know|hope this helps|hope that helps|hope it helps|feel free|i think|you could call it|i would call it
|hier ist|hier sind|hier wäre|bitte sehr|bitte schön|wie gewünscht|wie gewünscht hier|ich schlage vor|ich würde vorschlagen|mein vorschlag wäre|wie wäre es mit
|voici|voilà|comme demandé|je propose|je vous propose|je suggère|je proposerais|et voici
|aquí está|aquí tienes|aquí tiene|aquí va|como pediste|como se pidió|propongo|sugiero|te propongo|te sugiero
|ecco|eccolo|eccoti|ecco a te|come richiesto|propongo|suggerisco
|aqui está|aqui vai|aqui tem|conforme solicitado|como pedido|sugiro|proponho
|hier is|hierbij|zoals gevraagd|alsjeblieft|ik stel voor
|предлагаю|как вы просили|как просили|по вашей просьбе|пожалуйста`,
  noun: `title|titles|headline|heading|suggestion|suggestions|proposal|topic|subject|name|answer|response|output|based on
|titel|überschrift|vorschlag|titelvorschlag|thema|antwort|basierend auf|auf grundlage
|titre|intitulé|suggestion|proposition|sujet|réponse|sur la base
|título|sugerencia|propuesta|tema|asunto|respuesta|basado en|según
|titolo|suggerimento|proposta|argomento|risposta|in base alla|in base a|basato su
|sugestão|proposta|assunto|resposta|com base na|com base em
|voorstel|onderwerp|op basis van
|заголовок|заголовка|заголовком|название|названия|названием|тема|вариант|ответ|на основе|исходя из
|tytuł|başlık|titul|nadpis|rubrik|otsikko|titlu|cím|judul|tiêu đề|tittel|overskrift|назва|заглавие|τίτλος|כותרת|عنوان|शीर्षक|หัวข้อ`,
  verb: `is|are|would be|could be|might be|may be|can be|will be
|ist|sind|wäre|lautet|könnte sein|könnte|sein|est|serait|pourrait être|es|sería|podría ser|puede ser|è|sarebbe|potrebbe essere|é|seria|poderia ser|pode ser|zou zijn|zou|kan zijn|это|будет|был бы|может быть|мог бы быть`,
  plain: `a|an|the|this|that|these|your|our|my|its|it|one|for|of|to|on|in|and|with|what|i|you|if|would|like|want|need|any|another|more|other|change|changes|option|options|different|as follows|below|following|above|first|here|now|so
|short|brief|concise|good|nice|better|best|fitting|suitable|possible|proposed|suggested|appropriate|descriptive|simple|clear|catchy|great|perfect|conversation|chat|thread|dialogue|discussion|text|content|fits|well|works|final|three-word|four-word|five-word|six-word|seven-word
|ein|eine|einen|der|die|das|den|dem|des|dieses|diese|diesem|dieser|ihr|ihre|ihren|mein|meine|dein|deine|für|zu|zum|zur|folgende|folgender|kurzer|kurzen|guter|gute|passender|passende|möglicher|prägnanter|treffender|vorgeschlagener|gespräch|gesprächs|unterhaltung|chats|konversation|und|hier
|un|une|le|la|les|ce|cet|cette|mon|votre|ton|notre|pour|de|du|des|l'|suivant|suivante|suivants|court|concis|bon|approprié|possible|adapté|proposé|suggéré|conversation|discussion|et
|una|el|los|este|esta|mi|tu|su|para|del|al|siguiente|corto|breve|conciso|buen|adecuado|apropiado|posible|sugerido|propuesto|conversación|charla|y
|il|lo|uno|questo|questa|mio|tuo|suo|per|di|della|del|alla|seguente|conciso|buon|adatto|appropriato|possibile|suggerito|proposto|conversazione|chat
|um|uma|o|a|os|este|esta|meu|seu|sua|da|do|na|no|curto|bom|boa|adequado|apropriado|possível|sugerido|proposto|conversa|seguinte
|een|de|het|dit|deze|mijn|je|uw|voor|van|korte|goede|passende|mogelijke|voorgestelde|gesprek
|вот|этот|эта|этого|этой|мой|ваш|для|к|на|краткий|краткое|короткий|короткое|хороший|хорошее|хорошим|подходящий|подходящее|подходящим|возможный|возможное|предлагаемый|предлагаемое|разговора|беседы|диалога|чата|следующий|следующее`,
};

/** In writings without them, and Korean, whose particles stand at the end of the words. */
const unspaced: Record<TalkKind, string> = {
  assent:
    '好的|当然|當然|当然可以|當然可以|没问题|沒問題|很乐意|はい、もちろん|もちろん|もちろんです|承知しました|わかりました|かしこまりました|了解しました|물론입니다|물론이죠|물론이지요|물론|알겠습니다|좋습니다|그럼요|기꺼이',
  mild: '可以|好|是的|はい|네|예',
  offer:
    '以下是|以下为|以下為|这里是|這裡是|如您所求|根据您的要求|希望有帮助|こちらが|こちらは|以下が|ご希望の|다음은|여기|추천합니다|제안합니다|제안드립니다|추천드립니다|요청하신',
  noun: '标题|標題|题目|題目|名称|名稱|建议|建議|主题|主題|答案|回答|根据|根據|基于|タイトル|件名|題名|提案|案|제목|타이틀|제안|주제|추천|답변',
  verb: '是|为|為|可以是|可以为|は|が|です|でしょう|은|는|이|가|입니다|이에요|예요|드립니다|다음과 같습니다',
  plain:
    '一个|一個|这个|這個|该|該|本次|本|这次|這次|此|的|您|你|我|我的|给|給|为您|為您|对话|對話|会话|會話|聊天|讨论|討論|内容|內容|简短|簡短|简洁|簡潔|合适|合適|推荐|推薦|如下|以下|可能|用|作为|作為|この|その|会話|チャット|スレッド|の|を|に|と|短い|簡潔な|適切な|良い|いかが|か|この会話|대화|채팅|이|그|의|에|에 대한|를|을|간결한|짧은|적절한|좋은|한|이 대화',
};

const kinds = new Map<string, TalkKind>();
for (const [lists, ending] of [
  [spaced, ' '],
  [unspaced, ''],
] as const) {
  for (const kind of ['plain', 'verb', 'noun', 'offer', 'mild', 'assent'] as const)
    for (const word of lists[kind].split('|')) kinds.set(word.trim() + ending, kind);
}

/** Longest first, so that a phrase is not read as its first word. */
const talk = (ending: string) =>
  [...kinds.keys()]
    .filter((word) => word.endsWith(' ') === (ending === ' '))
    .map((word) => word.trimEnd())
    .toSorted((a, b) => b.length - a.length)
    .join('|');
const marks = [
  ['colon', /^[:：]$/],
  ['stop', /^[!！。….]$/],
  ['dash', /^(?:[—–→⇒]| -+>? |=>)$/],
  ['comma', /^[,，、]$/],
] as const;
const part = new RegExp(
  [
    `(?<spaced>${talk(' ')})(?:(?<=')|(?![\\p{L}\\p{M}\\p{N}]))|(?<unspaced>${talk('')})`,
    '[:：!！。…—–→⇒,，、]|[.](?= |$)| -+>? |=>',
    '[\\p{sc=Han}\\p{sc=Hangul}\\p{sc=Hiragana}\\p{sc=Katakana}]|[\\p{L}\\p{M}\\p{N}]+',
  ].join('|'),
  'giu',
);

/** The words and marks of a line that may hand a title over. */
export function scanTalk(line: string): TalkPart[] {
  return Array.from(line.replaceAll('’', "'").matchAll(part), ({ 0: text, index: start, groups }) => ({
    kind: kindOf(text, groups),
    start,
    end: start + text.length,
  }));
}

function kindOf(text: string, groups: Record<string, string | undefined> = {}): TalkPart['kind'] {
  const word = text.toLowerCase();
  if (groups.spaced !== undefined) return kinds.get(`${word} `) ?? 'other';
  if (groups.unspaced !== undefined) return kinds.get(word) ?? 'other';
  return marks.find(([, form]) => form.test(text))?.[0] ?? 'other';
}
