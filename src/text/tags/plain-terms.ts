import lists from './plain-terms.json' with { type: 'json' };

/** Words that stand in articles about anything. They name no subject alone, and none begins or ends the name of one. */

const sets = new Map(Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]));

export function isPlainWord(lower: string, language: string): boolean {
  if (sets.get(language)?.has(lower) === true) return true;
  // Adverbs, and verbs in the past, name no subject.
  return language === 'en' && /(?:ly|[a-z]{3}ed)$/u.test(lower);
}
