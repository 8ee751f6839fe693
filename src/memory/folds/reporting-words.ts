/** What a summary says about any conversation: no sign that it is about this one, nor that it is not. */
const lists = [
  'user users assistant conversation chat discussion summary summarize summarized dialogue thread messages message turn turns ask asks asked asking want wants wanted need needs needed prefer prefers preferred preference preferences decide decides decided decision decisions agree agrees agreed suggest suggests suggested suggestion propose proposes proposed proposal recommend recommends recommended explain explains explained mention mentions mentioned discuss discusses discussed say says said tell tells told note notes noted state states stated confirm confirms confirmed request requests requested plan plans planned open question questions issue issues fact facts key goal goals constraint constraints remain remains remaining still pending done far also however while currently offer offers offered provide provides provided include includes included including regarding concerning consider considers considered use uses used using person',
  'benutzer nutzer nutzerin benutzerin assistent assistentin gespräch zusammenfassung unterhaltung fragt fragte gefragt möchte will wünscht bevorzugt entschieden entscheidung entschied vorgeschlagen vorschlag schlug schlägt erklärt erklärte offen offene frage fragen ziel ziele bisher besprochen',
  'utilisateur utilisatrice assistant conversation discussion résumé demande demandé demandait veut souhaite préfère décidé décision décisions propose proposé proposition explique expliqué question questions ouverte ouvertes objectif reste',
  'usuario usuaria asistente conversación resumen pregunta preguntó preguntas quiere desea prefiere decidió decidido decisión decisiones propone propuso propuesta explicó explica pendiente pendientes objetivo',
  'usuário usuária assistente conversa resumo pergunta perguntou perguntas quer deseja prefere decidiu decidido decisão decisões propôs proposta explicou pendente pendentes objetivo',
  'utente assistente conversazione riassunto chiede chiesto domanda domande vuole desidera preferisce deciso decisione proposto proposta spiegato aperta aperte obiettivo',
  'gebruiker assistent gesprek samenvatting vraagt vroeg vraag vragen wil liever besloten besluit voorgesteld voorstel uitgelegd open doel',
  'пользователь пользователя пользователю ассистент ассистента разговор беседа сводка спросил спрашивает вопрос вопросы хочет просит предпочитает решил решили решено решение предложил предложено объяснил открытый открытые открыто цель',
  'użytkownik użytkownika asystent asystenta rozmowa podsumowanie zapytał pyta pytanie pytania chce woli zdecydował zdecydowano decyzja zaproponował propozycja wyjaśnił otwarte cel',
  'kullanıcı asistan konuşma sohbet özet sordu soru sorular istiyor istedi tercih karar verdi önerdi öneri açıkladı açık hedef',
  'användaren användare assistenten assistent samtal sammanfattning frågar frågade fråga frågor vill föredrar beslutade beslut föreslog förslag förklarade öppen öppna mål',
  'المستخدم المساعد المحادثة ملخص سأل يسأل سؤال أسئلة يريد يفضل قرر قرار اقترح اقتراح شرح مفتوح هدف',
  'उपयोगकर्ता सहायक बातचीत सारांश पूछा पूछता सवाल प्रश्न चाहता चाहती पसंद निर्णय तय सुझाव दिया बताया खुला लक्ष्य',
  '用户 使用 使用者 助手 助理 对话 對話 会话 摘要 总结 總結 询问 詢問 問了 希望 想要 偏好 喜欢 决定 決定 建议 建議 提议 提議 说明 說明 解释 解釋 问题 問題 待解 未解 目标 目標 确认 確認 要求 计划 計劃 讨论 討論 提到 表示',
  'ユー ーザ ザー アシ シス スタ タン ント 会話 要約 質問 希望 決定 提案 説明 未解 課題 目標 確認 計画',
  '사용자 사용자는 사용자가 어시스턴트 어시스턴트는 대화 요약 질문 질문했다 원한다 선호 결정 결정했다 제안 제안했다 설명 설명했다 목표 미해결',
];

export const reportingWords: ReadonlySet<string> = new Set(lists.flatMap((list) => list.split(' ')));
