import { useEffect, useRef, useState } from 'react';
import type { EntryId } from '#schema/entry.ts';
import { isSameLanguage } from '#text/language/language-names.ts';
import type { ArticleTranslation } from './use-translation.ts';

/** The decision that is needed before the article can be translated: a model or a language. */
export type Asking = 'model' | 'language' | null;

export interface TranslateAction {
  asking: Asking;
  ask(asking: Asking): void;
  /** Shows or hides the translation, and starts it if there is none. Returns false if that is not possible. */
  toggle(): boolean;
  /** Shows the translation into this language, and starts it if there is none. */
  into(language: string): void;
  /** Translates into the chosen language, although the article seems to be in that language. */
  anyway(): void;
}

/** Provides the action of the toolbar button and its key. `id` is the open entry, which is known before its text. */
export function useTranslateAction(translation: ArticleTranslation, id: EntryId | null): TranslateAction {
  const { known, translatedInto, isShown, hasAny, isInLanguage, show, start, chooseLanguage } = translation;
  const [asking, ask] = useState<Asking>(null);
  /** Whether `translation` belongs to the open entry. It belongs to the entry before until the text is loaded. */
  const isCurrent = translation.entryId === id;

  /** A request that was made before the server had answered. The language is null for the chosen one. */
  const awaited = useRef<{ id: EntryId; language: string | null } | null>(null);

  useEffect(() => {
    const asked = awaited.current;
    if (known === null || asked === null || !isCurrent) return;
    awaited.current = null;
    if (asked.id !== id) return;
    if (asked.language !== null) begin(asked.language);
    // The button was pressed while nothing was shown. A translation that has appeared since then stays.
    else if (!isShown) toggle();
  });

  function toggle(): boolean {
    if (isCurrent && isShown) {
      show(false);
      return true;
    }
    if (known === null || !isCurrent) {
      // A second press cancels the first.
      awaited.current = id === null || awaited.current?.id === id ? null : { id, language: null };
      return id !== null;
    }
    if (hasAny) show(true);
    else if (!known.canTranslate) ask('model');
    else if (isInLanguage) ask('language');
    else {
      show(true);
      void start();
    }
    return true;
  }

  function begin(language: string): void {
    if (known?.canTranslate !== true || translatedInto.includes(language)) return;
    const isSource = known.sourceLanguage !== null && isSameLanguage(known.sourceLanguage, language);
    if (!isSource) void start({}, language);
  }

  return {
    asking,
    ask,
    toggle,
    anyway() {
      ask(null);
      show(true);
      void start({ anyway: true });
    },
    into(language) {
      ask(null);
      chooseLanguage(language);
      if (known !== null && isCurrent) begin(language);
      else if (id !== null) awaited.current = { id, language };
    },
  };
}
