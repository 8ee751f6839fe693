import type { Sentence } from '#text/sentences/sentences.ts';
import { findCaptions, isAside, isFinished, isNote, LONGEST_LINE, LONGEST_TITLE } from './page-notes.ts';
import passages from './passages.json' with { type: 'json' };
import type { Wording } from './wording.ts';

/** What the place of a unit in the layout of its text makes of it. */
export type Passage = {
  /** Whether the unit is part of the page and not of the text: a caption, a list of references, an appeal. */
  aside: boolean;
  /** A title or a note on the text is a heading: it may say what the text is about but is never chosen. */
  kind: Sentence['kind'];
  /** How much more or less a reader wants the unit than its wording tells. */
  bonus: number;
};

type Draft = Pick<Sentence, 'kind' | 'paragraph' | 'text'> & {
  speaker: string | undefined;
  wording: Wording;
};
type Section = keyof typeof passages.sections;

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'u');
const SECTIONS = Object.entries(passages.sections).map(
  ([name, pattern]) => [name as Section, whole(pattern)] as const,
);
const INITIALS = /^\p{Lu}\. (?:\p{Lu}\. )?\p{Lu}\p{Ll}+,/u;
const QUOTES_EARLIER = /^[^:：]{1,30}[:：]\s?/u;
const UPDATE = new RegExp(
  String.raw`^[[*_(【]{0,3}(?:${passages.update})[\])】*_]{0,3}(?:\s?\([^()]{1,30}\))?\s?[:：!—–-]`,
  'iu',
);
// An article may have as many titles as a thread, but none says who wrote a post, and when.
const POST_MARK =
  /(?<!\p{L})(?:posts?: ?\d|joined|posted|commented|wrote|re: |beiträge: ?\d|registriert|geschrieben|inscrit|messages ?: ?\d|mensajes: ?\d|escribió)|^#\d|发表于|\d楼|投稿/iu;
const SOLVING = new RegExp(String.raw`(?<!\p{L})(?:${passages.solving})(?!\p{L})`, 'iu');
const SOLVED = /[[(【](?:solved|resolved|gelöst|erledigt|résolu|solucionado|已解决|解決済み?)[\])】]/iu;

