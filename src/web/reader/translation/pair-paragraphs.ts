import type { TranslatedParagraph } from '#schema/translations/translation.ts';
import { findParagraphs, type Paragraph } from '#text/paragraphs/find-paragraphs.ts';
import { placeTranslation } from '#text/paragraphs/place-translation.ts';
import { liveNode } from '#web/reader/article/article-pictures.tsx';
import type { Strings } from '#web/strings/en/en.ts';

/** What is shown at a paragraph: its translation, or that it is still awaited. */
export type Shown =
  | { state: 'waiting' }
  /** `isOld` means that another translation of the paragraph has been requested. */
  | { state: 'here'; paragraph: TranslatedParagraph; isOld: boolean };

export interface Pair {
  paragraph: Paragraph<Node>;
  element: HTMLElement;
  source: HTMLElement;
  target: HTMLElement;
  /** What the target shows now, so that an unchanged target is left alone. It is null at first. */
  drawn: (Drawing & { shown: Shown | null }) | null;
}

interface Drawing {
  language: string;
  /** Whether the translation contains pictures, which it does only if it is shown alone. */
  withPictures: boolean;
  /** Returns the text of the note at a paragraph. */
  describe(paragraph: TranslatedParagraph): string;
}

/**
 * Reads the paragraphs before anything changes the article. A picture that fails to load would change the key of its
 * paragraph.
 */
export function readParagraphs(article: Element): Paragraph<Node>[] {
  return findParagraphs<Node>(article);
}

/** Wraps each paragraph, so that a translation can stand beside it. Nothing else in the article changes. */
export function pairParagraphs(paragraphs: readonly Paragraph<Node>[]): Pair[] {
  return paragraphs.flatMap((paragraph) => {
    const nodes = paragraph.nodes.map(liveNode).filter((node) => node !== null);
    const [first] = nodes;
    const parent = first?.parentNode ?? null;
    if (first === undefined || parent === null) return [];
    const [element, source, target] = ['pair', 'source', 'target'].map(createSpan) as Spans;
    element.dataset.paragraph = paragraph.key;
    parent.insertBefore(element, first);
    source.append(...nodes);
    element.append(source, target);
    target.hidden = true;
    return [{ paragraph, element, source, target, drawn: null }];
  });
}

type Spans = [HTMLElement, HTMLElement, HTMLElement];

function createSpan(className: string): HTMLElement {
  const span = document.createElement('span');
  span.className = className;
  return span;
}

export function unpairParagraphs(pairs: readonly Pair[]): void {
  for (const { element, source } of pairs) element.replaceWith(...source.childNodes);
}

/** Brings every target up to date. The key of a paragraph is enough to find its translation. */
export function drawTargets(
  pairs: readonly Pair[],
  shownOf: (key: string) => Shown | null,
  drawing: Drawing,
): void {
  for (const pair of pairs) {
    const shown = shownOf(pair.paragraph.key);
    const drawn = { ...drawing, shown };
    if (pair.drawn !== null && isSameDrawing(pair.drawn, drawn)) continue;
    pair.drawn = drawn;
    drawTarget(pair, shown, drawing);
  }
}

type Drawn = NonNullable<Pair['drawn']>;

/** Compares paragraphs by identity, because a long article is compared again for each paragraph that arrives. */
function isSameDrawing(before: Drawn, now: Drawn): boolean {
  const paragraphOf = ({ shown }: Drawn) => (shown?.state === 'here' ? shown.paragraph : null);
  return (
    stateOf(before.shown) === stateOf(now.shown) &&
    paragraphOf(before) === paragraphOf(now) &&
    before.language === now.language &&
    before.withPictures === now.withPictures &&
    before.describe === now.describe
  );
}

function drawTarget({ paragraph, element, target }: Pair, shown: Shown | null, drawing: Drawing): void {
  const hadFocus = target.contains(document.activeElement);
  target.hidden = shown === null;
  target.lang = drawing.language;
  target.dir = 'auto';
  element.dataset.state = stateOf(shown);
  if (shown?.state !== 'here') {
    target.replaceChildren();
    return;
  }
  const { text, marks } = shown.paragraph;
  const words = text === null ? [] : wordsOf(paragraph, text, drawing);
  const hasNote = text === null || marks.length > 0;
  target.replaceChildren(...words, ...(hasNote ? [createNote(shown.paragraph, drawing)] : []));
  if (hadFocus) target.querySelector('button')?.focus({ preventScroll: true });
}

function stateOf(shown: Shown | null): string {
  if (shown === null) return 'none';
  if (shown.state === 'waiting') return 'waiting';
  if (shown.paragraph.text === null) return 'missing';
  return shown.isOld ? 'old' : 'done';
}

/** Only the text comes from the model. The elements are copies of those in the source. */
function wordsOf(paragraph: Paragraph<Node>, text: string, { withPictures }: Drawing): Node[] {
  const elements = paragraph.elements.map((element) => liveNode(element) ?? element);
  const nodes = placeTranslation({ ...paragraph, elements }, text, (words) => document.createTextNode(words));
  const holder = document.createElement('span');
  holder.append(...nodes);
  for (const copy of holder.querySelectorAll('*')) {
    copy.removeAttribute('id');
    copy.removeAttribute('name');
    if (!withPictures && copy.matches('img, .picture-missing')) copy.remove();
  }
  return [...holder.childNodes];
}

function createNote(paragraph: TranslatedParagraph, { describe }: Drawing): HTMLElement {
  const button = document.createElement('button');
  const words = describe(paragraph);
  button.type = 'button';
  button.className = 'translation-note';
  // The note is in the language of the interface, not of the translation.
  button.lang = document.documentElement.lang;
  button.dir = 'auto';
  button.dataset.key = paragraph.key;
  button.ariaLabel = words;
  button.ariaHasPopup = 'dialog';
  if (paragraph.text === null) button.textContent = words;
  return button;
}

/** Says in one sentence each what the rules noticed about a paragraph, or why it has no translation. */
export function describeParagraph(
  { problem, marks }: Pick<TranslatedParagraph, 'problem' | 'marks'>,
  { translation }: Strings,
): string[] {
  const reasons = problem === null ? [] : [translation.problems[problem]];
  return [...reasons, ...marks.map((mark) => translation.marks[mark.kind](mark))];
}
