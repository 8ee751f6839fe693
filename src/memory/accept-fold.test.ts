import { describe, expect, test } from 'vitest';
import { acceptFold } from './accept-fold.ts';

const judge = (candidate: string) => acceptFold({ previous: null, candidate });
const tail =
  ' The user plans a trip to Lisbon in May with two children, wants to stay under 2,000 euros, prefers trains, and asked for a list of flats near the river. Open: the dates, and whether the dog comes along. Decided: no rental car.';

describe('a new summary', () => {
  test('of 200 characters is accepted, of 199 it is not', () => {
    expect(judge('x'.repeat(200))).toEqual({ accepted: true, text: 'x'.repeat(200) });
    expect(judge('x'.repeat(199))).toMatchObject({ accepted: false, reason: 'too-short' });
  });

  test('is measured without the white space around it, in characters and not in code units', () => {
    expect(judge(`\n ${'x'.repeat(199)} \n`)).toMatchObject({ reason: 'too-short' });
    expect(judge(`\n ${'x'.repeat(200)} \n`)).toEqual({ accepted: true, text: 'x'.repeat(200) });
    expect(judge('🙂'.repeat(199))).toMatchObject({ reason: 'too-short' });
    expect(judge('要'.repeat(200))).toMatchObject({ accepted: true });
  });

  test.each(['', ' \n\t '])('that is blank is refused as empty', (candidate) => {
    expect(judge(candidate)).toMatchObject({ accepted: false, reason: 'empty' });
  });

  test('that is refused says what stays', () => {
    expect(judge('')).toMatchObject({ message: expect.stringContaining('all messages stay live') });
    expect(acceptFold({ previous: 'before', candidate: '' })).toMatchObject({
      message: expect.stringContaining('the summary stays as it was'),
    });
  });
});

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
  ])('is refused however long it goes on: %s', (opening) => {
    expect(judge(opening + tail)).toMatchObject({ accepted: false, reason: 'error-like' });
  });

  test.each([
    JSON.stringify({ error: { message: 'Rate limit reached for this model.'.repeat(9), type: 'tokens' } }),
    `\`\`\`json\n${JSON.stringify({ error: 'The model is overloaded. '.repeat(12) }, null, 2)}\n\`\`\``,
  ])('is refused as an object too: %s', (candidate) => {
    expect(judge(candidate)).toMatchObject({ accepted: false, reason: 'error-like' });
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
    expect(judge(opening + tail)).toMatchObject({ accepted: true });
  });
});