/** Matches an item that goes on from the line above its list. */
export const LOWER_ITEM = /^\W{0,3}(?:[a-z\d]{1,2}[.)]\s+)?\p{Ll}{2}/u;
const MARKDOWN = /^#{1,6}\s/u;
const NUMBERED =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,2}\.?|[IVX]{1,5}\.|[一二三四五六七八九十]{1,3}、|（[一二三四五六七八九十]{1,3}）)\s*\p{L}/u;
const DECORATION =
  /^(?:#{1,6}\s+|[【[(*_=—–-]{1,4}\s*|\d{1,2}(?:\.\d{1,2}){0,2}\.?\s+|[IVX]{1,5}\.\s+|[一二三四五六七八九十]{1,3}、\s*|（[一二三四五六七八九十]{1,3}）\s*)+|(?:\[[^\]]{1,12}\]|[\s:：.*_=\])】—–-]){1,30}$/gu;
const FEWEST_WORDS_OF_TEXT = 8;
/** If this share of the prose is in finished sentences, its other lines are titles and notes. */
const MOSTLY = 0.5;
const VERSION = /^#{1,4}\s+\[?v?\d+\.\d+(?:\.\d+)?/iu;
const REFERENCE =
  /(?:^|\D)(?:1[5-9]|20)\d\d(?:\D|$)|\b(?:doi|isbn|issn|pp?\.|vol\.|et al|retrieved|abgerufen|consulté|https?:)/iu;
const FEWEST_LIST_TITLES = 4;
const FEWEST_HEADINGS = 3;
const FEWEST_BELOW_HEADLINE = 6;

// Scores of units lie between 0 and 0.3, with most of them 0.06 around their mean.
const KEY = 0.1;
const DECIDED = 0.15;
const TASK = 0.05;
const BESIDES_DECISIONS = -0.05;
const RECORDED = String.raw`^[*_\s]{0,3}(?:\d{1,2}(?:\.\d{1,2}){0,2}\.?\s{1,4})?`;
const DECIDED_LINE = new RegExp(`${RECORDED}(?:${passages.decided})[^:：.!?]{0,48}[:：]`, 'iu');
const TASK_LINE = new RegExp(`${RECORDED}(?:${passages.task})[^:：.!?]{0,48}[:：]`, 'iu');
const KEY_LINE = new RegExp(String.raw`^[*_\s]{0,3}(?:${passages.keyLine})\s?[*_]{0,2}[:：]`, 'iu');
const FIRST_PERSON = /^(?:I|my|ich|mein\p{L}*|je|mon|ma|mes|mi|mis)(?!\p{L})/iu;
const LEAD = 0.09;
const FINDING = 0.08;
const SETTING = -0.12;
const BEFORE_LIST = -0.12;
const EARLIER_MAIL = -0.08;
const GUESS = -0.12;
const LEFT_OUT = 2;
const SOLVED_BY = 0.06;
const FEWEST_POSTS = 5;
const MINOR = -0.12;
const OLDER_RELEASE = -0.12;
const SOLUTION = 0.3;
const AFTER_SOLUTION = 0.1;
const LIST_TITLE = 0.15;

/** Reads the layout of a text: its sections, captions, notes and updates. The time is proportional to its length. */
export function readPassages(drafts: readonly Draft[]): Passage[] {
  const mostlyFinished = isMostlyFinished(drafts);
  const isFirst = ({ paragraph }: Draft) => paragraph === drafts[0]?.paragraph;
  const hasHeadline = isHeadline(drafts);
  const hasMotto = isMotto(drafts);
  const titles = drafts.map(
    (draft, at) => (hasHeadline && isFirst(draft)) || isTitle(drafts, at, mostlyFinished),
  );
  const sections = findSections(drafts);
  const listed = findListTitles(drafts, titles, sections);
  const listStart = Math.min(...listed, drafts.length) % drafts.length;
  const isRecord = sections.includes('decision');
  const result: Passage[] = [];
  const lead = findLead(drafts, titles);
  let section: Section | undefined;
  let level = 0;
  let releases = 0;
  let asideParagraph = -1;
  let updated = false;
  const posted = drafts.filter((draft, at) => isTitled(draft, at));
  const isThread =
    posted.length >= FEWEST_POSTS && posted.some(({ text }) => POST_MARK.test(text) || SOLVED.test(text));
  const solves = (draft: Draft, at: number) => isUpdate(drafts, at) || (isThread && SOLVING.test(draft.text));
  const solution = drafts.findIndex(
    (draft, at) => at * 3 > drafts.length && solves(draft, at) && !isTitled(draft, at),
  );
  // The first answer: what stands between two posts may all have been left out.
  const question = drafts.findIndex(isLong);
  const asked = drafts.findIndex(
    (draft, at) =>
      question >= 0 &&
      at > question &&
      (isTitled(draft, at) || draft.paragraph > (drafts[at - 1]?.paragraph ?? 0) + LEFT_OUT),
  );
  const captions = findCaptions(drafts);
  let solved = false;
  const said = new Set<string>();
  drafts.forEach((draft, at) => {
    const { text, paragraph } = draft;
    const named = sections[at];
    const heading = isTitled(draft, at);
    if (named !== undefined || (heading && endsSection(section, text, level))) {
      section = named;
      level = MARKDOWN.exec(text)?.[0].length ?? 0;
    } else if (section !== undefined && !heading && resumes(section, drafts, at)) section = undefined;
    if (VERSION.test(text)) releases++;
    // A forum puts the mark on the title of every page, and above the post that solved it.
    if (heading && at * 3 > drafts.length && SOLVED.test(text)) solved = true;
    if (opens(drafts, at)) {
      if (isNote(draft) || captions.has(paragraph)) asideParagraph = paragraph;
      if (heading) updated = false;
      if (isUpdate(drafts, at) || (solved && !heading)) {
        updated = true;
        solved = false;
      }
    }
    const repeats = said.has(text.replace(QUOTES_EARLIER, '')) && QUOTES_EARLIER.test(text);
    said.add(text);
    const note = !isFinished(text) && isAside(text.slice(0, LONGEST_LINE));
    const motto = hasMotto && isFirst(draft);
    const cut =
      mostlyFinished &&
      draft.kind === 'prose' &&
      !isFinished(text) &&
      isLast(drafts, at) &&
      !KEY_LINE.test(text) &&
      !leadsToItems(draft, drafts[at + 1]);
    const skipped =
      section === 'references' || section === 'links' || section === 'never' || section === 'comments';
    const label = named !== undefined && !heading;
    result.push({
      aside: asideParagraph === paragraph || skipped || repeats || note,
      kind: (heading && !listed.has(at)) || label || cut || motto ? 'heading' : kindOf(draft, drafts[at + 1]),
      bonus:
        (releases > 1 ? OLDER_RELEASE : bonusOf(section)) +
        (isRecord && section !== 'decision' && section !== 'key' ? BESIDES_DECISIONS : 0) +
        (paragraph === lead && section !== 'setting' && !FIRST_PERSON.test(text) ? LEAD : 0) +
        (KEY_LINE.test(text) ? KEY : 0) +
        (DECIDED_LINE.test(text) ? DECIDED : TASK_LINE.test(text) ? TASK : 0) +
        (at < listStart ? BEFORE_LIST : 0) +
        (listed.has(at) ? LIST_TITLE : 0) +
        (at < solution && asked >= 0 && at >= asked && draft.kind !== 'item' ? GUESS : 0) +
        (isEarlierMail(drafts, at) ? EARLIER_MAIL : 0) +
        (updated ? (isUpdate(drafts, at) ? SOLUTION : AFTER_SOLUTION) : 0) +
        (isThread && solution >= 0 && !updated && at >= solution && !heading ? SOLVED_BY : 0) +
        (isThread && solution >= 0 && !heading && SOLVING.test(text) ? SOLVED_BY : 0),
    });
  });
  return result;

  function isTitled(draft: Draft, at: number): boolean {
    return titles[at] === true || kindOf(draft, drafts[at + 1]) === 'heading';
  }
}

function kindOf(draft: Draft, next: Draft | undefined): Sentence['kind'] {
  return leadsToItems(draft, next) ? 'prose' : draft.kind;
}

function isUpdate(drafts: readonly Draft[], at: number): boolean {
  return opens(drafts, at) && UPDATE.test(drafts[at]?.text ?? '');
}

/** Whether a unit is of a mail that the first one answers. */
function isEarlierMail(drafts: readonly Draft[], at: number): boolean {
  const [first, own] = [drafts[0], drafts[at]];
  return (
    own?.kind === 'prose' &&
    first?.kind !== 'turn' &&
    first?.speaker !== undefined &&
    own.speaker !== first.speaker
  );
}

function bonusOf(section: Section | undefined): number {
  if (section === 'decision') return DECIDED;
  if (section === 'key') return KEY;
  if (section === 'finding') return FINDING;
  if (section === 'setting') return SETTING;
  return section === 'minor' ? MINOR : 0;
}

function opens(drafts: readonly Draft[], at: number): boolean {
  return drafts[at - 1]?.paragraph !== drafts[at]?.paragraph;
}

/** Finds the first paragraph of a text with several headings, which says what the text is about. */
function findLead(drafts: readonly Draft[], titles: readonly boolean[]): number | undefined {
  const isHeading = ({ kind }: Draft, at: number) => kind === 'heading' || titles[at] === true;
  if (drafts.filter(isHeading).length < FEWEST_HEADINGS) return undefined;
  return drafts.find(
    (draft, at) =>
      draft.kind === 'prose' && !isHeading(draft, at) && isLong(draft) && !FIRST_PERSON.test(draft.text),
  )?.paragraph;
}

function isLong({ text, wording }: Draft): boolean {
  return isFinished(text) && wording.words.length >= FEWEST_WORDS_OF_TEXT && wording.role === 'matter';
}

/** Whether a text begins with a quotation of one line, as the title of an interview does. */
function isMotto(drafts: readonly Draft[]): boolean {
  const end = drafts.findIndex(({ paragraph }) => paragraph !== drafts[0]?.paragraph);
  if (end < 1 || end > 3) return false;
  const text = drafts.slice(0, end).map((draft) => draft.text);
  return (
    text.join(' ').length <= LONGEST_LINE &&
    /^["“„«]/u.test(text[0] ?? '') &&
    /["”“»]$/u.test(text.at(-1) ?? '')
  );
}

function isLast(drafts: readonly Draft[], at: number): boolean {
  return drafts[at + 1]?.paragraph !== drafts[at]?.paragraph;
}

/** Finds where sections with a known name begin. A table of contents has their names without the sections. */
function findSections(drafts: readonly Draft[]): (Section | undefined)[] {
  const names = drafts.map((draft, at) => (opens(drafts, at) ? nameOf(draft.text) : undefined));
  const last = new Map<string, number>();
  names.forEach((name, at) => {
    if (name !== undefined) last.set(name, at);
  });
  return names.map((name, at) => {
    const listed =
      name !== undefined && last.get(name) !== at && MARKDOWN.exec(drafts[at]?.text ?? '') === null;
    const found =
      name === undefined || listed ? undefined : SECTIONS.find(([, pattern]) => pattern.test(name))?.[0];
    // What readers say below an article is no part of it; a page of nothing but comments is one.
    return found === 'comments' && at * 2 < drafts.length ? undefined : found;
  });
}

function nameOf(text: string): string | undefined {
  if (text.length > LONGEST_TITLE) return undefined;
  return text.replace(DECORATION, '').replace(DECORATION, '').toLowerCase();
}

function isMostlyFinished(drafts: readonly Draft[]): boolean {
  let finished = 0;
  let total = 0;
  for (const { kind, text, wording } of drafts) {
    if (kind !== 'prose' && kind !== 'heading') continue;
    total += wording.length;
    if (isFinished(text)) finished += wording.length;
  }
  return total > 0 && finished >= total * MOSTLY;
}

/** Whether a line goes on in the items below it: "We recommend that the Authority" before "(a) introduce …". */
export function leadsToItems(
  { kind, text }: Pick<Draft, 'kind' | 'text'>,
  next: Pick<Draft, 'kind' | 'text'> | undefined,
): boolean {
  const plain = kind === 'prose' || (kind === 'heading' && !MARKDOWN.test(text));
  return plain && next?.kind === 'item' && !isFinished(text) && LOWER_ITEM.test(next.text);
}

/** Whether a short first paragraph is the headline: it ends without a full stop although others have one. */
function isHeadline(drafts: readonly Draft[]): boolean {
  const [first] = drafts;
  if (first === undefined || drafts.length < FEWEST_BELOW_HEADLINE) return false;
  // "Episode 42: The clock" looks like what somebody says, but nobody of that name goes on.
  const alone =
    first.kind === 'turn' && !drafts.some(({ speaker }, at) => at > 0 && speaker === first.speaker);
  if (first.kind !== 'prose' && !alone) return false;
  if (drafts.filter(({ text }) => isFinished(text)).length < drafts.length * MOSTLY) return false;
  const end = drafts.findIndex((draft) => draft.paragraph !== first.paragraph);
  const text = drafts
    .slice(0, end)
    .map((draft) => draft.text)
    .join(' ');
  return end > 0 && text.length <= LONGEST_LINE && !/[.。！!؟।:：]["'”»]?$/u.test(text);
}

/** Whether a unit is a whole paragraph without the end of a sentence, in a text that ends its sentences. */
function isTitle(drafts: readonly Draft[], at: number, mostlyFinished: boolean): boolean {
  const draft = drafts[at];
  if (draft === undefined || !mostlyFinished || draft.text.length > LONGEST_LINE) return false;
  if (KEY_LINE.test(draft.text)) return false;
  const alone = opens(drafts, at) && isLast(drafts, at);
  if (!alone || isFinished(draft.text)) return false;
  if (leadsToItems(draft, drafts[at + 1])) return false;
  if (draft.kind === 'prose' || INITIALS.test(draft.text)) return true;
  // A numbered line is a title if something else than the next line of its list follows.
  const next = drafts[at + 1];
  return (
    draft.kind === 'item' &&
    NUMBERED.test(draft.text) &&
    draft.text.length <= LONGEST_TITLE + 20 &&
    next !== undefined &&
    (next.kind !== 'item' || isFinished(next.text) || !NUMBERED.test(next.text))
  );
}

/** Whether a heading without a name of its own ends a section: not below it, and not inside a list of references. */
function endsSection(section: Section | undefined, text: string, level: number): boolean {
  const own = MARKDOWN.exec(text)?.[0].length ?? 0;
  if (level > 0) return own > 0 && own <= level;
  if (own > 0 || NUMBERED.test(text)) return true;
  return section !== 'references' && section !== 'links' && section !== 'comments';
}

/** Whether the text goes on after a list of links or references that no heading ends. */
function resumes(section: Section, drafts: readonly Draft[], at: number): boolean {
  const draft = drafts[at];
  if (draft === undefined || !opens(drafts, at) || draft.kind === 'item') return false;
  if (section !== 'links' && section !== 'references') return false;
  let text = draft.text;
  for (let next = at + 1; drafts[next]?.paragraph === draft.paragraph && next < at + 8; next++)
    text += ` ${drafts[next]?.text}`;
  const isText = /[.。]["'”’）)]?$/u.test(draft.text) && draft.wording.words.length >= FEWEST_WORDS_OF_TEXT;
  return isText && (section === 'links' || !(REFERENCE.test(text) || /^[\^[\d]/u.test(text)));
}

/** The numbered titles of a list article, which are what it says; a record or paper has sections with known names. */
function findListTitles(
  drafts: readonly Draft[],
  titles: readonly boolean[],
  sections: readonly (Section | undefined)[],
): Set<number> {
  const found = drafts.flatMap(({ text, kind }, at) => {
    const titled = titles[at] === true || kind === 'heading' || (kind === 'item' && /[?!？！]$/u.test(text));
    const numbered = /^(?:#{1,6}\s+)?\(?\d{1,2}[.):]\s+\p{L}.{8,}/u.test(text);
    return titled && numbered && text.length <= LONGEST_TITLE + 20 ? [at] : [];
  });
  const isRecord = found.some((at) => sections[at] !== undefined);
  const telling = found.filter((at) => (drafts[at]?.wording.terms.length ?? 0) > 1).length;
  return !isRecord && telling >= FEWEST_LIST_TITLES && telling * 2 > found.length
    ? new Set(found)
    : new Set();
}
