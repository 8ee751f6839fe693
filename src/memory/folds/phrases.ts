/**
 * How models refuse, ask for the text or talk to the user, by language. Every sentence that matches is compared with
 * the conversation as well: one that quotes it is no refusal.
 */
interface Phrases {
  /** A refusal in the first person, or one of a whole program. */
  refusal: RegExp;
  /** A request for the conversation: three signs in one sentence. */
  please: RegExp;
  give: RegExp;
  text: RegExp;
  /** How an answer to the user begins and ends. */
  opening: RegExp;
  closing: RegExp;
  /** How a summary speaks of the people in it. */
  people: RegExp;
}

export const phrases: Readonly<Record<string, Phrases>> = {
  en: {
    refusal:
      /\bI(?:[’']m| am|[’']ll|[’']d| must| have to| will)?\s+(?:\w+,?\s+){0,3}?(?:can[’']?t|cannot|can not|could ?n[’']?t|could not|won[’']t|will not|unable to|not able to|not allowed to|not permitted to|not comfortable|decline|refuse|(?:don[’']t|do not) have (?:any )?(?:access|the ability))\b.{0,60}?\b(?:assist|help|comply|fulfil|provid|summari|creat|generat|produc|process|engag|discuss|answer|access|complet|continu|shar|respond|see\b|view|read|open|write|do (?:that|this|so))|\b(?:summary|request|content|conversation)\b.{0,40}\b(?:violates?|against|conflicts? with) (?:my|our) (?:\w+ ){0,2}(?:guidelines|polic)|\b(?:a|the|no) summary (?:can ?not|can[’']t|could not|could) be (?:provided|generated|created|produced|given)|\bas an? (?:AI|artificial intelligence|(?:large )?language model)\b.{0,60}\bI\b/iu,
    please:
      /\b(?:please|kindly|could you|can you|would you|once you|if you|I need you to|you (?:haven[’']t|have not|didn[’']t|did not)|what would you like|(?:don[’']t|do not) see|there (?:is|are) no|no)\b/iu,
    give: /\b(?:provid|shar|past|send|suppl|giv|includ|upload|submit|attach|summari[sz]e)/iu,
    text: /\b(?:conversations?|messages?|transcripts?|texts?|chats?|content|dialogues?|history|logs?|summarize)\b/iu,
    opening:
      /^(?:sure|certainly|of course|absolutely|great (?:question|choice|idea|to hear)|good question|no problem|happy to help|glad to help|thanks? (?:you )?for|you[’']re welcome|hi|hello|hey|yes|no worries)\b[^\n]{0,3}[!,.:—–-]/iu,
    closing:
      /\b(?:let me know|feel free to|hope (?:this|that|it) helps|happy to help|would you like me to|do you want me to|if you have (?:any )?(?:other |more |further )?questions|good luck|glad I could help|anything else I can)\b/iu,
    people: /\b(?:user|assistant|participants|speaker)s?\b/iu,
  },
  zh: {
    refusal:
      /(?:我|本助手|作[为為].{0,16})(?:很抱歉|[暂暫][时時]|目前|现在|現在|恐怕)?.{0,6}(?:无法|無法|不能|[没沒]有?办?辦?法|不便|不可以).{0,14}?(?:协助|協助|帮|幫|提供|完成|生成|处理|處理|回答|满足|滿足|总结|總結|概括|继续|繼續|访问|訪問|查看|讨论|討論|撰写|撰寫)|(?:抱歉|对不起|對不起|不好意思).{0,30}(?:无法|無法|不能|[没沒]办?辦?法|不便)/u,
    please: /请|請|麻烦|麻煩|需要您|需要你|[没沒]有|未/u,
    give: /提供|粘贴|貼上|发送|發送|分享|输入|輸入|给出|給出|上传|上傳|补充|補充|看到|收到|发给|發給/u,
    text: /对话|對話|内容|內容|文本|文字|消息|訊息|聊天|记录|紀錄/u,
    opening:
      /^(?:当然|當然|好的|没问题|沒問題|你好|您好|很高兴|很高興|感谢[您你]|謝謝[您你]?|谢谢[您你]?|是的)[！!，,。：:～~]/u,
    closing:
      /希望.{0,12}(?:帮助|幫助|有用)|(?:如果|若|如)(?:[你您]|有|还|還).{0,16}(?:问题|疑问|問題|疑問|需要).{0,20}(?:告诉|告訴|随时|隨時|问我|問我|联系|聯繫|提出)|[随隨][时時](?:告|联|聯|问|問)|需要我.{0,24}[吗嗎？?]|祝[你您]/u,
    people: /用[户戶]|使用者|助[手理]|双方|雙方/u,
  },
  ja: {
    refusal:
      /(?:申し訳|恐れ入り|すみません|残念ながら).{0,60}(?:できません|できかね|いたしかね|しかねます|ありません)|(?:お手伝い|お応え|お答え|ご?提供|要約|対応|回答|生成|処理)(?:する|を|に|は|が|も|すること|いた|でき).{0,12}(?:できません|できかね|いたしかね|しかねます)/u,
    please: /ください|下さい|いただけ|頂け|お願い/u,
    give: /提供|共有|貼り付け|入力|送っ|送信|お送り|お知らせ|提示|教えて/u,
    text: /会話|内容|テキスト|メッセージ|チャット|文章|履歴|ログ|本文/u,
    opening: /^(?:もちろん|はい|承知|かしこまり|こんにちは|ありがとう|わかりました)/u,
    closing: /お役に立て|お気軽に|ご不明|何かあれば|他に(?:何か|ご)|いかがでしょうか|頑張って/u,
    people: /ユーザー|利用者|アシスタント|両者/u,
  },
  ko: {
    refusal:
      /(?:죄송|미안|유감).{0,60}(?:수 없|어렵|못)|(?:도와|도움|제공|요약|답변|처리|생성|응답|지원|대답)\S{0,6}\s?\S{0,4}\s?수\s?(?:가\s)?없습니다/u,
    please: /주세요|주십시오|주시면|주시겠|바랍니다|부탁/u,
    give: /제공|공유|붙여|입력|보내|알려/u,
    text: /대화|내용|텍스트|메시지|기록|채팅/u,
    opening: /^(?:물론|네[,!.]|안녕하세요|감사합니다|좋습니다|알겠습니다)/u,
    closing: /도움이 되|언제든지|궁금한 점|말씀해 주세요|알려\s?주세요|원하시나요|드릴까요/u,
    people: /사용자|어시스턴트|도우미|두 사람/u,
  },
  de: {
    refusal:
      /\b(?:ich (?:kann|darf|konnte|bin)|(?:kann|darf|konnte|bin) ich)\b.{0,80}?\b(?:nicht|kein\w*|außerstande)\b.{0,80}?(?:helfen|unterstütz|zusammenfass|bereitstell|erstell|beantwort|verarbeit|zugreif|liefer|fortfahr|behilflich|geben|nachkommen|Lage)/iu,
    please: /\b(?:bitte|könntest|könnten|kannst du|können Sie|keine?)\b/iu,
    give: /\b(?:gib|geb|stell|teil|send|schick|füg|übermittl|kopier|lad|bereit|vorhanden)/iu,
    text: /(?:gespräch|unterhaltung|nachricht|text|transkript|chat|verlauf|inhalt|konversation)/iu,
    opening:
      /^(?:gern|gerne|natürlich|klar|selbstverständlich|hallo|danke|gute frage|sehr gern|kein problem)\b[^\n]{0,3}[!,.:—–-]/iu,
    closing:
      /\b(?:sag(?:en Sie)? (?:mir )?(?:einfach |gerne? )?bescheid|lass(?:en Sie)? (?:es )?mich wissen|hoffe,? das hilft|bei (?:weiteren )?fragen|viel (?:erfolg|spaß|glück)|möchtest du,? dass|möchten Sie,? dass|soll ich|melde dich)/iu,
    people: /nutzer|anwender|assistent/iu,
  },
  fr: {
    refusal:
      /\bje (?:ne (?:peux|puis|suis|pourrai)|n[’']ai pas (?:accès|la possibilité))\b.{0,80}?(?:aider|résumer|fournir|générer|répondre|traiter|créer|accéder|continuer|produire|assister|donner|satisfaire|conversation|mesure)/iu,
    please: /veuillez|merci de|pla[iî]t|pourriez-vous|pouvez-vous|peux-tu|pourrais-tu|aucune?/iu,
    give: /fourni|partag|coll[eé]|envoy|transm|donner|communiqu|indiqu/iu,
    text: /conversation|message|texte|transcription|contenu|discussion|échange/iu,
    opening:
      /^(?:bien sûr|bien entendu|certainement|avec plaisir|bonjour|merci|excellente question|oui|d[’']accord)[^\n]{0,3}[!,.:—–-]/iu,
    closing:
      /n[’']h[eé]site[zs]? pas|j[’']esp[eè]re que (?:cela|ça|ces)|bonne chance|souhaite[zs]-(?:vous|tu)|voulez-vous que|veux-tu que|dites-moi|dis-moi/iu,
    people: /utilisat(?:eur|rice)|assistante?|interlocut/iu,
  },
  es: {
    refusal:
      /\bno (?:puedo|podré|me es posible|estoy en condiciones|tengo (?:acceso|la capacidad)|soy capaz)\b.{0,60}?(?:ayudar|resumir|proporcionar|generar|responder|procesar|crear|acceder|continuar|producir|asistir|cumplir|conversación|ofrecer|dar)/iu,
    please: /por favor|podrías|podría|puedes|puede|necesito que|ningun|ningún/iu,
    give: /proporcion|compart|pega|pegue|enví|envia|facilit|incluy|indi/iu,
    text: /conversación|mensaje|texto|transcripción|contenido|chat|diálogo/iu,
    opening:
      /^¡?(?:claro|por supuesto|desde luego|hola|gracias|con gusto|buena pregunta|sí|de acuerdo)[^\n]{0,6}[!,.:—–-]/iu,
    closing:
      /no dud[ea]s? en|espero que (?:esto|te|le)|av[ií]s[ae]me|h[aá]zmelo saber|h[aá]gamelo saber|quieres que|desea que|buena suerte|si (?:tienes|tiene) (?:más |alguna |otra )?(?:pregunta|duda)/iu,
    people: /usuari|asistente/iu,
  },
  pt: {
    refusal:
      /\bnão (?:posso|consigo|poderei|me é possível|tenho (?:acesso|capacidade)|sou capaz|estou)\b.{0,60}?(?:ajud|resumir|fornecer|gerar|responder|processar|criar|acess|aceder|continuar|produzir|atender|auxili|conversa|oferecer|dar)/iu,
    please: /por favor|poderia|você pode|podes|preciso que|nenhum/iu,
    give: /forne[cç]|compartilh|partilh|cole|colar|envi|inclu|mand/iu,
    text: /conversa|mensage|texto|transcri|conteúdo|diálogo|chat/iu,
    opening:
      /^(?:claro|com certeza|certamente|olá|oi|obrigad[oa]|boa pergunta|sim|com prazer)[^\n]{0,6}[!,.:—–-]/iu,
    closing:
      /espero que (?:isso|ajude|isto)|à vontade|me avise|boa sorte|quer que eu|gostaria que eu|se (?:tiver|precisar)/iu,
    people: /usuári|utilizador|assistente/iu,
  },
  it: {
    refusal:
      /\bnon (?:posso|potrò|sono (?:in grado|autorizzat)|mi è possibile|ho (?:accesso|la possibilità)|riesco)\b.{0,60}?(?:aiut|riassumere|fornir|generar|risponder|elaborar|crear|acceder|continuar|produrr|assister|soddisfar|conversazione|offrir|dare)/iu,
    please: /per favore|per cortesia|per piacere|potrest|potrebbe|puoi|può|ti prego|nessun/iu,
    give: /forni|condivid|incoll|invi|inser|mand|allega/iu,
    text: /conversazione|messagg|testo|trascrizione|contenut|dialogo|chat/iu,
    opening:
      /^(?:certo|certamente|ciao|buongiorno|grazie|ottima domanda|volentieri|sì|va bene)[^\n]{0,6}[!,.:—–-]/iu,
    closing:
      /spero che (?:questo|ti|le|sia)|fammi sapere|mi faccia sapere|non esitare|vuoi che|desidera che|buona fortuna|se hai (?:altre )?domande/iu,
    people: /utente|utenti|assistente/iu,
  },
  nl: {
    refusal:
      /\b(?:ik kan|kan ik|ik ben|ik mag|mag ik)\b.{0,60}?\b(?:niet|geen)\b.{0,60}?(?:helpen|samenvat|geven|bieden|genereren|beantwoord|verwerk|maken|assister|voldoen|staat|verstrekken)/iu,
    please: /alsjeblieft|alstublieft|kun je|kunt u|graag|geen/iu,
    give: /geef|geven|deel|plak|stuur|verstrek|lever|voeg/iu,
    text: /gesprek|bericht|tekst|transcript|inhoud|chat/iu,
    opening:
      /^(?:natuurlijk|zeker|hallo|hoi|dank je|bedankt|goede vraag|graag gedaan|ja)\b[^\n]{0,3}[!,.:—–-]/iu,
    closing:
      /laat (?:het )?(?:me|mij) (?:gerust )?weten|hopelijk helpt|succes (?:ermee|met)|wil je dat ik|zal ik|heb je (?:nog )?vragen/iu,
    people: /gebruiker|assistent/iu,
  },
  sv: {
    refusal:
      /\b(?:jag|kan|får)\b.{0,30}\b(?:kan|får|jag|kunde)\b.{0,30}?\b(?:inte|ingen|inga|inget)\b.{0,60}?(?:hjälpa|sammanfatta|tillhandahålla|ge\b|generera|svara|behandla|skapa|fortsätta|bistå|uppfylla)/iu,
    please: /vänligen|snälla|kan du|kan ni|var god|ingen|inga/iu,
    give: /ange|dela|klistra|skicka|tillhandahåll|ge mig|bifoga/iu,
    text: /samtal|konversation|meddeland|text|innehåll|chatt/iu,
    opening: /^(?:självklart|visst|absolut|hej|tack|bra fråga|gärna|ja)(?!\p{L})[^\n]{0,3}[!,.:—–-]/iu,
    closing: /hör av dig|säg till|hoppas (?:det|att|detta)|lycka till|vill du att jag|ska jag/iu,
    people: /användar|assistent/iu,
  },
  pl: {
    refusal:
      /(?<!\p{L})nie (?:mogę|jestem w stanie|mam (?:dostępu|możliwości)|będę w stanie|potrafię)(?!\p{L}).{0,60}?(?:pomóc|podsumow|streścić|dostarczyć|udostępni|wygenerowa|odpowiedzie|przetworzy|stworzyć|kontynuowa|spełni|rozmow|udzieli|przygotowa)/iu,
    please: /proszę|czy możesz|czy mógłbyś|czy mogłabyś|brak/iu,
    give: /poda|udostępni|wklei|prześl|przesła|dostarcz|wyśl/iu,
    text: /rozmow|wiadomoś|tekst|treś|transkryp|czat/iu,
    opening:
      /^(?:oczywiście|jasne|cześć|dzień dobry|dziękuję|dzięki|dobre pytanie|tak)(?!\p{L})[^\n]{0,3}[!,.:—–-]/iu,
    closing: /daj(?:cie)? znać|mam nadzieję|powodzenia|czy chcesz|chętnie pomogę|w razie pytań/iu,
    people: /użytkowni|asystent/iu,
  },
  ru: {
    refusal:
      /(?<!\p{L})не (?:могу|смогу|в состоянии|имею (?:доступа|возможности|права)|способен)(?!\p{L}).{0,60}?(?:помочь|предостав|обобщ|резюмир|созда|сгенерир|отве[тч]|обработ|выполн|продолж|пересказ|состав|подвести|кратко|дать)/iu,
    please: /пожалуйста|прошу|не могли бы|не вижу|нет/iu,
    give: /предостав|пришл|отправ|встав|подел|скинь|укаж|приве/iu,
    text: /разговор|сообщени|текст|переписк|бесед|диалог|содержани|чат/iu,
    opening:
      /^(?:конечно|разумеется|здравствуйте|привет|спасибо|хороший вопрос|отличный вопрос|да|хорошо)(?!\p{L})[^\n]{0,3}[!,.:—–-]/iu,
    closing:
      /дай(?:те)? знать|надеюсь,? (?:это|что)|обращайтесь|обращайся|хотите,? (?:чтобы )?я|хочешь,? (?:чтобы )?я|удачи|если (?:у вас|у тебя) (?:есть|будут|останутся)/iu,
    people: /пользовател|ассистент|помощник/iu,
  },
  tr: {
    refusal:
      /(?:yardımcı ol|yardım ed|özetley|sağlay|sun|yanıtlay|cevaplay|oluştur|yerine getir|işley|eriş|devam ed|gerçekleştir)(?:[ae]m(?:[ae]m|ıyorum|iyorum|uyorum|üyorum|ayacağım|eyeceğim))(?!\p{L})/iu,
    please: /lütfen|misiniz|mısınız/iu,
    give: /paylaş|gönder|yapıştır|sağla|ver|ilet|gir/iu,
    text: /konuşma|mesaj|metn|metin|sohbet|içeri/iu,
    opening:
      /^(?:tabii|elbette|merhaba|selam|teşekkür|harika soru|evet|memnuniyetle)(?!\p{L})[^\n]{0,8}[!,.:—–-]/iu,
    closing: /umarım|çekinmeyin|çekinme|haber ver|ister misin|bol şans|sorunuz (?:olursa|varsa)/iu,
    people: /kullanıcı|asistan/iu,
  },
  ar: {
    refusal:
      /(?:لا (?:أستطيع|يمكنني|أقدر)|لن أتمكن|لست قادر|غير قادر|ليس بإمكاني).{0,60}?(?:مساعد|المساعد|تلخيص|تقديم|إنشاء|الإجابة|الرد|معالجة|تنفيذ|متابعة|الوصول|توفير|إكمال)/u,
    please: /يرجى|من فضلك|الرجاء|رجاء|لو سمحت/u,
    give: /تقديم|مشاركة|إرسال|لصق|تزويد|إدخال|أرسل|شارك|توفير|قدم/u,
    text: /محادثة|رسائل|النص|حوار|المحتوى|نص/u,
    opening: /^(?:بالتأكيد|بالطبع|مرحبا|أهلا|شكرا|نعم|حسنا|سؤال (?:جيد|رائع))/u,
    closing: /آمل أن|أتمنى أن|لا تتردد|أخبرني|هل تريد|هل ترغب|بالتوفيق|إذا كان لديك/u,
    people: /المستخدم|المساعد/u,
  },
  hi: {
    refusal: /(?:मैं|मुझे|हम|क्षमा|माफ़|माफ|खेद).{0,90}(?:नहीं (?:\S+ )?(?:सकत|पाऊ|पाउ)|असमर्थ|सक्षम नहीं)/u,
    please: /कृपया|क्या आप/u,
    give: /प्रदान|साझा|भेज|पेस्ट|दें|दीजिए|उपलब्ध/u,
    text: /बातचीत|संदेश|पाठ|टेक्स्ट|सामग्री|चैट|वार्तालाप|संवाद/u,
    opening: /^(?:ज़रूर|जरूर|बिल्कुल|नमस्ते|धन्यवाद|हाँ|हां|अच्छा सवाल)/u,
    closing: /उम्मीद है|आशा है|बेझिझक|मुझे बताएं|मुझे बताएँ|क्या आप चाहते|शुभकामना/u,
    people: /उपयोगकर्ता|यूज़र|यूजर|सहायक|असिस्टेंट/u,
  },
};

/** What programs say when they fail, in a sentence of an answer. */
export const failure =
  /\b(?:rate limit|quota (?:exceeded|reached)|too many requests|service (?:is )?(?:temporarily )?unavailable|internal server error|bad gateway|gateway time-?out|connection (?:refused|reset|error)|maximum context length|context length exceeded|model is (?:currently )?overloaded|an? (?:\w+ )?error (?:has )?occurred|something went wrong)\b|エラーが発生|오류가 발생|произошла ошибка|wystąpił błąd|bir hata oluştu|حدث خطأ|त्रुटि हुई|ist ein (?:\p{L}+ )?fehler aufgetreten|une erreur (?:\p{L}+ )?(?:est survenue|s[’']est produite)|(?:produjo|producido|ocurrió|ocurrido) un error|ocorreu um erro|verificato un errore|een fout opgetreden|ett fel (?:uppstod|inträffade|har)|(?:发生|發生|出现|出現)了?(?:未知|内部|內部)?(?:错误|錯誤)|(?:请|請)稍[后後](?:再试|再試|重试|重試)/iu;

/** "Here is the summary": said before a summary, and no answer to anything. */
export const announcement =
  /summar|摘要|总结|總結|概要|要約|まとめ|요약|zusammenfass|résumé|synthèse|resumen|resumo|sumário|riassunto|sintesi|samenvatting|sammanfattning|podsumow|streszcz|сводк|резюме|кратк|özet|ملخص|सारांश/iu;
