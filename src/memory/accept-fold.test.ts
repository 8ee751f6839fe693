import { describe, expect, test } from 'vitest';
import { memoryTemplates } from '#templates/memory-templates.ts';
import { renderTemplate } from '#templates/render-template.ts';
import { type ChatName, chats, messagesOf } from '#tests/fixtures/folds/chats.ts';
import { honestFolds } from '#tests/fixtures/folds/honest-folds.ts';
import { hostileFolds } from '#tests/fixtures/folds/hostile-folds.ts';
import { isErrorLike } from '#text/answers/error-like.ts';
import { extractFold } from '#text/extract-thread.ts';
import { acceptFold } from './accept-fold.ts';

const { system, prompt } = renderTemplate(memoryTemplates.threadFold, {
  parameters: {},
  texts: { sourceText: '.', previousSummary: '' },
  systemPromptOverride: null,
});
const builtIn = `${system}\n\n${prompt}`;

function judge(candidate: string, chat: ChatName = 'trip', instructions = builtIn) {
  const { previousSummary } = chats[chat];
  return acceptFold({ candidate, previousSummary, messages: messagesOf(chat), instructions });
}

describe('the answer of a summarizer', () => {
  test.each(honestFolds)('is accepted as it is: $name', ({ chat, text }) => {
    expect(judge(`\n${text} `, chat)).toEqual({ kind: 'accepted', text });
  });

  test.each(hostileFolds)('is refused: $name', ({ chat, text, reason }) => {
    expect(judge(text, chat)).toMatchObject({
      kind: 'refused',
      reason,
      message: expect.stringMatching(/model[^.]*\.$/),
    });
  });

  test.each(Object.keys(chats) as ChatName[])('is accepted from the built-in model: %s', (chat) => {
    const messages = messagesOf(chat);
    const { previousSummary } = chats[chat];
    const candidate = extractFold({ previousSummary, messages });
    const kind = [...candidate].length < 200 ? 'skipped' : 'accepted';
    expect(acceptFold({ candidate, previousSummary, messages, isQuoted: true })).toMatchObject({ kind });
    expect(acceptFold({ candidate, previousSummary, messages })).toMatchObject({ kind });
  });
});

describe('the numbers of a summary', () => {
  const told =
    'The user wants to go to Lisbon in May with two kids and would rather not fly. The assistant suggested the train via Paris and Hendaye. They chose a flat with a lift in Alcântara, near the river, and no rental car.';

  test.each([
    ['items of a list', 'Open:\n1. The train\n2. The flat\n3. The Oceanário\n4. The tickets'],
    [
      'headings',
      '## 1. Train\nNot booked.\n\n## 2. Flat\nWith a lift.\n\n### 3 – Open\nThe Oceanário.\n\n**4.** May',
    ],
    ['items in a line', 'Open: (1) the train, (2) the flat, (3) the Oceanário, (4) the tickets.'],
    [
      'items in a line without brackets',
      'Open: 1. the train; 2. the flat; 3. the Oceanário; 4. the tickets.',
    ],
    ['Chinese items', '\n1、Hendaye\n2、Alcântara\n3、Belém\n4、Oceanário'],
    ['what follows from the messages', 'They stay 7 nights, from 12 to 19 May, with 2k euros.'],
  ])('may count %s', (_, numbers) => {
    expect(judge(`${told}\n\n${numbers}`)).toMatchObject({ kind: 'accepted' });
  });

  test.each([
    ['another amount', 'The budget is 3,000 euros.'],
    ['one the messages do not have', 'The kids are 4 and 6 years old.'],
    ['one after a list mark', '1. The train\n2. The flat for 4 nights'],
    ['one at the start of a line', '- 4 beds\n- 5 keys'],
    ['another amount at the start of a line', '1.5 million euros are the budget.\n1:45 is the arrival.'],
    ['one in brackets', 'The kids (4) need a playground.'],
  ])('are refused with %s', (_, numbers) => {
    expect(judge(`${told}\n\n${numbers}`)).toMatchObject({ kind: 'refused', reason: 'other-numbers' });
  });
});

