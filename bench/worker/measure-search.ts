import { type Percentiles, percentilesOf, timeOf } from './percentiles.ts';

const rounds = Number(process.env.PRECIS_BENCH_ROUNDS ?? 40);

/** The searches. They look into all kinds of records unless the name says otherwise. */
const questions: Record<string, string> = {
  'a rare word': '/api/search?query=zanzibar&format=json',
  'a word of every 150th record': '/api/search?query=word141&format=json',
  'a word of nearly every record': '/api/search?query=the&format=json',
  'a long common word': '/api/search?query=function&format=json',
  'three words': '/api/search?query=error+token+server&format=json',
  'words of no record together': '/api/search?query=zanzibar+word141+qqqq&format=json',
  'a common word in a small project': '/api/search?query=the&project=project-19&format=json',
  'a common word, by time': '/api/search?query=the&orderBy=date_desc&format=json',
  'two letters': '/api/search?query=wo&format=json',
  'Chinese, two characters': `/api/search?query=${encodeURIComponent('温度')}&format=json`,
  'what is not there': '/api/search?query=qqqqqq&format=json',
  'page 1 of all summaries': '/api/summaries?limit=50',
  'page 100 of observations': '/api/observations?limit=50&offset=5000',
  'timeline around a word': '/api/timeline?query=zanzibar&format=json',
  'context of a project': '/api/context/inject?project=project-2&format=json',
  'numbers and projects': '/api/stats',
};

export interface Question extends Percentiles {
  name: string;
}

export async function measureSearch(baseUrl: string): Promise<Question[]> {
  const results: Question[] = [];
  for (const [name, path] of Object.entries(questions)) {
    const times: number[] = [];
    for (let round = -3; round < rounds; round += 1) {
      const ms = await timeOf(async () => {
        const response = await fetch(`${baseUrl}${path}`);
        if (!response.ok) throw new Error(`${path} answered ${response.status}`);
        await response.arrayBuffer();
      });
      // The first rounds are warm-up.
      if (round >= 0) times.push(ms);
    }
    results.push({ name, ...percentilesOf(times) });
  }
  return results;
}
