import { createRandom } from '#tests/fixtures/create-random.ts';
import { projectOf, promptsPerSession } from '../scaling/fill-store.ts';
import { type MadeText, textCount } from '../scaling/texts.ts';

const things =
  'invoice export|guest cart|webhook retries|avatar upload|password reset|search index|rate limiter|audit log|email digest|currency table|feature flags|image resizer|session cookie|billing cron|tax report|address form|push notifications|shipping labels|loyalty points|discount codes|admin dashboard|stock counter|refund flow|report scheduler|calendar sync|PDF renderer|login throttle|translation files|geo lookup|order archive|chat widget|import wizard|price cache|support inbox|backup job|consent banner|usage meter|driver map|survey builder|ticket queue'.split(
    '|',
  );
const matters =
  'time zones|duplicate events|empty rows|expired tokens|slow queries|large files|missing fields|broken links|rounding errors|concurrent writes|stale caches|wrong sort order|lost updates|half-written files|unknown locales|memory growth|retry storms|clock drift|partial failures|old browsers|odd encodings|long names|deleted users|offline clients|leap days|nested folders|quota limits|null prices|bounced mails|reordered pages|orphaned rows|dark mode|screen readers|slow networks|signature checks|schema changes|archived orders|bulk edits|read replicas|dead letters'.split(
    '|',
  );
const means =
  'an advisory lock|a unique index|an outbox table|exponential backoff|a content hash|a nightly sweep|a bloom filter|optimistic versions|a write-ahead file|a token bucket|a materialized view|cursor paging|a circuit breaker|streaming parsing|a shadow table|an idempotency key'.split(
    '|',
  );
const reasons =
  'two workers ran at once and both wrote the row|the vendor repeats each call up to 5 times|support had 40 complaints in one week|the old way took 9 seconds on the largest account|nobody could say which value was right|the tests on the build server failed every third time|the mobile app sends the field only on its second start|the ledger must match the bank to the cent'.split(
    '|',
  );
const files = ['handler.ts', 'worker.ts', 'schema.sql', 'routes.ts', 'queue.ts', 'parser.ts', 'totals.ts'];

interface Subject {
  thing: string;
  matter: string;
  mean: string;
  reason: string;
  days: number;
  file: string;
}

/** What a session is about. Every session has a subject of its own. */
function subjectOf(session: number): Subject {
  const random = createRandom(session + 11);
  const any = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const thing = things[session % things.length] ?? '';
  const matter = matters[Math.floor(session / things.length) % matters.length] ?? '';
  const file = `src/${thing.toLowerCase().replaceAll(' ', '-')}/${any(files)}`;
  return { thing, matter, file, mean: any(means), reason: any(reasons), days: 2 + Math.floor(random() * 88) };
}

function promptOf({ thing, matter, mean, reason, days, file }: Subject, turn: number): string {
  const texts = [
    `The ${thing} has trouble with ${matter}. How should we handle that? I saw it in ${file}, and ${reason}.`,
    `Ok, let's go with ${mean} for the ${thing}, because ${reason}. Entries older than ${days} days can go. Please write the migration first and show me the plan before you touch ${file}.`,
    `Now add a test for ${matter}: one entry that is ${days} days old, one from today, and one without a date.\nThis is what the run prints:\n\nFAIL ${file}\n  expected ${days}, received undefined\n  at check (${file}:${days}:12)\n`,
    `Looks good. Rename the helper, update the changelog, and tell me what is left to do for ${matter} in the ${thing}.`,
  ];
  return texts[turn] ?? '';
}

