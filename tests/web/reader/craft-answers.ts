import { bridgeText } from '#tests/e2e/texts.ts';

const columns = Array.from({ length: 24 }, (_, at) => `<td>Measurement${at}</td>`).join('');
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="teal"/></svg>',
)}`;

/** The markup of an article with footnotes, a wide table and a picture. */
export const craftedArticle = [
  `<p>The pier<sup><a href="#fn1">1</a></sup> stood for ninety years, and longer.<sup><a href="#fn2">2</a></sup></p>`,
  `<p>It sank<sup><a href="#cite_note-board-3">[3]</a></sup> twice.<sup><a href="#cite_note-board-3">[3]</a></sup></p>`,
  `<table><tbody><tr>${columns}</tr></tbody></table>`,
  `<img src="${picture}" alt="A teal field" width="640" height="360">`,
  `<p>${bridgeText}</p>`,
  `<ol><li>Built in <em>1931</em> of steel. <a href="#fnref1">↩</a></li>`,
  `<li>See <a href="https://example.org/more">more</a>. <a href="#fnref2">↩</a></li>`,
  `<li><span>^ <a href="#cite_ref-board_3-0">a</a> <a href="#cite_ref-board_3-1">b</a></span> The harbour board.</li></ol>`,
].join('');