describe('a summary of fewer than 200 characters', () => {
  const short = 'Milk cartons go in the yellow bin, emptied every second Tuesday; glass to Mill Street.';

  test('is no failure where the messages are short', () => {
    expect(judge(short, 'short')).toEqual({
      kind: 'skipped',
      text: short,
      characters: short.length,
      isSupported: true,
    });
    expect(judge('Nothing to add.', 'short')).toMatchObject({ kind: 'skipped', isSupported: false });
  });

  test('is counted without the white space around it, in characters and not in code units', () => {
    const text = '用户要把客厅重新装修，预算八万元，国庆前完工。地板用实木复合，墙面用立邦暖灰。'.slice(
      0,
      39,
    );
    expect(judge(`\n${text}🙂 \n`, 'chinese')).toMatchObject({
      kind: 'skipped',
      characters: text.length + 1,
    });
  });

  test('is refused where the messages are long', () => {
    const messages = [{ role: 'user' as const, text: chats.trip.said.flat().join(' ').repeat(6) }];
    expect(
      acceptFold({ candidate: 'The user goes to Lisbon in May.', previousSummary: null, messages }),
    ).toMatchObject({ kind: 'refused', reason: 'too-short' });
  });

  test('is still refused where it is a refusal, a request or a loop', () => {
    for (const text of ['I cannot help with that.', 'Please share the transcript.', 'no no no '.repeat(12)])
      expect(judge(text, 'short')).toMatchObject({ kind: 'refused' });
  });
});

describe('a summary in another language than the conversation', () => {
  const german =
    'Der Nutzer möchte im Mai mit seinen zwei Kindern nach Lissabon reisen, hat etwa 2.000 Euro und will nicht fliegen. Er hat sich für den Zug über Paris und Hendaye entschieden und für eine Wohnung mit Aufzug in Alcântara vom 12. bis zum 19. Mai, ohne Mietwagen.';

  test('is accepted where the run or the template asks for that language', () => {
    const messages = messagesOf('trip');
    const fold = { candidate: german, previousSummary: null, messages };
    expect(acceptFold({ ...fold, targetLanguage: 'de' })).toMatchObject({ kind: 'accepted' });
    expect(acceptFold({ ...fold, targetLanguage: 'fr' })).toMatchObject({ reason: 'wrong-language' });
    expect(judge(german, 'trip', 'Summarize the chat. Always write in German.')).toMatchObject({
      kind: 'accepted',
    });
    expect(judge(german, 'trip', 'Fasse das Gespräch auf Deutsch zusammen.')).toMatchObject({
      kind: 'accepted',
    });
    expect(judge(german, 'trip', 'Write in French.')).toMatchObject({ reason: 'wrong-language' });
  });
});

describe('a summary after an earlier one', () => {
  test('may stay as it is after small talk, and not after many pages', () => {
    const previousSummary = honestFolds[0]?.text ?? '';
    const long = messagesOf('code').flatMap((message) => Array.from({ length: 8 }, () => message));
    const fold = { candidate: previousSummary, previousSummary };
    expect(acceptFold({ ...fold, messages: messagesOf('short') })).toMatchObject({ kind: 'accepted' });
    expect(acceptFold({ ...fold, messages: long })).toMatchObject({ reason: 'unchanged' });
  });

  test('has to carry on what the earlier one says', () => {
    const candidate =
      'A train via Paris and Hendaye takes about 26 hours. The flat in Alcântara is booked from 12 to 19 May, with a lift because of the pram and without a rental car. Tickets come to about 540 euros for three people.';
    const messages = messagesOf('trip');
    const previousSummary = `${chats.code.previousSummary} The release is planned by Petra for the second week of June, after the audit by Nordlicht GmbH. They also prefer short answers with runnable examples and dislike ORMs of any kind.`;
    expect(acceptFold({ candidate, previousSummary, messages })).toMatchObject({ reason: 'drops-previous' });
    expect(acceptFold({ candidate, previousSummary: null, messages })).toMatchObject({ kind: 'accepted' });
  });
});

const tail =
  ' The user plans a trip to Lisbon in May with two children, wants to stay under 2,000 euros, prefers trains, and asked for a list of flats near the river. Open: the dates, and whether the dog comes along. Decided: no rental car.';

