import { describe, expect, test } from 'vitest';
import { extractSummary } from '#text/extract-summary.ts';
import { splitWords } from '#text/sentences/words.ts';
import { roleOf } from './boilerplate.ts';

const judge = (text: string): string => roleOf(text, splitWords(text));

describe('telling boilerplate from what a text says', () => {
  test.each([
    'Permission is hereby granted, free of charge, to any person obtaining a copy of this software.',
    'Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in compliance.',
    'This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY.',
    'Copyright (c) 2024 Example Corporation.',
    'The Project Gutenberg eBook of Moby Dick is for the use of anyone anywhere.',
    'Alle Rechte vorbehalten.',
    '版权所有，未经许可不得转载。',
    'We use cookies to improve your experience.',
    'Subscribe to our newsletter',
    'Follow us on Facebook and Twitter.',
    'Click here to read the full story.',
    'Sent from my iPhone',
    'Von meinem iPhone gesendet',
    'If you are not the intended recipient, please delete this message.',
    'On Mon, Jan 5, 2026 at 10:12 AM Ann Berg <ann@example.org> wrote:',
    'https://example.org/some/long/path?query=1',
    'a1b2c3d4 fix the crash on empty input',
    '- fix the crash on empty input (9fceb02d)',
    'const total = items.reduce((sum, item) => sum + item.price, 0);',
    'npm install --save-dev vitest',
    'echo "$KEY" | precis models add mine --provider openai --model gpt-5.2 --key-stdin',
    '12.4 15.9 18.0 22.7 31.1',
    '"Harbour line" redirects here.',
    'Auto-generated transcript.',
    'You are reading the free edition of The Lantern.',
    'Discuss this post on the forum.',
    'Reprinted by permission.',
    'If you have received this message in error, please delete it.',
    '© Harbour Courier 2025',
  ])('%s', (text) => expect(judge(text)).toBe('boilerplate'));

  test.each([
    'Mm-hmm.',
    'Yeah.',
    'OK, right.',
    '{vocalsound} Yeah , okay .',
    'Hi all,',
    'Dear Dr. Berg,',
    'Good morning!',
    'Best regards, Ann',
    'Thanks a lot!',
    '嗯，对。',
    'はい、そうですね。',
    'Oui, merci.',
    'Mr Alder, thank you for this conversation.',
    '*Thanks to Ada and Bo for reading drafts.',
  ])('%s is said in passing', (text) => expect(judge(text)).toBe('filler'));

  test.each([
    'The museum granted permission to copy the letters.',
    'The court said that the licence of the broadcaster had expired in March.',
    'Hello, I brought a laptop with me.',
    'We show that the regret is bounded by $O(\\sqrt{T})$ with $p_{d}$ known.',
    'Revenue rose 12 % to 4.2 million dollars in 2025, from 3.7 million in 2024.',
    'Mozilla will block third-party cookies by default in the next release of its browser for desktop computers.',
    '$850 a month is not enough money.',
    'He wrote the letter on Monday.',
    'The parcel was delivered in error to the museum next door.',
    'The council thanked the divers, who had found the bell.',
    'The committee discussed the transcript on Monday.',
    'See https://example.org for the list of bridges that will be closed.',
    '工程师在三月的检查中发现两根钢梁有裂缝。',
  ])('%s is what a text says', (text) => expect(judge(text)).toBe('matter'));

  test('a book is summarized without the licence around it', () => {
    const licence = 'You may copy it, give it away or re-use it under the terms of the licence included.';
    const book = [
      'The Project Gutenberg eBook of The Whale',
      licence,
      '*** START OF THE PROJECT GUTENBERG EBOOK THE WHALE ***',
      'The captain of the ship hunted the white whale across three oceans. The crew feared him and the whale alike.',
      'In the end the whale sank the ship and the captain with it. Only one sailor lived to tell the story.',
      '*** END OF THE PROJECT GUTENBERG EBOOK THE WHALE ***',
      'Section 1. General terms of use and redistributing electronic works. Donations are accepted in many ways.',
    ].join('\n\n');
    const { text } = extractSummary(book, { detail: 'detailed' });
    expect(text).toContain('whale');
    expect(text).not.toMatch(/licence|Gutenberg|Donations|redistributing/);
  });

  test('a caption, an advertisement label and a line that every page repeats are left out', () => {
    const report = [
      'The ferry of Norrland stops on Friday, because its hull has cracks as long as an arm.',
      'The ferry in the dock of Port Ellis. Photo: Ada Quist',
      'About 900 people live on the island, and the shop has food for six days.',
      'Norrland weekly, page of the islands.',
      'Advertisement',
      'A smaller boat with 40 seats will cross twice a day from Sunday, the county said.',
      'Norrland weekly, page of the islands.',
      'A new ferry was promised for 2021, but the only offer cost 12 million crowns.',
    ].join('\n\n');
    const { text } = extractSummary(report, { detail: 'detailed' });
    expect(text).not.toMatch(/dock of Port Ellis|Norrland weekly|Advertisement/);
    expect(text).toMatch(/40 seats|12 million/);
  });

  test('what readers say below an article is left out, but not a page of comments', () => {
    const article = Array.from(
      { length: 6 },
      (_, at) => `The club repaired boat number ${at + 2} in the winter and painted it for the season.`,
    );
    const comments = ['Comments (2)', 'I liked the colour of the third boat much more than the others.'];
    expect(extractSummary([...article, ...comments].join('\n\n'), { detail: 'detailed' }).text).not.toMatch(
      /colour/,
    );
    expect(extractSummary([...comments, ...article].join('\n\n'), { detail: 'detailed' }).text).toMatch(
      /boat/,
    );
  });

  test('a text of nothing but boilerplate still has a summary', () => {
    for (const text of [
      'Sent from my iPhone',
      '```\nlet a = 1;\n```',
      'a1b2c3d4 fix it\nb2c3d4e5 fix more',
      'Yeah.',
    ])
      expect(extractSummary(text).text).not.toBe('');
  });
});