function fieldsOf({ thing, matter, mean, reason, days, file }: Subject, turn: number) {
  return [
    {
      request: `The user asked how the ${thing} should handle ${matter}.`,
      investigated: `Read ${file} and the two callers of the ${thing}. Looked at the log of the last ${days} days. The failing case is ${matter}.`,
      learned: `The ${thing} has no protection against ${matter}: ${reason}. Three ways were compared, and ${mean} costs least. The callers do not depend on the order of the entries.`,
      completed: `Wrote down the three ways with their costs. Measured the ${thing} with ${days} thousand entries: 1.${days} s.`,
      next_steps: `Decide between ${mean} and a check before each write.`,
    },
    {
      request: `Use ${mean} for the ${thing}.`,
      investigated: `Checked the schema that the ${thing} writes to. Compared the size of the table before and after.`,
      learned: `With ${mean}, ${matter} no longer reach the ${thing}. Entries are deleted after ${days} days. The migration takes 4 s on a copy of the live data.`,
      completed: `Added the migration and ${mean}. Changed ${file} so that the ${thing} reads the new column. All 214 tests pass.`,
      next_steps: `Test ${matter} with entries without a date. Remove the old column in the next release.`,
    },
    {
      request: `Add a test for ${matter}.`,
      investigated: `Read the failure in ${file}: the date is undefined for entries of the first version.`,
      learned: `Entries of the first version have no date, so the ${thing} treats them as ${days} days old. The fixture had hidden this.`,
      completed: `Added three cases to the tests of the ${thing}. The entry without a date now gets the date of its file.`,
      next_steps: `Rename the helper and update the changelog.`,
    },
    {
      request: `Rename the helper and update the changelog.`,
      investigated: `Searched for all uses of the helper in the ${thing}.`,
      learned: `The helper is used in ${days % 7} other places. The changelog has an entry for the ${thing} already.`,
      completed: `Renamed the helper in ${file}. The changelog says that ${matter} are handled with ${mean}.`,
      next_steps: `Watch the error rate of the ${thing} for ${days} days.`,
    },
  ][turn];
}

/** What a command prints. */
function outputOf({ file, thing, days }: Subject, turn: number): string {
  const line = (n: number) =>
    `${file}:${n * 7 + turn} ${n % 5 === days % 5 ? 'FAIL' : 'ok'} ${thing} case ${n}, ${n * days} ms, 0x${(n * 7919 * days).toString(16)}`;
  return Array.from({ length: 8 + ((days + turn) % 24) }, (_, n) => line(n)).join('\n');
}

/** Makes the texts of sessions at work, one of each kind for each turn, as `fillStore` spreads them. */
export function makeWork(): MadeText[] {
  return Array.from({ length: textCount + 1 }, (_, id) => {
    const session = id === 0 ? textCount / promptsPerSession : Math.ceil(id / promptsPerSession);
    const turn = (id + promptsPerSession - 1) % promptsPerSession;
    const subject = subjectOf(session);
    const { thing, file } = subject;
    const fields = fieldsOf(subject, turn);
    if (fields === undefined) throw new Error('A session has four turns.');
    const records = { prompt: promptOf(subject, turn), tool_response: outputOf(subject, turn), ...fields };
    return { id, title: `npm test -- ${file}`, text: thing, records };
  });
}

/** The project of a session, and what a person asks later who needs to know what the session said. */
export function relevantPrompt(session: number): { project: string; text: string } {
  const { thing, matter, mean, days } = subjectOf(session);
  const texts = [
    `The ${thing} fails again with ${matter}. What did we decide about that, and why?`,
    `Somebody asks why the ${thing} uses ${mean}. Write an answer that explains how we handle ${matter}.`,
    `Can we keep the entries of the ${thing} for more than ${days} days? Check what ${matter} have to do with it.`,
  ];
  return { project: `project-${projectOf(session)}`, text: texts[session % texts.length] ?? '' };
}

const syllables = ['ka', 'to', 'vu', 'be', 'li', 'mo', 'ra', 'ze', 'pi', 'du', 'ga', 'no'];

/** A word that nothing else contains. */
function newWord(number: number): string {
  const size = syllables.length;
  const places = [number, Math.floor(number / size), Math.floor(number / size ** 2), number * 7];
  return places.map((place) => syllables[place % size] ?? '').join('');
}

/** A prompt about something that no session said. It has one common word of all sessions. */
export function irrelevantPrompt(number: number): string {
  const [word, other] = [newWord(number), newWord(number + 1000)];
  const texts = [
    `Add ${word} to ${other}.`,
    `Does ${word} need a plan, or is ${other} enough?`,
    `Why is ${word} in the changelog, and where did ${other} go?`,
  ];
  return texts[number % texts.length] ?? '';
}