describe('an answer that is an error or a refusal', () => {
  test.each([
    'Error generating summary: TypeError: fetch failed.',
    'Error generating summary: Invalid response format',
    'An error occurred while processing your request.',
    'Failed to generate a summary.',
    'I’m sorry, but I can’t help with that request.',
    "I'm sorry, but I can't summarize this conversation.",
    'Sorry, I am unable to assist with this.',
    '**I apologize, but I cannot provide a summary of this content.**',
    'I cannot assist with that.',
    'Unfortunately, I can’t provide a summary.',
    'As an AI language model, I do not have access to earlier conversations.',
    'As an AI, I cannot do that.',
    '429 Too Many Requests',
    'HTTP 503: upstream gave up.',
    'HTTP/1.1 502 Bad Gateway',
    '<!DOCTYPE html><html><head><title>502</title></head></html>',
    "Error code: 429 - {'error': {'message': 'Rate limit reached'}}",
    'RateLimitError: 429 limit reached on tokens per minute. Please try again in 3 s.',
    'TypeError: x is undefined\n    at summarize (index.js:10:3)',
    'Traceback (most recent call last):\n  File "a.py", line 1',
    '很抱歉，我无法协助处理这个请求。',
    '抱歉，作为AI助手，我不能提供该内容的摘要。',
    '对不起，目前无法生成总结。',
    '作为一个人工智能语言模型，我没有访问之前对话的权限。',
    '我无法提供这段对话的总结。',
    '生成摘要时出错：请求超时',
    '摘要生成失败',
    '服务器繁忙，请稍后再试。',
    '請求失敗：429，請稍後再試。',
    '申し訳ありませんが、その要求にはお応えできません。',
    'Es tut mir leid, aber ich kann dabei nicht helfen.',
    'Je suis désolé, mais je ne peux pas vous aider.',
    'Lo siento, pero no puedo ayudar con eso.',
    'Desculpe, mas não posso ajudar com isso.',
    'Mi dispiace, ma non posso aiutarti con questa richiesta.',
    'К сожалению, я не могу помочь с этим.',
    '죄송하지만 그 요청은 도와드릴 수 없습니다.',
    'عذراً، لا أستطيع المساعدة في ذلك.',
    'क्षमा करें, मैं इसमें मदद नहीं कर सकता।',
    'Het spijt me, maar ik kan daar niet mee helpen.',
    'Przykro mi, ale nie mogę w tym pomóc.',
    'Üzgünüm, bu konuda yardımcı olamam.',
    'Tyvärr kan jag inte hjälpa till med det.',
  ])('is refused however long it goes on: %s', (opening) => {
    expect(isErrorLike(opening + tail)).toBe(true);
  });

  test.each([
    JSON.stringify({ error: { message: 'Rate limit reached for this model.'.repeat(9), type: 'tokens' } }),
    `\`\`\`json\n${JSON.stringify({ error: 'The model is overloaded. '.repeat(12) }, null, 2)}\n\`\`\``,
  ])('is refused as an object too: %s', (candidate) => {
    expect(isErrorLike(candidate)).toBe(true);
  });

  test.each([
    'The user asked why the API answers "429 Too Many Requests".',
    'Error handling was reworked: every handler now answers problem+json.',
    'Error processing in the queue was the topic.',
    'An error occurred while deploying on Friday, and Ann rolled back.',
    'Errors in the checkout were traced to a stale cache.',
    'Failed to process payments since Monday: 12 customers wrote in.',
    'TypeError: the first question was why this is thrown in the parser; it was a missing await.',
    'The assistant said sorry for the delay and could not open the file.',
    'Sorry state of the tests: half are skipped.',
    '"I’m sorry, but I can’t make it on Friday", wrote Ann; the meeting moved to Monday.',
    'As an AI researcher, the user wants a reading list.',
    'As agreed, the AI features come last.',
    'I can bring the projector, the user says.',
    '404 pages were the topic: the user wants a friendlier one.',
    '500 guests are expected at the wedding.',
    '用户说服务器错误率在周五上升，团队决定回滚。',
    '服务器错误率在周五上升，团队决定回滚到上一个版本。',
    '作为AI研究员，用户想要一份阅读清单。',
    '作为我们团队的第一步，先完成迁移。',
    '错误处理已经重写。',
    '抱歉的话不必再说，用户希望直接修改合同。',
    '{"goal": "plan a trip", "decided": ["no car"]}',
  ])('is not taken for one where a real summary tells of it: %s', (opening) => {
    expect(isErrorLike(opening + tail)).toBe(false);
  });
});
