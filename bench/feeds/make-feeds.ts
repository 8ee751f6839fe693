import { createRandom } from '#tests/fixtures/create-random.ts';
import { stopwordsOf } from '#text/language/stopwords.ts';

export interface BenchFeed {
  /** A name of this machine. Feeds of the same host wait for each other. */
  host: string;
  path: string;
  body: string;
}

const entriesPerFeed = 20;
const bytesPerFeed = 48_000;
const hosts = 50;
/**
 * The words of each language. Portuguese, Spanish and Italian are harder to tell apart by function words than the
 * others.
 */
const vocabularies = Object.entries({
  en: 'harbour council engineer report winter summer bridge money river traffic mayor spring delay steel delivery factory market teacher village hospital weather forest railway museum painter government election budget science ocean',
  de: 'Hafen Stadtrat Ingenieur Bericht Winter Sommer Brücke Geld Fluss Verkehr Bürgermeister Frühling Verzögerung Stahl Lieferung Fabrik Markt Lehrerin Dorf Krankenhaus Wetter Wald Eisenbahn Museum Maler Regierung Wahl Haushalt Wissenschaft Meer',
  es: 'puerto consejo ingeniero informe invierno verano puente dinero río tráfico alcalde primavera retraso acero entrega fábrica mercado maestra pueblo hospital tiempo bosque ferrocarril museo pintor gobierno elección presupuesto ciencia océano',
  pt: 'porto conselho engenheiro relatório inverno verão ponte dinheiro rio trânsito prefeito primavera atraso aço entrega fábrica mercado professora aldeia hospital tempo floresta ferrovia museu pintor governo eleição orçamento ciência oceano',
  it: 'porto consiglio ingegnere rapporto inverno estate ponte denaro fiume traffico sindaco primavera ritardo acciaio consegna fabbrica mercato maestra villaggio ospedale tempo bosco ferrovia museo pittore governo elezione bilancio scienza oceano',
  fr: 'port conseil ingénieur rapport hiver été pont argent rivière circulation maire printemps retard acier livraison usine marché institutrice village hôpital temps forêt chemin musée peintre gouvernement élection budget science océan',
}).map(([language, words]) => ({
  words: words.split(' '),
  functionWords: [...stopwordsOf(language)],
}));
const functionShare = 0.35;
/** The share of names and numbers, which differ in every feed. */
const rareShare = 0.06;

export function hostNames(): string[] {
  return Array.from({ length: hosts }, (_, n) => `127.0.0.${n + 1}`);
}

export function makeFeeds(count: number): BenchFeed[] {
  const names = hostNames();
  return Array.from({ length: count }, (_, n) => ({
    host: names[n % hosts] ?? '127.0.0.1',
    path: `/feed-${n}`,
    body: makeFeed(n),
  }));
}

function makeFeed(number: number): string {
  const random = createRandom(1000 + number);
  const upTo = (most: number) => Math.floor(random() * most);
  const { words, functionWords } = vocabularies[number % vocabularies.length] ?? {
    words: [],
    functionWords: [],
  };
  const oneOf = (list: readonly string[]) => list[upTo(list.length)] ?? '';
  const word = () => {
    const chance = random();
    if (chance < rareShare) return `${oneOf(words)}${upTo(5000).toString(36)}`;
    return oneOf(chance < rareShare + functionShare ? functionWords : words);
  };
  const sentence = () => {
    const text = Array.from({ length: 8 + upTo(16) }, word).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const paragraph = (entry: number, at: number) =>
    `<p>${sentence()} <a href="/see/${entry}-${at}">${word()}</a> &amp; <em>${word()}</em>. ${sentence()} ${sentence()}</p>`;
  const items = Array.from({ length: entriesPerFeed }, (_, entry) => {
    let html = `<h2>${sentence()}</h2><p><img src="/${entry}.jpg" alt="${word()}"></p>`;
    const room = bytesPerFeed / entriesPerFeed - 420;
    for (let at = 0; html.length < room; at++) html += `\n${paragraph(entry, at)}`;
    const day = String(1 + entry).padStart(2, '0');
    return `<item><guid isPermaLink="false">${number}-${entry}</guid><title>${sentence()}</title>
      <link>https://example.org/${number}/${entry}</link><dc:creator>A. Writer</dc:creator>
      <pubDate>Fri, ${day} May 2026 08:00:00 GMT</pubDate><content:encoded><![CDATA[${html}]]></content:encoded></item>`;
  });
  return `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Feed ${number}</title>
    <link>https://example.org/${number}</link>${items.join('\n')}</channel></rss>`;
}
